// "The job is done, so it cannot have run again."
import type { Theory } from '../../model/theory.ts';
import { isSameJob, makingAttempts } from '../../model/timeline/attempts.ts';
import { duplicatedEffects } from '../../model/timeline/duplicates.ts';

export const doneRunsOnce: Theory = {
  id: 'done-runs-once',
  title: 'A job that ended well does not run again.',
  problem:
    'Whoever has lost the lease cannot settle the job: it ends well, the queue does not learn of it, and hands it out once more. Stalled checks, visibility time-outs and late acknowledgements all do that.',
  signs: ['an attempt that ended as done', 'a later attempt of the same job that made a copy'],
  fix: ['Renew the lease while the work goes on, and fence the result with the number of the attempt.'],
  refute(timeline) {
    for (const effect of duplicatedEffects(timeline)) {
      const attempts = makingAttempts(effect).map(([attempt]) => attempt);
      for (const [i, first] of attempts.entries()) {
        const second = attempts.slice(i + 1).find((later) => isSameJob(first, later));
        if (first.fields.outcome !== 'done' || !second) continue;
        const reason = `#${first.n} ended as done, and job ${first.fields.job_id} was run again (#${second.n})`;
        return { reason, facts: [first.n, second.n] };
      }
    }
    return undefined;
  },
};
