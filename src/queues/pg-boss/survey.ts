// The rules that pg-boss has stored with the jobs of each queue: it copies those of the queue into each.
import type { QueueSurvey } from '../../model/queue-survey.ts';
import type { Queryable } from '../../postgres/database.ts';
import { accessTo, quoted } from '../postgres/reader.ts';

/** The newest; more would be a walk over the whole table. */
const most = 10_000;

interface Row {
  readonly queue: string;
  readonly jobs: string;
  readonly lease: number | null;
  readonly longest: number | null;
  readonly keyed: boolean;
  readonly attempts: number | null;
  readonly at_once: number | null;
}

/** `undefined`: this account does not see the jobs. */
export async function surveysOf(connection: Queryable, schema: string): Promise<QueueSurvey[] | undefined> {
  const { job } = await accessTo(connection, schema);
  if (!job?.readable || job.secured) return undefined;
  const rows = await connection.query<Row>(
    `select name as queue, count(*) as jobs, bool_or(singleton_key is not null) as keyed,
       min(coalesce((row->>'expire_seconds')::float8, extract(epoch from (row->>'expire_in')::interval)))::float8 as lease,
       max(extract(epoch from completed_on - started_on)) filter (where state::text = 'completed')::float8 as longest,
       max((row->>'retry_limit')::int) + 1 as attempts,
       max((row->>'retry_limit')::int) filter (where (row->>'retry_limit')::int > 0
         and coalesce((row->>'retry_delay')::int, 0) = 0 and (row->>'retry_backoff')::bool is not true) + 1 as at_once
     from (select j.*, to_jsonb(j) as row from ${quoted(schema)}.job j order by created_on desc limit ${most}) newest
     group by name order by name`,
  );
  return rows.map(({ queue, jobs, lease, longest, keyed, attempts, at_once: atOnce }) => ({
    ...{ queue, jobs: Number(jobs), isRenewed: false, isKeyed: keyed },
    leaseMs: lease === null ? undefined : Math.round(lease * 1000),
    longestRunMs: longest === null ? undefined : Math.round(longest * 1000),
    // A singleton key is known while its job waits or runs, by the policy of the queue, which is no setting in time.
    ...{ keepsKeyMs: undefined, keepsBy: '' },
    ...{ attempts: attempts ?? undefined, attemptsAtOnce: atOnce ?? undefined },
    // A job that failed for the last time stays for days, with or without a queue for dead letters.
    ...{ forgetsFailedBy: undefined, unseen: [] },
  }));
}
