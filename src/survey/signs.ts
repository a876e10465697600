// What deserves attention beside duplicates: operations of unknown outcome, work past its lease, errors that repeat in vain.
import type { FactOf } from '../model/fact.ts';
import type { Instant } from '../model/instant.ts';
import { unansweredCreates } from '../model/timeline/creates.ts';
import { ofKind, type Timeline } from '../model/timeline/timeline.ts';

/** Sent, and nobody knows what became of it. */
export function unknownOperations(timeline: Timeline): boolean {
  const operations = ofKind(timeline, 'operation').some(({ fields }) => fields.state === 'unknown');
  return operations || unansweredCreates(timeline).length > 0;
}

/** The queue or the ledger has given up. */
export function deadLetters(timeline: Timeline): boolean {
  const dead = ofKind(timeline, 'operation').some(({ fields }) => fields.state === 'dead');
  const attempts = ofKind(timeline, 'attempt');
  const last = attempts.at(-1);
  // A settlement that fails after the work was done is a lost lease, not a letter.
  return dead || (last?.fields.settle_outcome === 'failed' && last.fields.outcome === 'failed');
}

/** Taken, never ended, and its lease is over: whoever took it has gone, or is still at it. */
export function pastLease(timeline: Timeline, now: Instant | undefined): boolean {
  const attempts = ofKind(timeline, 'attempt');
  const last = attempts.at(-1);
  if (last === undefined || now === undefined || isEnded(last)) return false;
  return last.fields.lease_until !== undefined && last.fields.lease_until < now;
}

/** Refused for good, or failed with an error that cannot pass, and tried again all the same. */
export function permanentRetries(timeline: Timeline): boolean {
  const attempts = ofKind(timeline, 'attempt');
  const refused = ofKind(timeline, 'call').filter(
    ({ fields }) => fields.outcome === 'refused' && isCreate(fields.operation),
  );
  const again = refused.some(({ n, fields }) => {
    const same = (attempt: FactOf<'attempt'>) =>
      attempt.fields.queue === fields.queue && attempt.fields.job_id === fields.job_id;
    return fields.job_id !== undefined && attempts.some((attempt) => same(attempt) && attempt.n > n);
  });
  const failures = attempts.filter(({ fields }) => fields.outcome === 'failed' && isPermanent(fields.error_code));
  return (
    again || failures.some(({ n, fields }) => attempts.some((one) => one.n > n && one.fields.job_id === fields.job_id))
  );
}

/** Different creates that all claim one object: the target joined them, the callers did not. */
export function creators(timeline: Timeline): number {
  const byObject = new Map<string, number>();
  for (const { fields } of ofKind(timeline, 'call')) {
    if (!isCreate(fields.operation) || fields.outcome !== 'done' || fields.result_id === undefined) continue;
    const name = `${fields.target ?? ''}\n${fields.result_id}`;
    byObject.set(name, (byObject.get(name) ?? 0) + 1);
  }
  return Math.max(0, ...byObject.values());
}

function isCreate(operation: string | undefined): boolean {
  return (operation ?? 'create') === 'create';
}

function isEnded({ fields }: FactOf<'attempt'>): boolean {
  return (
    fields.finished_at !== undefined || fields.settled_at !== undefined || (fields.outcome ?? 'running') !== 'running'
  );
}

/** Codes that say the same however often one asks: the request is wrong, or not allowed. */
function isPermanent(code: string | undefined): boolean {
  return (
    code !== undefined &&
    /^(HTTP_?)?4(0[0-5]|10|13|22)$|invalid|not_?found|forbidden|unauthori[sz]ed|permission|validation/i.test(code)
  );
}
