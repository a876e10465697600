// What rows of events are asked for by.
import type { Instant } from '../model/instant.ts';

/** Rows that carry any of these, whatever their workspace. */
export interface EventRowsQuery {
  readonly eventIds?: readonly string[];
  readonly subjects?: readonly string[];
  readonly sourceEventKeys?: readonly string[];
  readonly deliveryIds?: readonly string[];
  readonly jobs?: readonly { readonly queue: string; readonly jobId: string }[];
  /** Objects in a target; without one, in any. The local target's own table is searched for every id. */
  readonly records?: readonly { readonly target?: string; readonly id: string }[];
  /** Only rows that began in this span, ends included. It never decides which events are meant. */
  readonly since?: Instant | undefined;
  readonly until?: Instant | undefined;
  /** Rows of each kind at most. Default 1000. */
  readonly limit?: number;
}
