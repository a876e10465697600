// The event was marked as seen or processed before the work was done, so that a repeat found it done.
import { ofKind, type Timeline } from '../timeline/timeline.ts';
import { hasWork, isFailed, type Seen, sees, type WayOfLoss } from './way.ts';

export const processedBeforeWork: WayOfLoss = {
  id: 'processed-before-work',
  title: 'Marked as processed before there was a result',
  problem:
    'The mark that stops a repeat was set at the beginning, and the work failed after it. The sender repeated, the guard answered "seen", and nobody ' +
    'did the work again. The same happens with a row that says processed and has no result.',
  signs: [
    'a claim on the key, then a run or an attempt that failed, then a repeat that was turned away for the claim',
    'or a row of the event that is marked as processed, without a result',
  ],
  prevention: [
    'Let the claim say what has happened: claimed, working, done; turn a repeat away only where it says done.',
    'Write "processed" in the same transaction as the result, never before it.',
    'Give the claim a lease, so that work that failed or died can be taken again.',
  ],
  couldBe: (timeline) => ofKind(timeline, 'delivery').length > 1 && !sees(timeline, 'guard') && !hasWork(timeline),
  of: (timeline) => turnedAwayForClaim(timeline) ?? processedWithoutResult(timeline),
};

function turnedAwayForClaim(timeline: Timeline): Seen | undefined {
  const guards = ofKind(timeline, 'guard');
  const mark = guards.find(({ fields }) => fields.result === 'claimed');
  const hit = guards.find(({ fields }) => fields.result === 'hit');
  const repeat = ofKind(timeline, 'delivery').find(({ fields }) => fields.disposition === 'duplicate');
  const away = hit ?? repeat;
  const failed = [...ofKind(timeline, 'run'), ...ofKind(timeline, 'attempt')].find(isFailed);
  if (!mark || !away || !failed || away.n < mark.n) return undefined;
  const clause = `it was marked as seen (#${mark.n}) before the work failed (#${failed.n}), and the repeat was turned away for it (#${away.n})`;
  return { clause, facts: [mark.n, failed.n, away.n] };
}

function processedWithoutResult(timeline: Timeline): Seen | undefined {
  const row = ofKind(timeline, 'delivery').find(
    ({ fields }) => fields.processed_at !== undefined && fields.result_id === undefined,
  );
  return row && { clause: `its row says processed (#${row.n}) and names no result`, facts: [row.n] };
}
