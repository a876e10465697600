// What `dedupe logs check --format json` prints.
import * as z from 'zod/mini';

const count = z.number();

export const logsDocument = z.object({
  version: z.literal(1),
  files: z.array(
    z.object({
      file: z.string(),
      /** Lines that were looked at. */
      lines: count,
      /** False: it could not be read, or not to its end; what is missing below may stand in the rest. */
      readable: z.boolean(),
      /** What was not looked at, in words; empty: everything was. */
      unread: z.array(z.string()),
      /** Layers of the lines from the outside in: `docker-json > json`. `text`: nothing in it has a name. */
      forms: z.array(z.object({ form: z.string(), count })),
      /** Kinds of facts that the lines show. */
      kinds: z.array(z.object({ kind: z.string(), count })),
      /** Fields of facts, each with at most three examples, of which only the beginning is shown. */
      fields: z.array(z.object({ field: z.string(), count, examples: z.array(z.string()) })),
      /** What some line says by log_fields or under a usual name, and why no fact has it. */
      unused: z.array(z.object({ field: z.string(), why: z.string() })),
      /** What no line says, and what it would settle. */
      missing: z.array(z.object({ field: z.string(), would_settle: z.string() })),
      /** Paths whose values look like what no line says; log_fields in the configuration takes them. */
      mappable: z.array(z.object({ field: z.string(), path: z.string(), count })),
      /** Lines that should not have been written like this, by the path of the field: `headers.authorization`. */
      exposed: z.array(z.object({ field: z.string(), what: z.enum(['token', 'message text']), count })),
      /** Times that were written without a zone, while no zone is configured. */
      zoneless: count,
    }),
  ),
});

export type LogsDocument = z.output<typeof logsDocument>;
export type CheckedLog = LogsDocument['files'][number];
