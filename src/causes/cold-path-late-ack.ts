// The handler is short and yet the answer came too late: what lies before the handler took the time.
import type { Cause } from '../model/cause.ts';
import { formatSpan } from '../model/instant.ts';
import { countedAnew } from '../model/timeline/deliveries.ts';
import { duplicatedEffects } from '../model/timeline/duplicates.ts';
import type { PathSigns } from '../model/timeline/path-signs.ts';
import {
  alsoMade,
  firstRedelivery,
  type Redelivery,
  redeliveryFacts,
  redeliveryOf,
} from '../model/timeline/redelivery.ts';
import { type RepeatedDeliveryArgs, repeatedDeliveryArgs, takenAndMade } from '../model/timeline/repeated-delivery.ts';
import { networkMs, waitOf } from '../model/timeline/schedule.ts';
import type { Effect, Timeline } from '../model/timeline/timeline.ts';

export interface ColdPathLateAck extends RepeatedDeliveryArgs {
  /** How much of the time before the answer the handler took; null when its run was not logged. */
  readonly handlerMs: number | null;
  /** What took the time before the handler, each null when it was not seen. */
  readonly signs: PathSigns;
  /** The time of sending was logged. */
  readonly knowsSending: boolean;
}

export const coldPathLateAck: Cause<ColdPathLateAck> = {
  id: 'cold-path-late-ack',
  title: 'A short handler, answered too late all the same',
  family: 'REDELIVERY',
  severity: 'error',
  deviatesAt: 'delivery',
  problem:
    'The handler needs less than the three seconds that Slack waits, and still the answer came too late: the process was starting, the request ' +
    'waited in front of a busy or single instance, the way to it was long, or something ran before the handler, such as the look-up of the ' +
    'installation. The sender gave up and sent the event again, and when the way was free both copies were handled.',
  signs: [
    'two or more deliveries with one event id; the later ones carry the reason http_timeout (timeout over Socket Mode)',
    'the handler itself ran for less than three seconds, or began only after the answer was due',
    'the instance had just started (init_ms on the delivery, a lifecycle line), often at the first event after a quiet time',
    'several attempts arrive or are answered in one burst, though they were sent seconds apart',
  ],
  fix: [
    'Claim the event with a unique insert before the create, so that a repeat finds it and stops: no start is fast enough every time.',
    'Let a thin front that is always up register the event and answer 200, and let the rest start behind it.',
    'Keep capacity warm, and move slow steps (loading, connecting, looking up installations) out of the way of the first request.',
    'Do not make the handler shorter for this: its time is not what was missing.',
  ],

  check(timeline) {
    return duplicatedEffects(timeline).flatMap((effect) => {
      const sent = redeliveryOf(timeline, effect);
      if (sent?.why !== 'late-path') return [];
      const args = argsOf(timeline, effect, sent);
      const certainty = isGuess(args) ? 'open' : isSure(args, sent) && sent.stated ? 'shown' : 'consistent';
      return [{ rule: 'cold-path-late-ack', args, certainty, facts: redeliveryFacts(sent, effect) }];
    });
  },

  say(args) {
    const { sender, answerMs, deadlineMs, handlerMs, reason } = args;
    const isLate = answerMs !== null && answerMs >= deadlineMs - networkMs;
    const late = isLate
      ? `the first delivery was answered only after ${formatSpan(answerMs)}`
      : `no answer had come in time${reason ? ` (${reason})` : ''}`;
    const handler =
      handlerMs === null
        ? 'no work of the handler was seen before that'
        : handlerMs === 0
          ? 'the handler had not begun by then'
          : `the handler took only ${formatSpan(handlerMs)}`;
    return `${sender} sent the event again because ${late}; ${handler}. ${takenAndMade(args)}`;
  },

  because({
    first,
    repeat,
    answerMs,
    deadlineMs,
    handlerMs,
    gapMs,
    reason,
    signs,
    knowsSending,
    firstAttempts,
    others,
  }) {
    const lines: string[] = [];
    if (answerMs !== null)
      lines.push(`#${first} was answered after ${formatSpan(answerMs)} (${waitOf(answerMs, deadlineMs)})`);
    if (handlerMs === 0) lines.push(`the handler of #${first} began after the answer`);
    else if (handlerMs !== null)
      lines.push(`the handler of #${first} took ${formatSpan(handlerMs)}, less than the sender waits`);
    if (reason !== null) lines.push(`#${repeat} says that the sender gave up waiting: ${reason}`);
    if (gapMs !== null) lines.push(`#${repeat} arrived ${formatSpan(gapMs)} after #${first}`);
    lines.push(...signLines(first, signs));
    if (!signs.seen) lines.push('what took the rest was not seen: a start, a queue, the network');
    if (!knowsSending)
      lines.push(
        "the sender's time of sending was not logged: held against the arrival it would show the way to the app",
      );
    return [...lines, ...alsoMade(others), ...countedAnew(firstAttempts)];
  },

  refute(timeline) {
    const sent = firstRedelivery(timeline);
    if (!sent || !timeline.retries || sent.beforeAnswerMs === null) return undefined;
    if (sent.beforeAnswerMs < timeline.retries.ackDeadlineMs - networkMs) return undefined;
    const reason = `the handler of the first copy took ${formatSpan(sent.beforeAnswerMs)} before the answer, enough to be late by itself`;
    return { reason, facts: [sent.first.n] };
  },
};

