// Everything that one trace computed, as versioned JSON. Other programs read this: it changes only with `version`.
import * as z from 'zod/mini';
import { factKinds } from './fact-fields.ts';
import { certainties } from './rule.ts';

export const verdicts = [
  'duplicate',
  'single',
  'not-a-duplicate',
  'lost',
  'split',
  'unknown-result',
  'inconclusive',
] as const;
export type Verdict = (typeof verdicts)[number];

const isoInstant = z.string();
const nullable = <T extends z.core.SomeType>(schema: T) => z.nullable(schema);

const identity = {
  provider: z.string(),
  workspace_id: nullable(z.string()),
  app_id: nullable(z.string()),
  event_id: z.string(),
  type: nullable(z.string()),
  subtype: nullable(z.string()),
  subject: nullable(z.string()),
};

const witness = z.object({ source: z.string(), where: z.string() });

export const traceDocument = z.object({
  version: z.literal(1),
  ref: z.string(),
  verdict: z.enum(verdicts),
  headline: z.string(),
  event: nullable(z.object({ ...identity, siblings: z.array(z.object(identity)) })),
  facts: z.array(
    z.object({
      n: z.number(),
      kind: z.enum(factKinds),
      /** Null: no witness logged when it began. */
      at: nullable(isoInstant),
      /** Milliseconds after the first fact with a time; null with `at`. */
      offset_ms: nullable(z.number()),
      source: z.string(),
      where: z.string(),
      clock: z.string(),
      fields: z.record(z.string(), z.unknown()),
      witnesses: z.array(witness),
      /** For each field, the index in `witnesses` of the statement that it was taken from. */
      origin: z.record(z.string(), z.number()),
      contradictions: z.array(
        z.object({
          field: z.string(),
          values: z.array(z.object({ value: z.unknown(), source: z.string(), where: z.string() })),
        }),
      ),
      /** Number of the fact that it came out of; null when that was not seen. */
      parent: nullable(z.object({ n: z.number(), by: z.string(), certainty: z.enum(['stated', 'inferred']) })),
    }),
  ),
  findings: z.array(
    z.object({
      rule: z.string(),
      family: z.string(),
      role: z.enum(['primary', 'contributing']),
      certainty: z.enum(certainties),
      args: z.record(z.string(), z.unknown()),
      sentence: z.string(),
      because: z.array(z.string()),
      facts: z.array(z.number()),
      fix: z.array(z.string()),
    }),
  ),
  records: z.array(
    z.object({
      id: z.string(),
      target: z.string(),
      action: z.string(),
      url: nullable(z.string()),
      fact: z.number(),
      keep: z.boolean(),
      why: z.string(),
    }),
  ),
  /** The copies of what was made more than once, side by side. Null: not logged. */
  copies: z.array(
    z.object({
      target: z.string(),
      record: nullable(z.string()),
      event_id: nullable(z.string()),
      body_digest: nullable(z.string()),
      sent_at: nullable(isoInstant),
      retry_num: nullable(z.number()),
      retry_reason: nullable(z.string()),
      attempt: nullable(z.number()),
      instance_id: nullable(z.string()),
      deployment_version: nullable(z.string()),
      duration_ms: nullable(z.number()),
      outcome: nullable(z.string()),
      /** The first question to a guard that belongs to this copy alone; left out: none was logged. */
      guard: z.optional(
        z.object({
          fact: z.number(),
          store: nullable(z.string()),
          key: nullable(z.string()),
          /** The key cut at its separators; `field` is what a differing part is the value of. */
          parts: z.array(z.object({ text: z.string(), differs: z.boolean(), field: nullable(z.string()) })),
          result: nullable(z.string()),
          set_at: nullable(isoInstant),
          expires_at: nullable(isoInstant),
        }),
      ),
    }),
  ),
  /** Gaps between receipts and between effects, with what a gap of this length usually means; a gap never decides alone. */
  readings: z.array(
    z.object({
      between: z.enum(['receipts', 'effects']),
      gap_ms: z.number(),
      facts: z.array(z.number()),
      usual: nullable(z.string()),
    }),
  ),
  gaps: z.array(z.object({ source: z.string(), reason: z.string(), would_settle: z.string() })),
  /** For `lost` only, where the facts show on which way. `way` is an id that `dedupe explain` knows. */
  loss: z.optional(
    z.object({ way: z.string(), sentence: z.string(), facts: z.array(z.number()), prevention: z.array(z.string()) }),
  ),
  /** Clocks that are known to differ; of any other two it is assumed that they differ by a second at most. */
  skews: z.optional(
    z.array(z.object({ clocks: z.tuple([z.string(), z.string()]), bound_ms: z.number(), measured: z.boolean() })),
  ),
  refuted: z.array(z.object({ rule: z.string(), reason: z.string(), facts: z.array(z.number()) })),
  /** Is this cause still firing in the sources at hand? */
  ongoing: z.object({ state: z.enum(['firing', 'not-seen', 'unknown']), sentence: z.string() }),
  next: z.array(z.string()),
});

export type TraceDocument = z.output<typeof traceDocument>;
