// "The id stands in three lines, so it was handled three times."
import type { Theory } from '../../model/theory.ts';
import { duplicatedEffects } from '../../model/timeline/duplicates.ts';
import { successions } from '../../model/timeline/unmarked-repeats.ts';

export const everyLineIsAWrite: Theory = {
  id: 'every-line-is-a-write',
  title: 'Each line with the event id is one handling of the event.',
  problem:
    'A request line is written before the check, or at the answer of a request that was turned away. Several lines of one id prove several arrivals at most; whether anything was made twice stands in the target.',
  signs: ['several arrivals of one event', 'one object'],
  fix: ['Look at what was made, and log the decision (accepted, duplicate, filtered) with the line.'],
  refute(timeline) {
    const [chain, ...others] = timeline.effects.flatMap(({ chains }) => chains);
    const pairs = successions(timeline);
    if (!chain || others.length > 0 || duplicatedEffects(timeline).length > 0 || pairs.length === 0) return undefined;
    const lines = [...new Set(pairs.flatMap(({ before, repeat }) => [before.n, repeat.n]))];
    const name = chain.record.fields.record_id ?? 'one object';
    return {
      reason: `${lines.length} arrivals were logged, and one object was made: ${name}`,
      facts: [...lines, chain.record.n],
    };
  },
};
