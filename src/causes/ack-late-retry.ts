// The work ran before the answer, the answer came too late, and the sender sent the event again.
import type { Cause } from '../model/cause.ts';
import { formatSpan } from '../model/instant.ts';
import { repeatsByItself } from '../model/provider.ts';
import type { Certainty } from '../model/rule.ts';
import { countedAnew } from '../model/timeline/deliveries.ts';
import { duplicatedEffects } from '../model/timeline/duplicates.ts';
import {
  alsoMade,
  firstRedelivery,
  isOffSchedule,
  type Redelivery,
  redeliveryFacts,
  redeliveryOf,
} from '../model/timeline/redelivery.ts';
import { type RepeatedDeliveryArgs, repeatedDeliveryArgs, takenAndMade } from '../model/timeline/repeated-delivery.ts';
import { networkMs, waitOf } from '../model/timeline/schedule.ts';
import type { Effect, Timeline } from '../model/timeline/timeline.ts';

export interface AckLateRetry extends RepeatedDeliveryArgs {
  /** How long the handler of the first copy ran; null when its end was not logged. */
  readonly handlerMs: number | null;
  /** How long after the arrival the first copy's object was made: a lower bound of the work; null when nothing shows it. */
  readonly workMs: number | null;
}

export const ackLateRetry: Cause<AckLateRetry> = {
  id: 'ack-late-retry',
  title: 'Answered too late, sent again, handled twice',
  family: 'REDELIVERY',
  severity: 'error',
  deviatesAt: 'delivery',
  problem:
    'The handler does its work before it answers. Slack waits three seconds for a 2xx; after that it counts the delivery as failed and sends ' +
    'the same event again, while the first copy is still being worked on. Both copies are accepted, and each makes its own task. ' +
    'At-least-once delivery is a guarantee of the sender, not a fault: the handler has to be safe against it.',
  signs: [
    'two or more deliveries with one event id; the later ones carry a retry number and the reason http_timeout (timeout over Socket Mode)',
    'the first delivery was answered more than three seconds after it arrived, or not before the second arrived',
    'the work of the first delivery took longer than three seconds by itself',
    'gaps between arrivals near 3 s, then about 60 s and 300 s',
  ],
  fix: [
    'Register the event durably under its key and answer 200 before any other work.',
    'Claim the event with a unique insert before the create, so that a repeat finds it and stops.',
    'Create the task under the same source_event_key, so that even two workers make one.',
    'Do not drop requests because they carry a retry header: the first delivery may never have run.',
  ],

  check(timeline) {
    return duplicatedEffects(timeline).flatMap((effect) => {
      const sent = redeliveryOf(timeline, effect);
      if (sent?.why !== 'late-handler') return [];
      const args = argsOf(timeline, effect, sent);
      const certainty = sent.isWorkUnseen ? 'open' : certaintyOf(args, sent);
      return [{ rule: 'ack-late-retry', args, certainty, facts: redeliveryFacts(sent, effect) }];
    });
  },

  say(args) {
    const { sender, gapMs, answerMs, reason } = args;
    const when = gapMs === null ? 'again' : `again after ${formatSpan(gapMs)}`;
    const why =
      answerMs === null
        ? `because no answer had come in time${reason ? ` (${reason})` : ''}`
        : `because the first delivery was answered only after ${formatSpan(answerMs)}`;
    return `${sender} sent the event ${when} ${why}. ${takenAndMade(args)}`;
  },

  because({ first, repeat, answerMs, deadlineMs, handlerMs, workMs, gapMs, retryNum, reason, firstAttempts, others }) {
    const lines: string[] = [];
    if (answerMs !== null)
      lines.push(`#${first} was answered after ${formatSpan(answerMs)} (${waitOf(answerMs, deadlineMs)})`);
    if (retryNum !== null || reason !== null)
      lines.push(`#${repeat} says retry ${retryNum ?? '?'}, reason ${reason ?? 'not logged'}`);
    if (gapMs !== null) lines.push(`#${repeat} arrived ${formatSpan(gapMs)} after #${first}`);
    if (handlerMs !== null) lines.push(`the handler of #${first} ran for ${formatSpan(handlerMs)} by itself`);
    else if (workMs !== null) lines.push(`the task of #${first} was made ${formatSpan(workMs)} after it arrived`);
    return [...lines, ...alsoMade(others), ...countedAnew(firstAttempts)];
  },

  refute(timeline) {
    const sent = firstRedelivery(timeline);
    if (!sent || !timeline.retries) return undefined;
    const { first, next, gapMs, answerMs, beforeAnswerMs, doubt } = sent;
    const deadlineMs = timeline.retries.ackDeadlineMs;
    if (!repeatsByItself(timeline.retries)) {
      const reason = `${timeline.sender} sends nothing again by itself: somebody asked for the second copy`;
      return { reason, facts: [first.n, next.n] };
    }
    if (!Number.isFinite(deadlineMs)) return undefined;
    const limit = deadlineMs - networkMs;
    if (gapMs !== null && gapMs < limit - doubt.gap && sent.why !== 'late-path') {
      const reason = `the second copy came after ${formatSpan(gapMs)}, before the sender's ${formatSpan(deadlineMs)} had passed`;
      return { reason, facts: [first.n, next.n] };
    }
    if (gapMs !== null && answerMs !== null && answerMs >= limit - doubt.answer && isOffSchedule(timeline, sent)) {
      const reason = `the second copy came after ${formatSpan(gapMs)} without a retry mark, when ${timeline.sender} sends no retry`;
      return { reason, facts: [first.n, next.n] };
    }
    if (answerMs !== null && answerMs < limit - doubt.answer) {
      return { reason: `the first copy was answered after ${formatSpan(answerMs)}, in time`, facts: [first.n] };
    }
    if (beforeAnswerMs === null || beforeAnswerMs >= limit) return undefined;
    const took = `took ${formatSpan(beforeAnswerMs)} of the time before the answer, less than the sender waits`;
    const reason = `the handler of the first copy ${beforeAnswerMs === 0 ? 'began only after the answer' : took}`;
    return { reason, facts: [first.n] };
  },
};

function argsOf(timeline: Timeline, effect: Effect, sent: Redelivery): AckLateRetry {
  const { handlerMs, workMs } = sent;
  // The delivery that came next bears the mark that speaks about the first.
  return { ...repeatedDeliveryArgs(timeline, effect, sent), repeat: sent.next.n, handlerMs, workMs };
}

/** Shown: nothing is missing, and every span would still fit if its two clocks were as far apart as they can be. */
function certaintyOf(args: AckLateRetry, { stated, handlerMs, beforeAnswerMs, doubt }: Redelivery): Certainty {
  const limit = args.deadlineMs - networkMs;
  const isSure = (span: number | null, off: number) => span !== null && span - off >= limit;
  const isSlowWork = isSure(beforeAnswerMs, doubt.work) || (isSure(handlerMs, 0) && doubt.work > 0);
  const isComplete = isSure(args.answerMs, doubt.answer) && args.reason !== null && isSlowWork;
  const isOrdered = args.gapMs !== null && args.gapMs > doubt.gap;
  return isComplete && isOrdered && stated ? 'shown' : 'consistent';
}
