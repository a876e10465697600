// What one lint or audit found, as versioned JSON. Other programs read this: it changes only with `version`.
import * as z from 'zod/mini';
import { certainties, severities } from './rule.ts';

export const failLevels = ['error', 'warning', 'never'] as const;
export type FailLevel = (typeof failLevels)[number];

const location = z.object({
  file: z.string(),
  line: z.number(),
  column: z.number(),
  end_line: z.number(),
  end_column: z.number(),
});

const foundItem = z.object({
  rule: z.string(),
  severity: z.enum(severities),
  certainty: z.enum(certainties),
  title: z.string(),
  /** What happens here, and why it makes two. */
  sentence: z.string(),
  location,
  /** The line as it stands in the file; null where no file has it. */
  excerpt: z.nullable(z.string()),
  related: z.array(z.object({ ...location.shape, note: z.string(), excerpt: z.nullable(z.string()) })),
  fix: z.array(z.string()),
  /** Lines that begin with - and +; empty where no change is safe without understanding the program. */
  diff: z.array(z.string()),
  /** Stays the same when lines move; two equal places of one file are counted. */
  fingerprint: z.string(),
});

export const findingsDocument = z.object({
  version: z.literal(1),
  tool: z.enum(['lint', 'audit']),
  findings: z.array(foundItem),
  /** Comments and baseline entries that hold nothing back, and comments without a reason. */
  complaints: z.array(z.object({ file: z.string(), line: z.number(), sentence: z.string() })),
  /** What was looked at, part by part: done, or a gap with its reason. */
  parts: z.array(
    z.object({
      part: z.string(),
      state: z.enum(['done', 'gap', 'failed']),
      /** What was seen, or why it was not looked at. */
      sentence: z.string(),
    }),
  ),
  /** Files that were named or met and could not be judged. */
  skipped: z.array(z.object({ file: z.string(), reason: z.string(), fatal: z.boolean() })),
  counts: z.object({
    error: z.number(),
    warning: z.number(),
    note: z.number(),
    /** Held back by a comment, by the baseline, by the configuration. */
    suppressed: z.number(),
    baseline: z.number(),
    switched_off: z.number(),
    files: z.number(),
    rules: z.number(),
    ms: z.number(),
  }),
  fail_on: z.enum(failLevels),
  exit: z.object({ code: z.number(), why: z.string() }),
});

export type FindingsDocument = z.output<typeof findingsDocument>;
export type FoundItem = z.output<typeof foundItem>;

export const baselineFile = z.strictObject({
  version: z.literal(1),
  findings: z.array(z.strictObject({ fingerprint: z.string(), rule: z.string(), file: z.string() })),
});
export type Baseline = z.output<typeof baselineFile>;
