// "The envelope id names the delivery."
import type { Theory } from '../../model/theory.ts';
import { ofKind } from '../../model/timeline/timeline.ts';

export const envelopeIdIsAKey: Theory = {
  id: 'envelope-id-is-a-key',
  title: 'The envelope id is a key for the event.',
  problem:
    'An envelope is the transport of one attempt. Reports conflict: some repeats bear a new envelope id, some the old one. As a key it lets copies through, or mixes two attempts.',
  signs: ['one event under two envelope ids'],
  fix: ['Key on the event or on the message.'],
  refute(timeline) {
    const byEvent = new Map<string, { n: number; envelope: string }>();
    for (const { n, fields } of ofKind(timeline, 'delivery')) {
      if (fields.event_id === undefined || fields.envelope_id === undefined) continue;
      const known = byEvent.get(fields.event_id);
      if (known && known.envelope !== fields.envelope_id)
        return { reason: `${fields.event_id} came under two envelope ids (#${known.n}, #${n})`, facts: [known.n, n] };
      byEvent.set(fields.event_id, { n, envelope: fields.envelope_id });
    }
    return undefined;
  },
};
