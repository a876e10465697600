// Requests of unknown result in a table of the user's own, as one SELECT of the configuration names them.
import * as z from 'zod/mini';
import { DedupeError } from '../../errors.ts';
import { type Instant, parseInstant } from '../../model/instant.ts';
import type { Candidate } from '../../model/reconcile.ts';
import { stampIn } from '../../model/zone.ts';
import type { OwnRow } from '../../postgres/own-select.ts';

const text = z.string();

const shape = z.object({
  source_event_key: text,
  target: text,
  workspace_id: z.optional(z.nullable(text)),
  event_id: z.optional(z.nullable(text)),
  idempotency_key: z.optional(z.nullable(text)),
  external_id: z.optional(z.nullable(text)),
  sent_at: z.optional(z.nullable(text)),
  first_sent_at: z.optional(z.nullable(text)),
  lease_until: z.optional(z.nullable(text)),
});

/** Throws DEDUPE_CONFIG_INVALID, naming the column, for a row that is no request. */
export function candidatesOf(rows: readonly OwnRow[]): Candidate[] {
  return rows.map((row) => {
    const checked = shape.safeParse(row);
    if (checked.success) return candidateOf(checked.data);
    throw new DedupeError(
      'DEDUPE_CONFIG_INVALID',
      `ledger.select gives no ${checked.error.issues[0]?.path.join('.')} that can be used`,
      {
        hint: 'It names source_event_key and target, and if there are, sent_at, first_sent_at, lease_until, workspace_id, idempotency_key.',
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
    sentAt: momentOf(row.sent_at),
    firstSentAt: momentOf(row.first_sent_at),
    finishedAt: undefined,
    leaseEnd: momentOf(row.lease_until),
    nextLookAt: undefined,
  };
}

/** The SELECT runs in UTC: a time without a zone stands there. */
function momentOf(value: string | null | undefined): Instant | undefined {
  return stampIn('UTC', value) ?? parseInstant(value ?? undefined);
}
