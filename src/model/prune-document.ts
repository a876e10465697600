// What `dedupe prune --format json` prints.
import * as z from 'zod/mini';

export const pruneDocument = z.object({
  version: z.literal(1),
  database: z.string(),
  /** False: this is the plan, and nothing was changed. */
  applied: z.boolean(),
  steps: z.array(
    z.object({
      table: z.string(),
      /** `empty`: bodies and requests become null, the rows stay. */
      does: z.enum(['delete', 'empty']),
      older_than_ms: z.number(),
      rows: z.number(),
      /** Nothing younger than this goes from this table. Milliseconds; 0: any age will do. */
      lower_bound_ms: z.number(),
    }),
  ),
  /** What is as old as was asked for and stays, with its reason. */
  left: z.array(
    z.object({
      table: z.string(),
      /** `text`: payloads, requests and titles that people wrote. */
      what: z.enum(['rows', 'text']),
      /** Status of events, state of operations; empty for tables that have none. */
      state: z.string(),
      rows: z.number(),
      reason: z.string(),
    }),
  ),
  /** The longest of them that this database has a reason for, whichever tables were asked for. */
  lower_bound_ms: z.number(),
  /** The file that holds what was deleted; null when none was asked for. */
  export: z.nullable(z.string()),
});

export type PruneDocument = z.output<typeof pruneDocument>;
