// Requests of unknown result in a table of the user's own, as one SELECT of the configuration names them.
import * as z from 'zod/mini';
import { DedupeError } from '../../errors.ts';
import { parseInstant } from '../../model/instant.ts';
import type { Candidate } from '../../model/reconcile.ts';
import type { Queryable } from '../../postgres/database.ts';

const text = z.pipe(
  z.union([z.string(), z.number()]),
  z.transform((value) => String(value)),
);
const moment = z.optional(z.nullable(z.union([z.instanceof(Date), z.string(), z.number()])));

const shape = z.object({
  source_event_key: text,
  target: text,
  workspace_id: z.optional(z.nullable(text)),
  event_id: z.optional(z.nullable(text)),
  idempotency_key: z.optional(z.nullable(text)),
  external_id: z.optional(z.nullable(text)),
  sent_at: moment,
  lease_until: moment,
});

/** With a bound parameter around it, the server takes one statement only: nothing can follow the SELECT. */
export async function readLedger(database: Queryable, select: string, limit: number): Promise<Candidate[]> {
  const rows = await database.query(`select * from (\n${select.replace(/;\s*$/, '')}\n) as ledger limit $1`, [limit]);
  return rows.map((row) => {
    const checked = shape.safeParse(row);
    if (checked.success) return candidateOf(checked.data);
    throw new DedupeError(
      'DEDUPE_CONFIG_INVALID',
      `ledger.select gives no ${checked.error.issues[0]?.path.join('.')} that can be used`,
      {
        hint: 'It names source_event_key and target, and if there are, sent_at, lease_until, workspace_id, idempotency_key.',
      },
    );
  });
}

function candidateOf(row: z.output<typeof shape>): Candidate {
  return {
    sourceEventKey: row.source_event_key,
    workspaceId: row.workspace_id ?? '',
    baseKey: row.source_event_key,
    eventId: row.event_id ?? undefined,
    target: row.target,
    state: 'unknown',
    attempt: 1,
    key: row.idempotency_key ?? row.source_event_key,
    externalId: row.external_id ?? undefined,
    sentAt: parseInstant(row.sent_at),
    finishedAt: undefined,
    leaseEnd: parseInstant(row.lease_until),
    nextLookAt: undefined,
  };
}
