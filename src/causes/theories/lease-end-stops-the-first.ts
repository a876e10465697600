// "When the lease ends, the first run is stopped."

import { formatSpan } from '../../model/instant.ts';
import type { Theory } from '../../model/theory.ts';
import { isSameJob, makingAttempts, overlapOf } from '../../model/timeline/attempts.ts';
import { duplicatedEffects } from '../../model/timeline/duplicates.ts';

export const leaseEndStopsTheFirst: Theory = {
  id: 'lease-end-stops-the-first',
  title: 'When its lease or its expiry ends, the first run is stopped.',
  problem:
    'A lease is an entry in the queue. When it ends, the queue hands the job out again; the first worker learns nothing of it and works to its end beside the second.',
  signs: ['two executions of one job, of which the first was still at work when the second had begun'],
  fix: [
    'Let the worker check its lease before each effect and stop itself; fence the result with the number of the attempt.',
  ],
  refute(timeline) {
    for (const effect of duplicatedEffects(timeline)) {
      const attempts = makingAttempts(effect).map(([attempt]) => attempt);
      for (const [i, first] of attempts.entries()) {
        const second = attempts.slice(i + 1).find((later) => isSameJob(first, later));
        const overlapMs = second && overlapOf(timeline, first, second);
        if (!second || overlapMs === undefined) continue;
        const reason = `#${first.n} was at work for another ${formatSpan(overlapMs)} after #${second.n} had begun`;
        return { reason, facts: [first.n, second.n] };
      }
    }
    return undefined;
  },
};
