// What an application says: for one event, which effects are wanted. It says so and makes none of them itself.

import { localTarget } from '../../store/work/create-tasks.ts';
import type { ClaimedEvent } from '../../store/work/event-claim.ts';

export interface WorkEvent {
  readonly provider: string;
  readonly workspaceId: string;
  readonly eventId: string;
  readonly appId: string | undefined;
  readonly type: string | undefined;
  readonly subtype: string | undefined;
  readonly subject: string | undefined;
  readonly sourceEventKey: string;
  readonly channel: string | undefined;
  readonly ts: string | undefined;
  /** Claims so far, this one included. More than 1: the earlier ones may have planned already, which changes nothing. */
  readonly attempt: number;
  /** The few headers that were kept, and the body byte for byte. */
  readonly headers: Readonly<Record<string, string>>;
  readonly body: Uint8Array;
}

export type Effect =
  /** A row in dedupe.tasks, in the transaction that ends the claim. */
  | { readonly target: 'tasks'; readonly action?: string; readonly title?: string }
  /** A request to another system, through the outbox. The bytes (of a text: in UTF-8) are frozen: every attempt sends them. */
  | {
      readonly target: string;
      readonly action?: string;
      readonly request: Uint8Array | string;
      /** Sent no earlier than so many milliseconds after the plan. */
      readonly delayMs?: number | undefined;
    };

/** The same event must give the same actions each time. Throws what is temporary, or PermanentError. */
export type Plan = (event: WorkEvent, signal: AbortSignal) => readonly Effect[] | Promise<readonly Effect[]>;

/** Nothing that is tried again can mend it: the event goes to the dead letters at once. `code` is one word. */
export class PermanentError extends Error {
  readonly code: string;
  constructor(code: string, message: string = code, options?: ErrorOptions) {
    super(message, options);
    this.name = 'PermanentError';
    this.code = code;
  }
}

/** One local task for each event. */
export const taskForEach: Plan = () => [{ target: localTarget }];

export function workEventOf(row: ClaimedEvent): WorkEvent {
  if (row.payload === null) throw new PermanentError('payload_not_kept', 'the body of the event is no longer kept');
  return {
    provider: row.provider,
    workspaceId: row.workspace_id,
    eventId: row.event_id,
    appId: row.app_id ?? undefined,
    type: row.event_type ?? undefined,
    subtype: row.event_subtype ?? undefined,
    subject: row.subject ?? undefined,
    sourceEventKey: row.source_event_key ?? `${row.provider}:${row.workspace_id}:${row.event_id}`,
    channel: row.channel ?? undefined,
    ts: row.ts ?? undefined,
    attempt: row.attempt,
    headers: row.headers ?? {},
    body: row.payload,
  };
}
