// Was everything looked at for as long as something could still have been made?
import type { FactOf } from '../fact.ts';
import type { RetrySchedule } from '../provider.ts';
import type { Coverage } from '../source.ts';
import { neverArrived } from '../timeline/deliveries.ts';
import { assumedSkewMs } from '../timeline/settle.ts';
import type { Timeline } from '../timeline/timeline.ts';
import { ofKind } from '../timeline/timeline.ts';

/** What was not looked at while something could still have been made. */
export function windowGaps(timeline: Timeline): string[] {
  const seers = timeline.coverage.filter(sees);
  if (seers.length === 0) return [unclaimed(timeline)];
  const { start, end } = windowOf(timeline);
  const spans = seers.filter(({ to }) => end === undefined || to === undefined || to >= end);
  if (spans.length === 0) {
    const until = end === undefined ? '' : ` before ${new Date(end).toISOString()}`;
    return [`what shows effects ends${until}, and until then the event could still come again`];
  }
  if (start !== undefined && !spans.some(({ from }) => from === undefined || from <= start + assumedSkewMs)) {
    return [`what shows effects begins after ${new Date(start).toISOString()}, when the event had already arrived`];
  }
  return earlierDeliveries(timeline);
}

/** Objects were found, and no source says that it would have shown every further one. */
function unclaimed({ facts }: Timeline): string {
  const isOwn = facts.some(({ kind, witnesses }) => kind === 'record' && witnesses[0].source === 'tables');
  const what = isOwn
    ? 'tables.records.keeps in the configuration (all, or a span such as 90d) says that each task has its row'
    : 'a log with record or call lines over the whole time, the database or the target would';
  return `no source says that it shows everything that was made: ${what}`;
}

/** A repeat whose number says that there were attempts before it, of which not every arrival was seen. */
function earlierDeliveries(timeline: Timeline): string[] {
  const deliveries = ofKind(timeline, 'delivery');
  const newest = new Map(
    deliveries
      .toSorted((a, b) => (a.fields.retry_num ?? 0) - (b.fields.retry_num ?? 0))
      .map((delivery) => [delivery.fields.event_id, delivery]),
  );
  return [...newest].flatMap(([eventId, { n, fields }]) => {
    const own = deliveries.filter((delivery) => delivery.fields.event_id === eventId);
    const seen = own.length + own.filter((one) => followsUnseen(timeline, one, own)).length;
    if ((fields.retry_num ?? 0) < seen) return [];
    return [`#${n} is retry ${fields.retry_num}, and the attempts before it were not all seen`];
  });
}

/** The attempt before it is not in the evidence, and its reason says that the app never saw that one. */
function followsUnseen(
  timeline: Timeline,
  { fields }: FactOf<'delivery'>,
  own: readonly FactOf<'delivery'>[],
): boolean {
  const before = (fields.retry_num ?? 0) - 1;
  const isSeen = own.some((one) => (one.fields.retry_num ?? 0) === before);
  return before >= 0 && !isSeen && neverArrived(timeline, fields.retry_reason);
}

export function sees({ sees: kinds }: Coverage): boolean {
  return kinds.includes('record') || kinds.includes('call');
}

/** From the first arrival to the moment after which nothing more is due: a source must have looked all the time. */
function windowOf(timeline: Timeline): { start: number | undefined; end: number | undefined } {
  const deliveries = ofKind(timeline, 'delivery');
  const times = timeline.facts.flatMap(({ kind, at }) => (kind === 'lifecycle' || at === undefined ? [] : [at]));
  const [start, latest] = [times[0], times.at(-1)];
  // Only the last delivery of each event can still be followed by another.
  const last = new Map(deliveries.map((delivery) => [delivery.fields.event_id, delivery]));
  const ends = [...last.values()].flatMap((delivery) => endAfter(delivery, timeline.retries) ?? []);
  // No arrival was seen: what came out of it is the only hint when one could be repeated.
  if (ends.length === 0 && latest !== undefined) ends.push(latest + (timeline.retries?.horizonMs ?? 0));
  return { start, end: ends.length > 0 ? Math.max(...ends) : undefined };
}

function endAfter({ at, fields }: FactOf<'delivery'>, retries: RetrySchedule | undefined): number | undefined {
  if (at === undefined || retries === undefined) return undefined;
  const { answered_at, status = 200, retry_num = 0 } = fields;
  const inTime = answered_at !== undefined && answered_at - at <= retries.ackDeadlineMs && status < 300;
  if (inTime) return answered_at;
  const isLast = !retries.isUnlisted && retry_num >= retries.retryGapsMs.length;
  return isLast ? (answered_at ?? at) : at + retries.horizonMs;
}
