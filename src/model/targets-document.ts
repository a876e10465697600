// What `dedupe targets --format json` prints.
import * as z from 'zod/mini';

const abilities = z.object({
  idempotency_key: z.nullable(z.object({ name: z.string(), scope: z.string(), lifetime_ms: z.nullable(z.number()) })),
  unique_field: z.nullable(z.string()),
  /** Whether a second value is refused depends on how the system was set up. */
  unique_by_setup: z.boolean(),
  find_by: z.enum(['primary', 'index', 'none']),
  /** Null: not known, never zero. */
  index_lag_ms: z.nullable(z.number()),
  lists_by_time: z.boolean(),
  names_creator: z.boolean(),
  /** What an empty answer says nothing about. */
  leaves_out: z.nullable(z.string()),
  create_maximum_ms: z.number(),
});

export const targetsDocument = z.object({
  version: z.literal(1),
  action: z.enum(['list', 'check']),
  targets: z.array(
    z.object({
      /** The name in the configuration; null for a type that is not configured. */
      name: z.nullable(z.string()),
      type: z.string(),
      title: z.string(),
      identity: z.nullable(z.string()),
      abilities,
      /** Null: it was not asked. */
      check: z.nullable(
        z.object({
          /** `unreachable`: nobody answered. `not-open`: a credential is missing. */
          state: z.enum(['visible', 'cannot-see', 'unreachable', 'not-open']),
          evidence: z.string(),
          /** What the check showed of `unique_field`: a second value is refused, or is not. Null: not shown. */
          repeat_refused: z.nullable(z.boolean()),
        }),
      ),
    }),
  ),
});
export type TargetsDocument = z.output<typeof targetsDocument>;
