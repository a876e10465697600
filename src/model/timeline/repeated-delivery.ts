// What every cause says about an event that was delivered again and made something each time: one set of arguments for all.
import { counted, listed } from '../listed.ts';
import { copiesByDelivery, firstAttempts } from './deliveries.ts';
import { type Redelivery, recordsOf } from './redelivery.ts';
import type { Effect, Timeline } from './timeline.ts';

export interface RepeatedDeliveryArgs {
  readonly sender: string;
  /** Numbers of the two deliveries that each made a copy. */
  readonly first: number;
  readonly repeat: number;
  /** Of these two deliveries. */
  readonly records: readonly string[];
  /** Arrivals of the event that led to a copy, or may have: at least these two. */
  readonly arrivals: number;
  /** What else there is: by further repeats, or by ways that were not logged. */
  readonly others: readonly string[];
  /** How long the sender waits for an answer; 0 where that is not known. Milliseconds, as all spans. */
  readonly deadlineMs: number;
  /** From the arrival of the first copy to its answer; null when the answer was not logged. */
  readonly answerMs: number | null;
  /** From the first arrival to the next; null when one has no time. */
  readonly gapMs: number | null;
  /** As the next arrival says; null when it does not. */
  readonly retryNum: number | null;
  readonly reason: string | null;
  /** Deliveries that call themselves the first attempt. */
  readonly firstAttempts: readonly number[];
}

export function repeatedDeliveryArgs(timeline: Timeline, effect: Effect, sent: Redelivery): RepeatedDeliveryArgs {
  const { first, next, repeat, answerMs, gapMs, reason } = sent;
  return {
    sender: timeline.sender,
    first: first.n,
    repeat: repeat.n,
    ...recordsOf(sent, effect),
    arrivals: Math.max(
      2,
      copiesByDelivery(timeline, effect).filter(({ delivery }) => delivery.fields.event_id === first.fields.event_id)
        .length,
    ),
    deadlineMs: timeline.retries?.ackDeadlineMs ?? 0,
    answerMs,
    gapMs,
    retryNum: next.fields.retry_num ?? null,
    reason,
    firstAttempts: firstAttempts(timeline, first),
  };
}

/** Which deliveries were taken and what came of them, as the end of a sentence: what is known of two only is said of two only. */
export function takenAndMade({ arrivals, records, others }: RepeatedDeliveryArgs): string {
  const who =
    others.length > 0
      ? 'Both of these deliveries'
      : arrivals > 2
        ? `All ${counted(arrivals)} deliveries`
        : 'Both deliveries';
  const made = records.length === 2 || arrivals === records.length ? 'and each made its own' : 'and together they made';
  const more = others.length === 0 ? '' : `; ${listed(others)} came besides`;
  return `${who} were accepted, ${made}: ${listed(records)}${more}.`;
}
