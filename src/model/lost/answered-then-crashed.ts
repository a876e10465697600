// Answered with 2xx, so nobody sends it again; then the work ended without a result.
import type { FactOf } from '../fact.ts';
import { ofKind, type Timeline } from '../timeline/timeline.ts';
import { hasWork, isFailed, type Seen, sees, type WayOfLoss } from './way.ts';

export const answeredThenCrashed: WayOfLoss = {
  id: 'answered-then-crashed',
  title: 'Answered first, and the work after the answer was lost',
  problem:
    'The app answers at once and works in a background task of the same process. With the answer the sender is done: when the process dies, is scaled ' +
    'away or frozen, or the task fails, nothing is left that knows of the event.',
  signs: [
    'a delivery that was answered with 2xx',
    'after it a crash of the process, a run or an attempt that failed, or a run that never came to an end',
  ],
  prevention: [
    'Write the event or the job durably before the answer, and let a worker take it from there under a lease.',
    'Do not work in a background task of the request: serverless platforms stop the process when the answer is out.',
    'Let failed work be retried from your own queue, with the number of attempts and the last error in its row.',
  ],
  couldBe: (timeline) =>
    !hasWork(timeline) &&
    !sees(timeline, 'run') &&
    ofKind(timeline, 'delivery').some(({ fields }) => (fields.status ?? 200) < 300),
  of(timeline) {
    const answered = ofKind(timeline, 'delivery').find(({ fields }) => (fields.status ?? 500) < 300);
    return (
      answered && (crashAfter(timeline, answered) ?? failureAfter(timeline, answered) ?? endless(timeline, answered))
    );
  },
};

type Delivery = FactOf<'delivery'>;

function crashAfter(timeline: Timeline, { n: answered }: Delivery): Seen | undefined {
  const crash = ofKind(timeline, 'lifecycle').find(({ n, fields }) => fields.what === 'crashed' && n > answered);
  if (!crash) return undefined;
  const clause = `it was answered (#${answered}), and the process crashed after that (#${crash.n})`;
  return { clause, facts: [answered, crash.n] };
}

function failureAfter(timeline: Timeline, { n: answered, fields }: Delivery): Seen | undefined {
  const failed = works(timeline).find(isFailed);
  if (!failed) return undefined;
  const code = failed.fields.error_code === undefined ? '' : `, ${failed.fields.error_code}`;
  const clause = isBefore(failed.fields.finished_at, fields.answered_at)
    ? `the work failed (#${failed.n}${code}), and it was answered with ${fields.status} all the same (#${answered})`
    : `it was answered (#${answered}), and the work failed after that (#${failed.n}${code})`;
  return { clause, facts: [answered, failed.n] };
}

function endless(timeline: Timeline, { n: answered }: Delivery): Seen | undefined {
  const open = works(timeline).find(
    ({ fields }) => fields.finished_at === undefined && (fields.outcome ?? 'running') === 'running',
  );
  if (!open) return undefined;
  const clause = `it was answered (#${answered}), and the work that began after that never came to an end (#${open.n})`;
  return { clause, facts: [answered, open.n] };
}

function works(timeline: Timeline) {
  return [...ofKind(timeline, 'attempt'), ...ofKind(timeline, 'run')];
}

function isBefore(left: number | undefined, right: number | undefined): boolean {
  return left !== undefined && right !== undefined && left < right;
}
