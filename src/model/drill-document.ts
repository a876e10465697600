// What `dedupe drill` prints as JSON, and what it keeps of each scenario for later.
import * as z from 'zod/mini';

const count = z.number().check(z.nonnegative());

export const drillResult = z.object({
  scenario: z.string(),
  title: z.string(),
  /** `not-run`: nothing is known. It is never a pass. */
  verdict: z.enum(['safe', 'unsafe', 'not-run']),
  /** Rounds of a race, else 1; 0 when it did not run. */
  rounds: count,
  /** Objects. Null: it did not run. `lost` is summed over acts. */
  wanted: z.nullable(count),
  got: z.nullable(count),
  lost: z.nullable(count),
  /** From the last thing that was done until the last count: what is made later is not known. Null: it did not run. */
  looked_ms: z.nullable(count),
  /** Of the act that shows the fault, else of the last one. More than are wanted is a fault. */
  result_ids: z.array(z.string()),
  /** What was seen; why it did not run. */
  evidence: z.string(),
  must_hold: z.string(),
  started_at: z.string(),
  duration_ms: count,
});

export const drillDocument = z.object({
  version: z.literal(1),
  /** `incomplete`: what ran is safe, and something that was asked for did not run. */
  verdict: z.enum(['safe', 'unsafe', 'incomplete']),
  headline: z.string(),
  started_at: z.string(),
  finished_at: z.string(),
  receivers: z.array(z.string()),
  team_id: z.string(),
  app_id: z.string(),
  counted_by: z.string(),
  /** Begins every text that was sent, so that what is left over can be found. */
  marker: z.string(),
  /** Objects of one ordinary event before anything else; null when they could not be counted. */
  baseline: z.nullable(count),
  results: z.array(drillResult),
  /** Left out on purpose (--skip). */
  skipped: z.array(z.string()),
  /** The file with the newest result of each scenario; null when none was written. */
  kept_in: z.nullable(z.string()),
});

/** The file that is kept: the newest result of every scenario that ran, whichever drill it was. */
export const drillRecord = z.object({
  version: z.literal(1),
  results: z.array(
    z.object({
      ...z.omit(drillResult, { must_hold: true, title: true }).shape,
      /** Absent in what older versions have kept. */
      looked_ms: z.optional(z.nullable(count)),
      receivers: z.array(z.string()),
      counted_by: z.string(),
      dedupe_version: z.string(),
    }),
  ),
});

export const drillList = z.object({
  version: z.literal(1),
  scenarios: z.array(
    z.object({
      scenario: z.string(),
      title: z.string(),
      does: z.string(),
      must_hold: z.string(),
      why: z.string(),
      /** Hooks of the configuration without which it is not run, each with what it has to do. */
      needs: z.array(z.object({ hook: z.string(), does: z.string() })),
      race: z.boolean(),
      /** Its fault leaves work: it waits for drill.longest_repeat, and without that it is never safe. */
      waits_for_repeat: z.boolean(),
    }),
  ),
});

export type DrillDocument = z.output<typeof drillDocument>;
export type DrillResult = z.output<typeof drillResult>;
export type DrillRecord = z.output<typeof drillRecord>;
export type DrillList = z.output<typeof drillList>;
