// The sorts of values that the fields of facts have; what arrives in another form is brought into this one.
import * as z from 'zod/mini';
import { type Instant, parseInstant } from './instant.ts';
import { wholeTs } from './ts.ts';

const optionals = new Map<z.core.$ZodType, unknown>();

const roundedId = 'the number is too large to be read exactly: write it as text';

const noTime = 'not a time: ISO 8601 with a zone, or epoch milliseconds';
const noCount = 'not a whole number from 0';
const noMilliseconds = 'not a number of milliseconds from 0';

export const instant = z.pipe(
  z.union([z.string(), z.number()], noTime),
  z.transform((value, context): Instant => {
    const at = parseInstant(value);
    if (at !== undefined) return at;
    context.issues.push({
      code: 'custom',
      message: noTime,
      input: value,
    });
    return z.NEVER;
  }),
);

/** Ids and codes arrive as text or as numbers; both are the same id. A number that JSON has already rounded is not an id. */
export const id = z.pipe(
  z.union([z.string(), z.number().check(z.refine((value) => Math.abs(value) <= Number.MAX_SAFE_INTEGER, roundedId))]),
  z.transform((value) => String(value)),
);
/** A Slack `ts`: seconds, a dot, six digits. Some pages write it without the dot, some loggers as a number. */
export const slackTs = z.pipe(
  z.union([z.string(), z.number()]),
  z.transform((value) => {
    if (typeof value === 'number') return value < 1e15 ? value.toFixed(6) : (value / 1e6).toFixed(6);
    return wholeTs(value);
  }),
);
export const text = z.string('not a text');
export const count = z.pipe(
  z.union([z.int(noCount).check(z.nonnegative(noCount)), z.string().check(z.regex(/^\d{1,15}$/, noCount))], noCount),
  z.transform((value) => Number(value)),
);
export const milliseconds = z.number(noMilliseconds).check(z.nonnegative(noMilliseconds));

/** One instance for each schema: most fields are of few sorts, and each instance costs every trace its making. */
export const optional = <T extends z.core.$ZodType>(schema: T): z.ZodMiniOptional<T> => {
  const made = optionals.get(schema) ?? z.optional(schema);
  optionals.set(schema, made);
  return made as z.ZodMiniOptional<T>;
};

/** What a field would take. What was written is not repeated, since it can be anything. */
export function expectedBy(issue: z.core.$ZodIssue): string {
  if (issue.code === 'invalid_value') return `known are ${issue.values.join(', ')}`;
  return /^Invalid/.test(issue.message) ? 'not a value that this field can have' : issue.message;
}
