// "The ts of a message is unique."
import type { Theory } from '../../model/theory.ts';
import { ofKind } from '../../model/timeline/timeline.ts';

export const tsIsUnique: Theory = {
  id: 'ts-is-unique',
  title: 'The ts of a message is unique.',
  problem:
    'It is unique within its channel. Two channels can have a message with one ts, and a guard on the ts alone takes one of them for a copy.',
  signs: ['two messages with one ts in two channels'],
  fix: ['Put the channel in front of the ts, and build no key from an empty ts.'],
  refute(timeline) {
    const byTs = new Map<string, { n: number; channel: string }>();
    for (const { n, fields } of ofKind(timeline, 'delivery')) {
      if (fields.ts === undefined || fields.channel === undefined) continue;
      const known = byTs.get(fields.ts);
      if (known && known.channel !== fields.channel)
        return {
          reason: `${fields.ts} is a message in ${known.channel} and another in ${fields.channel}`,
          facts: [known.n, n],
        };
      byTs.set(fields.ts, { n, channel: fields.channel });
    }
    return undefined;
  },
};
