// What `dedupe reconcile --format json` prints, and the plan that --plan writes and --apply reads.
import * as z from 'zod/mini';
import { operationStates } from './operation.ts';
import { reconcileVerdicts } from './reconcile.ts';

const moment = z.nullable(z.string());

const record = z.object({
  id: z.string(),
  url: z.nullable(z.string()),
  created_at: moment,
  created_by: z.nullable(z.string()),
  state: z.enum(['open', 'closed', 'deleted', 'unknown']),
  /** True: the one that stays; the others are for a person to close. */
  keep: z.boolean(),
});

export const reconcileItem = z.object({
  source_event_key: z.string(),
  workspace_id: z.string(),
  event_id: z.nullable(z.string()),
  target: z.string(),
  state: z.enum(operationStates),
  attempt: z.int(),
  sent_at: moment,
  /** Since it was sent, by the clock that wrote it down. Null: nobody wrote it down. */
  age_ms: z.nullable(z.number()),
  verdict: z.enum(reconcileVerdicts),
  /** `stay`: nothing is done. `verify`: it was released once; one object is all there is. In a report nothing is done at all. */
  action: z.enum(['confirm', 'release', 'verify', 'stay']),
  external_id: z.nullable(z.string()),
  external_url: z.nullable(z.string()),
  /** Before this nothing follows from an empty answer. */
  until: moment,
  proof: z.object({
    asked: z.string(),
    store: z.nullable(z.enum(['primary', 'index'])),
    because: z.string(),
  }),
  records: z.array(record),
  /** Of these, beside the one that stays and still open; null where this look cannot say. Absent in plans of older versions. */
  surplus: z.optional(z.nullable(z.int())),
  /** What --apply did; null where nothing was asked of it. `changed`: it stood elsewhere by then, and was left alone. */
  applied: z.nullable(z.enum(['confirmed', 'released', 'verified', 'kept', 'changed'])),
});
export type ReconcileItem = z.output<typeof reconcileItem>;

const looksKept = z.object({
  /** Operations whose history has a new entry: those of which the look said something new. */
  written: z.int(),
  /** Why the look, or the rest of it, stands in no history. Null: it does. */
  not_kept: z.nullable(z.string()),
});
export type LooksKept = z.output<typeof looksKept>;

const leftOut = z.object({
  source: z.enum(['schema', 'ledger', 'logs']),
  /** Of unknown result there, up to --limit. Null: not counted. */
  operations: z.nullable(z.int()),
});
export type LeftOut = z.output<typeof leftOut>;

const creates = z.object({
  /** Of unknown result, and not looked for: each for a reason that somebody can mend in the log. */
  left_out: z.array(z.object({ count: z.int(), reason: z.string(), examples: z.array(z.string()) })),
  /** Of unknown result, and made all the same by what another try or a record says. */
  settled: z.int(),
});

const gap = z.object({
  source: z.string(),
  reason: z.string(),
  would_settle: z.string(),
  /** True: it could not be read, or tells nothing of requests at all. */
  failed: z.boolean(),
});

export const reconcileDocument = z.object({
  version: z.literal(1),
  /** `plan`: nothing was changed. `report`: nothing can be changed from this source. */
  mode: z.enum(['plan', 'applied', 'report']),
  /** Where the operations come from: the dedupe schema, the configured table, a key, or log files. */
  source: z.enum(['schema', 'ledger', 'key', 'logs']),
  database: z.nullable(z.string()),
  at: z.string(),
  items: z.array(reconcileItem),
  /** Only of logs: the creates that are no items. */
  creates: z.optional(creates),
  /** Only of logs: what was not seen. */
  gaps: z.optional(z.array(gap)),
  /** True: there are more than --limit. */
  more: z.boolean(),
  /** Unknown for longer than --max-age. Null: no --max-age was given. */
  too_old: z.nullable(z.int()),
  /** Of a plan: what of the look stays in the ledger. Null: nothing was looked at, the source has no ledger, or --apply kept it. */
  looks: z.nullable(looksKept),
  /** What is configured as well, and was not looked at: --source takes it. */
  left_out: z.nullable(leftOut),
  /** The file that --plan wrote. */
  plan: z.nullable(z.string()),
});
export type ReconcileDocument = z.output<typeof reconcileDocument>;

/** Read again and again, and never whole in memory where there are many. An array is one. */
export interface Items extends Iterable<ReconcileItem> {
  readonly length: number;
}
export type ReconcileReport = Omit<ReconcileDocument, 'items'> & { readonly items: Items };

export const reconcilePlan = z.strictObject({
  version: z.literal(1),
  made_at: z.string(),
  expires_at: z.string(),
  /** Which database: another one is refused, however alike it is. */
  database: z.object({
    identity: z.string(),
    place: z.string(),
    schema_version: z.int(),
    /** Of a copy of the whole cluster the identity is the same: these three tell it apart. Null: the server does not tell. */
    timeline: z.nullable(z.int()),
    position: z.nullable(z.string().check(z.regex(/^\d{1,20}$/))),
    server: z.nullable(z.string()),
  }),
  targets: z.record(z.string(), z.string()),
  /** TARGET → milliseconds after which an empty index is accepted as a proof. */
  accept_absent: z.record(z.string(), z.number()),
  /** Of several objects, the one that a person chose to keep: source event key → id. */
  keep: z.record(z.string(), z.string()),
  /** There were more than --limit: when all of this is done, something is left. Absent in plans of older versions. */
  more: z.optional(z.boolean()),
  items: z.array(reconcileItem),
});
export type ReconcilePlan = z.output<typeof reconcilePlan>;
export type PlanHead = Omit<ReconcilePlan, 'items'>;
