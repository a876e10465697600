// May the request leave now? Committed before its first byte; whoever gets no yes sends nothing.
import * as z from 'zod/mini';
import type { Queryable } from '../../postgres/database.ts';
import type { OperationClaim } from './operation-row.ts';

const statement = `update dedupe.operations o
  set state = 'sent', sent_at = clock_timestamp(), first_sent_at = coalesce(first_sent_at, clock_timestamp()),
      lease_expires_at = clock_timestamp() + $4::float8 * interval '1 ms',
      available_at = clock_timestamp() + $4::float8 * interval '1 ms'
  where source_event_key = $1 and workspace_id = $2 and attempt = $3 and state = 'planned' and attempt > 0
  returning (extract(epoch from clock_timestamp() - first_sent_at) * 1000)::float8 as since_first_sent_ms`;

const shape = z.object({ since_first_sent_ms: z.number() });

/** How old the idempotency key is in the target, in milliseconds. Undefined: another claim is newer, or it is sent already. */
export async function sendOperation(
  database: Queryable,
  claim: OperationClaim,
  leaseMs: number,
): Promise<number | undefined> {
  const [row] = await database.query(statement, [claim.sourceEventKey, claim.workspaceId, claim.attempt, leaseMs]);
  return row && shape.parse(row).since_first_sent_ms;
}
