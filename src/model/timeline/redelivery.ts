// Why did the sender send the event again, and where did the time before the first answer go?
import type { FactOf } from '../fact.ts';
import { repeatsByItself } from '../provider.ts';
import { agree, answeredAt, answerSpan, failedBefore, type RepeatedDelivery, repeatedDelivery } from './deliveries.ts';
import { duplicatedEffects, longest, madeAt, recordNames, runSpan, spanBetween, spanUntilMade } from './duplicates.ts';
import { spanByOneClock } from './hop-times.ts';
import { type PathSigns, pathSigns, sentBetween, timeoutReasons, togetherMs } from './path-signs.ts';
import { canHaveLostItsMark, networkMs, stepOf } from './schedule.ts';
import { boundOf, clockOf } from './skew.ts';
import type { Chain, Effect, Timeline } from './timeline.ts';
import { ofKind } from './timeline.ts';

/**
 * `late-handler`, `late-path`: the answer came too late, for the work of the handler or for what came before it.
 * `error`: the sender saw a failure that was no time-out. `missing`: no answer was given. `ordinary`: nothing in the first
 * delivery asked for a repeat.
 */
export type WhySentAgain = 'late-handler' | 'late-path' | 'error' | 'missing' | 'ordinary';

export interface Redelivery extends RepeatedDelivery {
  readonly why: WhySentAgain;
  readonly signs: PathSigns;
  /** From the arrival of the first delivery to its answer; null when that was not logged. Milliseconds, as all spans here. */
  readonly answerMs: number | null;
  /** How long the handler of the first delivery ran; null when its end was not logged. */
  readonly handlerMs: number | null;
  /** The part of the handler's run that lies before the answer: what came after it cannot have delayed it. */
  readonly beforeAnswerMs: number | null;
  /** From the arrival to the first object: what the work took at least. */
  readonly workMs: number | null;
  /** From the first arrival to the next. */
  readonly gapMs: number | null;
  readonly reason: string | null;
  /** Nothing of the first copy's work was seen before an answer of the process that did it: work and way look alike. */
  readonly isWorkUnseen: boolean;
  readonly doubt: Doubt;
}

export { networkMs };

/** How far each span can be off, because its two ends were read on two clocks. Milliseconds; 0 within one clock. */
export interface Doubt {
  readonly gap: number;
  readonly answer: number;
  readonly work: number;
}

type Measured = Omit<Redelivery, 'why' | 'isWorkUnseen'>;

export function redeliveryOf(timeline: Timeline, effect: Effect): Redelivery | undefined {
  const pair = repeatedDelivery(timeline, effect);
  if (!pair) return undefined;
  const { first, next, made } = pair;
  const measured = {
    ...pair,
    signs: pathSigns(timeline, pair),
    answerMs: answerSpan(first) ?? null,
    handlerMs: longest(made.map(({ run }) => runSpan(run))),
    beforeAnswerMs: longest(made.map((chain) => spanBeforeAnswer(chain, first))),
    workMs: longest(made.filter(isInRequest).map((chain) => spanUntilMade(chain) ?? runSpan(chain.run))),
    gapMs: spanBetween(first, next) ?? null,
    reason: next.fields.retry_reason ?? null,
    doubt: doubtOf(timeline, pair),
  };
  return { ...measured, isWorkUnseen: isWorkUnseen(measured), why: whyOf(timeline, measured) };
}

/** What a job made took its time after the request, not in it. */
function isInRequest({ job, attempt }: Chain): boolean {
  return job === undefined && attempt === undefined;
}

/** Of the first duplicated effect that came by a repeated delivery. */
export function firstRedelivery(timeline: Timeline): Redelivery | undefined {
  for (const effect of duplicatedEffects(timeline)) {
    const sent = redeliveryOf(timeline, effect);
    if (sent) return sent;
  }
  return undefined;
}

/** What the two deliveries made, and what else there is: it came by further repeats, or nobody knows by which delivery. */
export function recordsOf(
  { made, again }: RepeatedDelivery,
  { chains }: Effect,
): { records: string[]; others: string[] } {
  if (made.length === 0 || again.length === 0) return { records: recordNames(chains), others: [] };
  const own = [...made, ...again];
  return { records: recordNames(own), others: recordNames(chains.filter((chain) => !own.includes(chain))) };
}

