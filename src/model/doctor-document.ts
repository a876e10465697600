// What `dedupe doctor --format json` prints: every source with what it can settle, the clocks, and the twelve steps.
import * as z from 'zod/mini';
import { configDocument } from './config-document.ts';

const text = z.string();
const state = z.enum(['holds', 'does-not-hold', 'not-seen']);

export const doctorDocument = z.object({
  version: z.literal(1),
  /** `not-seen`: nothing speaks against it, and not everything was seen. */
  verdict: state,
  headline: text,
  /** Of each state, how many of the twelve. */
  counts: z.object({ holds: z.number(), does_not_hold: z.number(), not_seen: z.number() }),
  config: configDocument,
  sources: z.array(
    z.object({
      source: text,
      /** Which one, where a configuration can name several; null otherwise. */
      name: z.nullable(text),
      /** `failed`: it is configured and could not be opened. */
      state: z.enum(['opened', 'failed', 'not-configured']),
      /** Null: it is not configured. Never with a secret. */
      place: z.nullable(text),
      /** What was asked and what answered; why it failed; how it is configured. */
      evidence: text,
      /** False: an empty answer of this source proves nothing. Null: it was not opened. */
      visible: z.nullable(z.boolean()),
      versions: z.array(text),
      settles: text,
      unsettled: z.array(text),
    }),
  ),
  /** Against the clock of this machine; positive: it is ahead. The true difference lies within the bound. */
  clocks: z.array(z.object({ clock: text, offset_ms: z.number(), bound_ms: z.number() })),
  steps: z.array(
    z.object({
      step: z.number(),
      id: text,
      title: text,
      state,
      aspects: z.array(
        z.object({
          about: text,
          state,
          evidence: z.array(z.object({ source: text, state, sentence: text, todo: z.nullable(text) })),
        }),
      ),
    }),
  ),
  next: z.array(text),
});

export type DoctorDocument = z.output<typeof doctorDocument>;
export type SourceRow = DoctorDocument['sources'][number];
export type ClockRow = DoctorDocument['clocks'][number];
