// When does the sender make its next attempt, as its documentation says?
import type { FactOf } from '../fact.ts';
import { formatSpan } from '../instant.ts';
import type { RetrySchedule } from '../provider.ts';
import { answerSpan } from './deliveries.ts';
import { interactions } from './surfaces.ts';

type Delivery = FactOf<'delivery'>;

/** The sender's clock runs from its own sending, ours from the arrival: the network may take this much. */
export const networkMs = 500;

/** In words, beside how long the answer took from the arrival: a sender's wait begins earlier. Milliseconds. */
export function waitOf(answerMs: number, deadlineMs: number): string {
  const wait = `the sender waits ${formatSpan(deadlineMs)}`;
  return answerMs < deadlineMs ? `${wait} from its own sending, which was earlier` : wait;
}

/**
 * The retry that the sender makes after such a gap; undefined: none. A gap runs from one arrival to the next: the sender
 * waits for the answer of the earlier, up to its limit, and then as long as the schedule says. What a person pressed or typed
 * has no schedule: no documentation knows of a repeat, and the person sees the error.
 */
export function stepOf({ ackDeadlineMs, retryGapsMs }: RetrySchedule, gapMs: number, before: Delivery) {
  if (isByHand(before)) return undefined;
  const answerMs = answerSpan(before);
  const hasFailedFast = (before.fields.status ?? 200) >= 300 && answerMs !== undefined && answerMs < ackDeadlineMs;
  const step = retryGapsMs.findIndex((wait) => {
    const from = hasFailedFast ? wait + answerMs : wait === 0 ? ackDeadlineMs : wait;
    return gapMs >= from - networkMs && gapMs <= wait + ackDeadlineMs + slackMs(wait);
  });
  return step < 0 ? undefined : step + 1;
}

export function isByHand({ fields }: Delivery): boolean {
  return interactions.has(fields.event_type);
}

/** Measured: the first comes up to 1.5 s late, the others up to a twentieth of their wait. */
function slackMs(wait: number): number {
  return Math.max(1_500, wait / 20);
}

/** A hop can take a header away; the count of a socket stands in the envelope itself. */
export function canHaveLostItsMark({ fields }: Delivery): boolean {
  return fields.transport !== 'socket' || fields.retry_num === undefined;
}
