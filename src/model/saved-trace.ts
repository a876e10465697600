// A trace that can be replayed: what the sources said, what was made of it, and by which version of this program.
import * as z from 'zod/mini';
import { factKinds } from './fact-fields.ts';
import { identifierTypes } from './timeline/identifiers.ts';
import { traceDocument } from './trace-document.ts';

export const savedTraceVersion = 1;

const instant = z.number();

export const savedTrace = z.object({
  /** Version of this format. A program refuses one that is newer than itself. */
  dedupe_saved_trace: z.literal(savedTraceVersion),
  /** Package and version. */
  written_by: z.string(),
  /** ISO 8601; null in an anonymised trace. */
  saved_at: z.nullable(z.string()),
  /** What was replaced and left out, in words; null: nothing was. */
  anonymized: z.nullable(z.array(z.string())),
  ref: z.string(),
  asked: z.array(z.object({ type: z.enum(identifierTypes), value: z.string() })),
  /** Every statement that belongs to the event, as its source made it. Moments are epoch milliseconds. */
  observations: z.array(
    z.object({
      kind: z.enum(factKinds),
      source: z.string(),
      where: z.string(),
      clock: z.string(),
      fields: z.record(z.string(), z.unknown()),
    }),
  ),
  gaps: z.array(
    z.object({
      source: z.string(),
      reason: z.string(),
      would_settle: z.string(),
      kind: z.enum(['failed', 'partial', 'not-configured', 'hint']),
    }),
  ),
  /** Which kinds a source records, and over which span; null is unbounded. */
  coverage: z.array(
    z.object({
      source: z.string(),
      sees: z.array(z.enum(factKinds)),
      /** A delivery without an answer got none. */
      tells_answers: z.optional(z.literal(true)),
      from: z.nullable(instant),
      to: z.nullable(instant),
    }),
  ),
  /** Senders that a configuration described: how they repeat is evidence too. Milliseconds; null is not known. */
  senders: z.array(
    z.object({
      name: z.string(),
      title: z.nullable(z.string()),
      answer_within_ms: z.nullable(z.number()),
      retry_gaps_ms: z.nullable(z.array(z.number())),
      horizon_ms: z.nullable(z.number()),
    }),
  ),
  /** What the sources said of later events, and of which cause they were asked; null: no cause was named. */
  ongoing: z.object({
    rule: z.nullable(z.string()),
    state: z.enum(['firing', 'not-seen', 'unknown']),
    sentence: z.string(),
  }),
  /** What that version answered. A replay computes it anew. */
  document: traceDocument,
});

export type SavedTrace = z.output<typeof savedTrace>;
