// "The two tasks are 23 ms apart, so they came at once."

import { formatSpan } from '../../model/instant.ts';
import type { Theory } from '../../model/theory.ts';
import { duplicatedEffects, madeAt, spanBetween } from '../../model/timeline/duplicates.ts';

export const effectGapTellsTheArrivalGap: Theory = {
  id: 'effect-gap-tells-the-arrival-gap',
  title: 'Two objects that are close together came from two arrivals that are close together.',
  problem:
    'What waited for one thing (a lock, a queue, a process that starts) is set free at one moment. Then objects stand milliseconds apart although the arrivals were an hour apart. Only the receipts tell how far apart the copies came.',
  signs: ['two deliveries seconds to hours apart', 'what they made is less than a second apart'],
  fix: ['Compare the receipts, and look for what both copies waited for.'],
  refute(timeline) {
    for (const { chains } of duplicatedEffects(timeline)) {
      for (const [i, later] of chains.entries()) {
        const before = chains[i - 1];
        const [from, to] = [before && madeAt(before), madeAt(later)];
        const arrivals = spanBetween(before?.delivery, later.delivery);
        if (!before || from === undefined || to === undefined || arrivals === undefined) continue;
        const [made, came] = [Math.abs(to - from), Math.abs(arrivals)];
        if (made >= closeMs || came < farMs) continue;
        const facts = [before.delivery, later.delivery, before.record, later.record].flatMap((fact) => fact?.n ?? []);
        return {
          reason: `what they made is ${formatSpan(made)} apart, and the two arrived ${formatSpan(came)} apart`,
          facts,
        };
      }
    }
    return undefined;
  },
};

/** Closer than this looks like one moment. */
const closeMs = 1_000;
/** Further than this no reader would call it one moment. */
const farMs = 10_000;
