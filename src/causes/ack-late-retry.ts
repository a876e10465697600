// The work ran before the answer, the answer came too late, and the sender sent the event again.
import type { Cause } from '../model/cause.ts';
import { formatSpan } from '../model/instant.ts';
import type { Certainty } from '../model/rule.ts';
import { answerSpan, type RepeatedDelivery, repeatedDelivery } from '../model/timeline/deliveries.ts';
import {
  duplicatedEffects,
  longest,
  recordNames,
  runSpan,
  spanBetween,
  spanUntilMade,
} from '../model/timeline/duplicates.ts';
import { boundOf, clockOf } from '../model/timeline/skew.ts';
import type { Chain, Effect, Timeline } from '../model/timeline/timeline.ts';

export interface AckLateRetry {
  readonly sender: string;
  readonly first: number;
  readonly repeat: number;
  readonly records: readonly string[];
  readonly deadlineMs: number;
  /** From the receipt of the first copy to its answer; null when the answer was not logged. */
  readonly answerMs: number | null;
  /** How long the handler of the first copy ran; null when its end was not logged. */
  readonly handlerMs: number | null;
  /** How long after the arrival the first copy's object was made: a lower bound of the work; null when nothing shows it. */
  readonly workMs: number | null;
  /** Between the two receipts; null when one has no time. */
  readonly gapMs: number | null;
  readonly retryNum: number | null;
  readonly reason: string | null;
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
      const pair = repeatedDelivery(timeline, effect);
      if (!pair || !timeline.retries) return [];
      const args = measure(timeline, timeline.retries.ackDeadlineMs, effect, pair);
      const doubt = doubtOf(timeline, pair);
      return fits(args, doubt)
        ? [{ rule: 'ack-late-retry', args, certainty: certaintyOf(args, doubt, pair), facts: factsOf(pair, effect) }]
        : [];
    });
  },

  say({ sender, gapMs, answerMs, reason, records }) {
    const when = gapMs === null ? 'again' : `again after ${formatSpan(gapMs)}`;
    const why =
      answerMs === null
        ? `because no answer had come in time${reason ? ` (${reason})` : ''}`
        : `because the first delivery was answered only after ${formatSpan(answerMs)}`;
    return `${sender} sent the event ${when} ${why}. Both deliveries were accepted, and each made its own: ${records.join(' and ')}.`;
  },

  because({ first, repeat, answerMs, deadlineMs, handlerMs, workMs, gapMs, retryNum, reason }) {
    const lines: string[] = [];
    if (answerMs !== null)
      lines.push(`#${first} was answered after ${formatSpan(answerMs)} (the sender waits ${formatSpan(deadlineMs)})`);
    if (retryNum !== null || reason !== null)
      lines.push(`#${repeat} says retry ${retryNum ?? '?'}, reason ${reason ?? 'not logged'}`);
    if (gapMs !== null) lines.push(`#${repeat} arrived ${formatSpan(gapMs)} after #${first}`);
    if (handlerMs !== null) lines.push(`the handler of #${first} ran for ${formatSpan(handlerMs)} by itself`);
    else if (workMs !== null) lines.push(`the task of #${first} was made ${formatSpan(workMs)} after it arrived`);
    return lines;
  },

  refute(timeline) {
    const pair = duplicatedEffects(timeline)
      .map((effect) => repeatedDelivery(timeline, effect))
      .find((one) => one !== undefined);
    if (!pair || !timeline.retries) return undefined;
    const { first, repeat } = pair;
    const [gap, answer, deadline] = [spanBetween(first, repeat), answerSpan(first), timeline.retries.ackDeadlineMs];
    const doubt = doubtOf(timeline, pair);
    if (gap !== undefined && gap < deadline - toleranceMs - doubt.gap) {
      const reason = `the second copy came after ${formatSpan(gap)}, before the sender's ${formatSpan(deadline)} had passed`;
      return { reason, facts: [first.n, repeat.n] };
    }
    if (answer === undefined || answer >= deadline - toleranceMs - doubt.answer) return undefined;
    return { reason: `the first copy was answered after ${formatSpan(answer)}, in time`, facts: [first.n] };
  },
};

