// Arrivals of one event that stand where the sender's retries would stand, and bear no mark of one.
import type { FactOf } from '../fact.ts';
import type { RetrySchedule } from '../provider.ts';
import { agree, answerSpan } from './deliveries.ts';
import { spanBetween } from './duplicates.ts';
import { sentBetween, wasHeldUp } from './path-signs.ts';
import { isInvokedAgain } from './platform-retry.ts';
import { canHaveLostItsMark, networkMs, stepOf } from './schedule.ts';
import type { Timeline } from './timeline.ts';
import { ofKind } from './timeline.ts';

type Delivery = FactOf<'delivery'>;

export interface UnmarkedRepeat {
  readonly before: Delivery;
  readonly repeat: Delivery;
  /** From one arrival to the next; where the earlier had to wait on the way, from one sending to the next. */
  readonly gapMs: number;
  /** Which retry of the schedule comes after such a gap: 1 is the first. */
  readonly step: number;
}

/** Pairs of arrivals that follow one another; the sender had no good answer to the earlier, and the later bears no mark. */
export function unmarkedRepeats(timeline: Timeline): UnmarkedRepeat[] {
  const { retries } = timeline;
  if (!retries) return [];
  return successions(timeline).flatMap(({ before, repeat }) => {
    const waitedMs = wasHeldUp(timeline, before, repeat) ? sentApart(before, repeat, retries) : undefined;
    const gapMs = waitedMs ?? spanBetween(before, repeat);
    const wasInTime = waitedMs === undefined && wasAnswered(before, retries);
    if (gapMs === undefined || isMarked(repeat) || !canHaveLostItsMark(repeat) || wasInTime) return [];
    const step = stepOf(retries, gapMs, before);
    return step === undefined ? [] : [{ before, repeat, gapMs, step }];
  });
}

/** Arrivals of one event that follow one another, by one app and one subscription. */
export function successions(timeline: Timeline): { before: Delivery; repeat: Delivery }[] {
  const deliveries = ofKind(timeline, 'delivery');
  return deliveries.flatMap((repeat, i) => {
    const before = deliveries.slice(0, i).findLast((one) => isOneEvent(one, repeat));
    return before ? [{ before, repeat }] : [];
  });
}

/** One arrival of which one witness says that it is a retry and another that it is none. */
export function disputedMarks(timeline: Timeline): Delivery[] {
  return ofKind(timeline, 'delivery').filter(({ contradictions }) =>
    contradictions.some(({ field, values }) => field === 'retry_num' && values.some(({ value }) => value === 0)),
  );
}

export function isMarked({ fields }: Delivery): boolean {
  return (fields.retry_num ?? 0) > 0 || fields.retry_reason !== undefined;
}

/** The count was read, also where it says that this is the first attempt. */
export function wasCounted({ fields }: Delivery): boolean {
  return fields.retry_num !== undefined;
}

/** How far apart the two were sent, where the earlier had to wait on the way for longer than its sender waits. */
function sentApart(before: Delivery, repeat: Delivery, { ackDeadlineMs }: RetrySchedule): number | undefined {
  const { sent_at } = before.fields;
  if (sent_at === undefined || before.at === undefined) return undefined;
  const answeredMs = before.at - sent_at + (answerSpan(before) ?? 0);
  return answeredMs >= ackDeadlineMs - networkMs ? sentBetween(before, repeat) : undefined;
}

/** A good answer in time asks for no repeat. */
function wasAnswered(delivery: Delivery, { ackDeadlineMs }: RetrySchedule): boolean {
  const answerMs = answerSpan(delivery);
  return answerMs !== undefined && answerMs < ackDeadlineMs - networkMs && (delivery.fields.status ?? 200) < 300;
}

function isOneEvent(a: Delivery, b: Delivery): boolean {
  const { event_id } = a.fields;
  return (
    event_id !== undefined &&
    event_id === b.fields.event_id &&
    agree(a, b, 'app_id') &&
    agree(a, b, 'subscription_id') &&
    !isInvokedAgain(a, b)
  );
}