/**
 * No answer was logged and nothing was seen on the way: an answer that came too late and one that never came look alike. So do a
 * long way and a clock that is off, where the answer was quick and nothing else says that it was late.
 */
function isGuess({ answerMs, reason, retryNum, deadlineMs, signs }: ColdPathLateAck): boolean {
  if (answerMs === null) return !signs.seen;
  const isLate = answerMs >= deadlineMs - networkMs || reason !== null || (retryNum ?? 0) > 0;
  const isHeldUp = signs.burstMs !== null || signs.initMs !== null || signs.startedBeforeMs !== null;
  return !isLate && !isHeldUp;
}

/** Nothing is missing, and it would still fit if the clocks of each span were as far apart as they can be. */
function isSure({ answerMs, reason, deadlineMs }: ColdPathLateAck, sent: Redelivery): boolean {
  const limit = deadlineMs - networkMs;
  const { handlerMs, beforeAnswerMs, doubt, signs } = sent;
  const isShort = [handlerMs, beforeAnswerMs === null ? null : beforeAnswerMs + doubt.work];
  const isLate = answerMs !== null && answerMs - doubt.answer >= limit;
  return isLate && reason !== null && signs.seen && isShort.some((span) => span !== null && span < limit);
}

function argsOf(timeline: Timeline, effect: Effect, sent: Redelivery): ColdPathLateAck {
  const { first, next, beforeAnswerMs, signs } = sent;
  return {
    ...repeatedDeliveryArgs(timeline, effect, sent),
    repeat: next.n,
    handlerMs: beforeAnswerMs,
    signs,
    knowsSending: first.fields.sent_at !== undefined,
  };
}

function signLines(first: number, signs: PathSigns): string[] {
  const { initMs, startedBeforeMs, waitMs, burstMs, answeredTogetherMs, travelMs } = signs;
  const lines: string[] = [];
  if (initMs !== null) lines.push(`the platform started the instance for #${first}: ${formatSpan(initMs)}`);
  if (startedBeforeMs !== null) {
    const side = startedBeforeMs < 0 ? 'after' : 'before';
    lines.push(`the instance started ${formatSpan(Math.abs(startedBeforeMs))} ${side} #${first} arrived`);
  }
  if (waitMs !== null) lines.push(`the handler began only ${formatSpan(waitMs)} after #${first} arrived`);
  if (burstMs !== null)
    lines.push(`the two arrived ${formatSpan(burstMs)} apart, though the sender had waited between them`);
  if (answeredTogetherMs !== null)
    lines.push(`both were answered within ${formatSpan(answeredTogetherMs)}: they had waited for the same thing`);
  if (travelMs !== null) lines.push(`#${first} arrived ${formatSpan(travelMs)} after it was sent`);
  return lines;
}
