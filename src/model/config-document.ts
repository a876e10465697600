// What `dedupe config --format json` prints: every setting with the place that set it, secrets hidden.
import * as z from 'zod/mini';

export const configDocument = z.object({
  version: z.literal(1),
  /** Null: no file was found. */
  file: z.nullable(z.string()),
  /** Where a file was looked for: these names, in this folder and in each one above it. Null when one was named. */
  looked_for: z.nullable(z.object({ names: z.array(z.string()), from: z.string() })),
  settings: z.array(
    z.object({
      name: z.string(),
      /** Null: not set. Times are ISO 8601 in UTC. */
      value: z.union([z.string(), z.boolean(), z.number(), z.array(z.string()), z.null()]),
      from: z.string(),
      env: z.nullable(z.string()),
      flag: z.nullable(z.string()),
      summary: z.string(),
    }),
  ),
  /** Variables that start like ours and mean nothing, with the name that was probably meant. */
  unknown_variables: z.array(z.object({ name: z.string(), nearest: z.nullable(z.string()) })),
});

export type ConfigDocument = z.output<typeof configDocument>;
