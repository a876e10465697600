// The rules of graphile-worker: most are written into its own SQL, and a job that has succeeded leaves nothing.
// https://worker.graphile.org/docs/job-key, https://worker.graphile.org/docs/exponential-backoff
import type { QueueSurvey } from '../../model/queue-survey.ts';
import type { Queryable } from '../../postgres/database.ts';
import { whyUnseen } from '../postgres/queue.ts';
import { accessTo, quoted } from '../postgres/reader.ts';

/** The newest; more would be a walk over the whole table. */
const most = 10_000;

/** Written into its own SQL; nothing stored says otherwise. */
export const leaseMs = 4 * 3_600_000;

interface Row {
  readonly queue: string;
  readonly jobs: string;
  readonly keyed: boolean;
  readonly attempts: number | null;
  readonly held: number | null;
}

/** `undefined`: this account does not see the jobs. */
export async function surveysOf(connection: Queryable, schema: string): Promise<QueueSurvey[] | undefined> {
  const access = await accessTo(connection, schema);
  if (['_private_jobs', '_private_tasks'].some((one) => whyUnseen(access, schema, one) !== undefined)) return undefined;
  const rows = await connection.query<Row>(
    `select t.identifier as queue, count(*) as jobs, bool_or(j.key is not null) as keyed,
       max(j.max_attempts)::int as attempts, max(extract(epoch from clock_timestamp() - j.locked_at))::float8 as held
     from (select * from ${quoted(schema)}._private_jobs order by id desc limit ${most}) j
     join ${quoted(schema)}._private_tasks t on t.id = j.task_id group by 1 order by 1`,
  );
  return rows.map(({ queue, jobs, keyed, attempts, held }) => ({
    ...{ queue, jobs: Number(jobs), leaseMs, isRenewed: false, isKeyed: keyed },
    longestRunMs: held === null ? undefined : Math.round(held * 1000),
    ...{ keepsKeyMs: 0, keepsBy: 'success deletes the row', attempts: attempts ?? undefined },
    // Its pause grows with each attempt, and a job that failed for the last time stays.
    ...{ attemptsAtOnce: undefined, forgetsFailedBy: undefined },
    unseen: ['graphile-worker keeps no run that has ended'],
  }));
}