/** The sender's clock runs from its own sending, ours from the arrival: the network may take this much. */
const toleranceMs = 500;
const timeoutReasons = new Set(['http_timeout', 'timeout']);

function measure(
  timeline: Timeline,
  deadlineMs: number,
  effect: Effect,
  { first, repeat, made, again }: RepeatedDelivery,
): AckLateRetry {
  return {
    sender: timeline.sender,
    first: first.n,
    repeat: repeat.n,
    records: recordNames(made.length > 0 && again.length > 0 ? [...made, ...again] : effect.chains),
    deadlineMs,
    answerMs: answerSpan(first) ?? null,
    handlerMs: longest(made.map(({ run }) => runSpan(run))),
    workMs: longest(made.map((chain) => spanUntilMade(chain) ?? runSpan(chain.run))),
    gapMs: spanBetween(first, repeat) ?? null,
    retryNum: repeat.fields.retry_num ?? null,
    reason: repeat.fields.retry_reason ?? null,
  };
}

/** How far each span can be off, because its two ends were read on two clocks. Milliseconds; 0 within one clock. */
interface Doubt {
  readonly gap: number;
  readonly answer: number;
  readonly work: number;
}

function doubtOf(timeline: Timeline, { first, repeat, made }: RepeatedDelivery): Doubt {
  const received = clockOf(first, 'at');
  const between = (clock: string) => boundOf(timeline, received, clock);
  const works = made.map((chain) => (runSpan(chain.run) === undefined ? between(madeClock(chain)) : 0));
  return {
    gap: between(clockOf(repeat, 'at')),
    answer: between(clockOf(first, 'answered_at')),
    work: Math.max(0, ...works),
  };
}

function madeClock({ record, call }: Chain): string {
  return record.at === undefined && call !== undefined ? clockOf(call, 'finished_at') : record.clock;
}

/** Everything that is known must fit; what is not known must not decide. */
function fits(args: AckLateRetry, doubt: Doubt): boolean {
  const limit = args.deadlineMs - toleranceMs;
  const isMarked = args.reason !== null && timeoutReasons.has(args.reason);
  const isLate = args.answerMs !== null && args.answerMs >= limit - doubt.answer;
  if (args.reason !== null && !isMarked) return false;
  // A repeat that is counted as the first attempt was not sent because an answer was late.
  if (args.reason === null && args.retryNum === 0) return false;
  if (args.answerMs !== null && !isLate) return false;
  if (args.gapMs !== null && args.gapMs < limit - doubt.gap) return false;
  // A short handler with a late answer is another cause: something before the handler took the time.
  if (args.handlerMs !== null && args.handlerMs < limit) return false;
  return isMarked || isLate;
}

/** Shown: nothing is missing, and every span would still fit if its two clocks were as far apart as they can be. */
function certaintyOf(args: AckLateRetry, doubt: Doubt, pair: RepeatedDelivery): Certainty {
  const limit = args.deadlineMs - toleranceMs;
  const isSure = (span: number | null, off: number) => span !== null && span - off >= limit;
  const isSlowWork = args.handlerMs !== null || isSure(args.workMs, doubt.work);
  const isComplete = isSure(args.answerMs, doubt.answer) && args.reason !== null && isSlowWork;
  const isOrdered = args.gapMs !== null && args.gapMs > doubt.gap;
  return isComplete && isOrdered && pair.stated ? 'shown' : 'consistent';
}

function factsOf({ first, repeat }: RepeatedDelivery, effect: Effect): number[] {
  return [first.n, repeat.n, ...effect.chains.map(({ record }) => record.n)];
}
