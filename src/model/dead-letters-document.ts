// What `dedupe dead-letters --format json` prints.
import * as z from 'zod/mini';

export const deadLettersDocument = z.object({
  version: z.literal(1),
  action: z.enum(['list', 'show', 'redrive']),
  database: z.string(),
  letters: z.array(
    z.object({
      /** `operation`: an effect that was given up. `event`: no plan could be made of it. */
      kind: z.enum(['operation', 'event']),
      source_event_key: z.string(),
      workspace_id: z.string(),
      provider: z.string(),
      event_id: z.nullable(z.string()),
      target: z.nullable(z.string()),
      /** Claims so far; a redrive does not start it again. */
      attempt: z.number(),
      error_code: z.nullable(z.string()),
      ended_at: z.nullable(z.string()),
      /** False: what a redrive would need is no longer kept. */
      redrivable: z.boolean(),
      /** `planned`: what --apply would send back. `kept`: it changed meanwhile, or cannot be sent back. Null: nothing was asked. */
      redrive: z.nullable(z.enum(['planned', 'redriven', 'kept'])),
    }),
  ),
  /** True: there are more than are shown. */
  more: z.boolean(),
});

export type DeadLettersDocument = z.output<typeof deadLettersDocument>;