/** The rest in words; empty when there is none. */
export function alsoMade(others: readonly string[]): string[] {
  if (others.length === 0) return [];
  return [
    `${others.join(' and ')} came besides these two deliveries: by further repeats, or by ways that were not logged`,
  ];
}

/** The two deliveries, then what was made of them. */
export function redeliveryFacts({ first, next, repeat }: RepeatedDelivery, effect: Effect): number[] {
  return [...new Set([first.n, next.n, repeat.n, ...effect.chains.map(({ record }) => record.n)])];
}

/** Everything that is known must fit; what is not known must not decide. */
function whyOf(timeline: Timeline, seen: Measured): WhySentAgain {
  const { first, next, reason, answerMs, beforeAnswerMs, gapMs, signs, doubt } = seen;
  // A sender that repeats nothing by itself was asked to, whatever it had been answered.
  if (timeline.retries && !repeatsByItself(timeline.retries)) return 'ordinary';
  const limit = (timeline.retries?.ackDeadlineMs ?? Number.POSITIVE_INFINITY) - networkMs;
  const isTimeout = reason !== null && timeoutReasons.has(reason);
  if (reason !== null && !isTimeout) return 'error';
  // Arrivals can be closer together than the sender's sending was, when both had to wait on the way.
  const hasPassed = gapMs === null || gapMs >= limit - doubt.gap || (isTimeout && signs.burstMs !== null);
  const isLate = answerMs !== null && answerMs >= limit - doubt.answer && hasPassed && !isOffSchedule(timeline, seen);
  const isRefused = (first.fields.status ?? 200) >= 300;
  if (isLate) return blame(seen, limit);
  if (reason === null && hasWaitedUnmarked(timeline, seen, limit)) return 'late-path';
  if (isTimeout && hasPassed) return isUnanswered(timeline, seen, limit) ? 'missing' : blame(seen, limit);
  if (isRefused || (reason === null && hasFailedBefore(timeline, seen))) return 'error';
  const isMarked = (next.fields.retry_num ?? 0) > 0 && answerMs === null && hasPassed;
  return isMarked && (beforeAnswerMs ?? 0) >= limit ? 'late-handler' : 'ordinary';
}

/**
 * Without a mark only the time can tell that an answer was missed: a repeat that came when no retry is due was sent for
 * another reason. One that is counted as the first attempt needs a hop that can have taken the mark away.
 */
export function isOffSchedule({ retries }: Timeline, { first, next, reason, gapMs, doubt }: Timed): boolean {
  if (reason !== null || (next.fields.retry_num ?? 0) > 0) return false;
  const isCounted = next.fields.retry_num === 0;
  if (gapMs === null || !retries || retries.isUnlisted) return isCounted;
  const isDue = [gapMs, gapMs - doubt.gap, gapMs + doubt.gap].some((ms) => stepOf(retries, ms, first) !== undefined);
  return !isDue || (isCounted && !canHaveLostItsMark(next));
}

type Timed = Pick<Redelivery, 'first' | 'next' | 'reason' | 'gapMs' | 'doubt'>;

/** What the first was answered was not logged, its handler failed, and the next bears no mark: then the failure was its answer. */
function hasFailedBefore(timeline: Timeline, { first, next }: Measured): boolean {
  const isLost = (next.fields.retry_num ?? 0) === 0 && canHaveLostItsMark(next);
  return isLost && first.fields.status === undefined && failedBefore(timeline, first, next);
}

/**
 * The first stood in front of the app for longer than the sender waits, and the next bears no mark. The times of sending tell
 * whether a retry was due between them; without those, two that came out together after a start that took that long.
 */
