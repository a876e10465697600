// What standard error gets under `--format json`. Scripts match `code`; the sentences may change.
import * as z from 'zod/mini';

export const errorDocument = z.object({
  error: z.object({
    code: z.string().check(z.regex(/^DEDUPE_[A-Z_]+$/)),
    message: z.string(),
    /** Null: nothing is known that would help. Several lines where several things are wrong. */
    hint: z.nullable(z.string()),
    exit: z.literal([0, 1, 2, 3, 130]),
    /** Under `--debug` only. */
    stack: z.optional(z.string()),
  }),
});

export type ErrorDocument = z.output<typeof errorDocument>;
