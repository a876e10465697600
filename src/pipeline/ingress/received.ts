// One request as it came from the wire, and one receiver: an address where one provider's events arrive.
import type { Headers } from '../../model/provider.ts';
import type { Filter } from '../contracts/filter.ts';
import type { LiveDispatch } from '../dispatch/live.ts';

export interface Received {
  readonly method: string;
  /** Path without the query. */
  readonly path: string;
  readonly headers: Headers;
  /** The bytes before any parsing. */
  readonly body: Uint8Array;
  /** How long the body took to arrive, in milliseconds: the sender has been waiting since before it. */
  readonly bodyMs?: number;
}

/** An application's own answer. */
export interface Said {
  readonly status: number;
  readonly contentType: string;
  readonly body: Uint8Array;
}

export interface Receiver {
  /** `/slack/events`. */
  readonly path: string;
  /** `slack`, `slack.support`, `github`, … */
  readonly provider: string;
  /** Asked at every request, so that a rotation needs no restart; several while one replaces another. */
  readonly secrets: () => readonly string[];
  readonly filter: Filter;
  /** Time from the arrival to the answer, in milliseconds. Default: half a second less than the provider waits, at most 10 s. */
  readonly deadlineMs?: number | undefined;
  /** Where an application answers. Undefined: whoever waits is told that it is registered. */
  readonly live?: LiveDispatch | undefined;
  /** What an application says to a question that reads (options at every keystroke). Undefined: nobody is asked. */
  readonly ask?: ((received: Received, deadlineMs: number) => Promise<Said | undefined>) | undefined;
}