function hasWaitedUnmarked(
  timeline: Timeline,
  { first, next, signs, answerMs, gapMs }: Measured,
  limit: number,
): boolean {
  const { retries } = timeline;
  const sentMs = sentBetween(first, next);
  const isLost = (next.fields.retry_num ?? 0) === 0 && canHaveLostItsMark(next);
  if (!retries || !isLost || gapMs === null) return false;
  if (sentMs === undefined) return gapMs < togetherMs && (signs.initMs ?? 0) >= limit;
  const isLate = (signs.travelMs ?? 0) + (answerMs ?? 0) >= limit;
  return isLate && stepOf(retries, sentMs, first) !== undefined;
}

function doubtOf(timeline: Timeline, { first, next, made }: RepeatedDelivery): Doubt {
  const received = clockOf(first, 'at');
  const answered = clockOf(first, 'answered_at');
  const between = (left: string, right: string) => boundOf(timeline, left, right);
  // The handler is held against the answer: only where one clock read both do the milliseconds count.
  const works = made.map(({ run, record }) => between(answered, run ? clockOf(run, 'started_at') : record.clock));
  return {
    gap: between(received, clockOf(next, 'at')),
    answer: spanByOneClock(first) === undefined ? between(received, answered) : 0,
    work: Math.max(0, ...works),
  };
}

/** Work that began after the answer did not delay it; where the work was not seen, signs on the way decide. */
function blame({ beforeAnswerMs, made, first, signs, doubt }: Measured, limit: number): WhySentAgain {
  if (beforeAnswerMs !== null) return beforeAnswerMs >= limit ? 'late-handler' : 'late-path';
  const answered = answeredAt(first);
  const begun = made.map(firstWork).filter((at) => at !== undefined);
  if (answered !== undefined && begun.length > 0) {
    const before = answered - Math.min(...begun);
    if (before <= -doubt.work) return 'late-path';
    if (before >= limit - doubt.work) return 'late-handler';
  }
  return signs.seen ? 'late-path' : 'late-handler';
}

function isWorkUnseen({ beforeAnswerMs, handlerMs, made, first }: Measured): boolean {
  if (beforeAnswerMs !== null || handlerMs !== null) return false;
  const isOverHops = new Set(first.witnesses.map(({ clock }) => clock)).size > 1;
  return isOverHops || first.fields.answered_at === undefined || made.every((chain) => firstWork(chain) === undefined);
}

/** The app logs its answers, and this one is not among them; or the handler failed before it gave one. */
function isUnanswered(timeline: Timeline, { first, made, beforeAnswerMs }: Measured, limit: number) {
  if (first.fields.answered_at !== undefined || (beforeAnswerMs ?? 0) >= limit) return false;
  const hasFailed = made.some(({ run }) => run?.fields.outcome === 'failed');
  return hasFailed || tellsAnswers(timeline, first);
}

/** Answers are logged, and this arrival is not one that another hop may have answered. */
function tellsAnswers(timeline: Timeline, first: FactOf<'delivery'>): boolean {
  const answered = ofKind(timeline, 'delivery').filter(({ fields }) => fields.answered_at !== undefined);
  const isElsewhere = answered.some(
    (one) => one.fields.route !== first.fields.route && agree(one, first, 'sent_at') && agree(one, first, 'event_id'),
  );
  return !isElsewhere && (answered.length > 0 || timeline.coverage.some((source) => source.tellsAnswers));
}

/** Null unless the run was seen: from its start to its end, its object or the answer, whichever the log can tell. */
function spanBeforeAnswer({ run, job, record, call }: Chain, first: FactOf<'delivery'>): number | undefined {
  const from = run?.fields.started_at ?? run?.at;
  if (from === undefined) return undefined;
  const answered = answeredAt(first);
  const made = job === undefined ? madeAt({ record, call } as Chain) : undefined;
  const until = run?.fields.finished_at ?? (answered === undefined ? made : answered);
  if (until === undefined) return undefined;
  return Math.max(0, Math.min(until, answered ?? until) - from);
}

/** The earliest trace of the handler where its run was not logged. */
function firstWork({ job, call, record }: Chain): number | undefined {
  const times = [job?.at, job === undefined ? (call?.at ?? record.at) : undefined].filter((at) => at !== undefined);
  return times.length > 0 ? Math.min(...times) : undefined;
}
