// One event as a worker holds it: the attempt is the fence behind which everything else is written.
import * as z from 'zod/mini';

export interface EventClaim {
  readonly provider: string;
  readonly workspaceId: string;
  readonly eventId: string;
  readonly attempt: number;
}

/** The job of an event is known before anybody claims it, and never changes. */
export const eventJob = (alias: string) => `${alias}.provider || ':' || ${alias}.event_id`;

export const claimedEventShape = z.object({
  provider: z.string(),
  workspace_id: z.string(),
  event_id: z.string(),
  app_id: z.nullable(z.string()),
  event_type: z.nullable(z.string()),
  event_subtype: z.nullable(z.string()),
  subject: z.nullable(z.string()),
  source_event_key: z.nullable(z.string()),
  channel: z.nullable(z.string()),
  ts: z.nullable(z.string()),
  attempt: z.number(),
  /** With the present budget; a claim whose lease ran out counts as one. */
  failures: z.number(),
  was_lost: z.boolean(),
  /** From the moment at which it was due to this claim. */
  waited_ms: z.number(),
  headers: z.nullable(z.record(z.string(), z.string())),
  payload: z.nullable(z.instanceof(Uint8Array)),
});
export type ClaimedEvent = z.output<typeof claimedEventShape>;

/** As the statements take claims: one JSON text, a row for each. */
export function claimRows<More extends object>(rows: readonly (EventClaim & More)[]): string {
  return JSON.stringify(
    rows.map(({ provider, workspaceId, eventId, attempt, ...more }) => ({
      provider,
      workspace_id: workspaceId,
      event_id: eventId,
      attempt,
      ...more,
    })),
  );
}

export const claimColumns = 'provider text, workspace_id text, event_id text, attempt int';

/** The row is still held by this very claim. */
export const isHeld = (event: string, given: string) =>
  `${event}.event_id = ${given}.event_id and ${event}.workspace_id = ${given}.workspace_id and ${event}.provider = ${given}.provider
    and ${event}.attempt_count = ${given}.attempt and ${event}.status = 'processing'`;
