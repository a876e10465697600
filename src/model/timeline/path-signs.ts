// What on the way to the handler can have taken the time: a start, a queue in front of it, the network.
import type { FactOf } from '../fact.ts';
import { answeredAt, type RepeatedDelivery } from './deliveries.ts';
import { spanBetween } from './duplicates.ts';
import type { Timeline } from './timeline.ts';
import { ofKind } from './timeline.ts';

/** Each null when it was not seen. Milliseconds. */
export interface PathSigns {
  /** At least one of the others is there. */
  readonly seen: boolean;
  /** What the platform says the start took. */
  readonly initMs: number | null;
  /** The instance started this long before the first delivery arrived; negative: after. */
  readonly startedBeforeMs: number | null;
  /** From the arrival to the start of the handler, where that is long. */
  readonly waitMs: number | null;
  /** The two arrived this close together, though they were sent further apart. */
  readonly burstMs: number | null;
  /** Both were answered this close together, though they arrived further apart. */
  readonly answeredTogetherMs: number | null;
  /** From the sender's time of sending to the arrival, where that is long. */
  readonly travelMs: number | null;
}

/** Words of a sender that gave up waiting: over HTTP, and over a socket. */
export const timeoutReasons: ReadonlySet<string> = new Set(['http_timeout', 'timeout']);

/** Longer waits than this are not the ordinary way from the socket to the handler. */
const longWaitMs = 1_000;
/** Senders stamp whole seconds, and the two clocks are not one. */
const stampMs = 2_000;
/** A start longer ago than this has warmed up. */
const warmAfterMs = 10_000;
/** Answers that one thing set free leave within this. */
export const togetherMs = 250;

export function pathSigns(timeline: Timeline, { first, next, made }: RepeatedDelivery): PathSigns {
  const found = {
    initMs: first.fields.init_ms ?? made.map(({ run }) => run?.fields.init_ms).find((ms) => ms !== undefined) ?? null,
    startedBeforeMs: startBefore(timeline, first),
    waitMs: atLeast(
      longWaitMs,
      made.map(({ run }) => spanFrom(first.at, run?.fields.started_at ?? run?.at)),
    ),
    ...bunching(first, next),
    travelMs: atLeast(stampMs, [spanFrom(first.fields.sent_at, first.at)]),
  };
  return { seen: Object.values(found).some((sign) => sign !== null), ...found };
}

function bunching(first: FactOf<'delivery'>, next: FactOf<'delivery'>) {
  const arrivals = spanBetween(first, next);
  const sent = sentBetween(first, next);
  const answers = spanFrom(answeredAt(first), answeredAt(next));
  // A mark that says the sender waited says as much as two stamps of sending.
  const waited = sent ?? (timeoutReasons.has(next.fields.retry_reason ?? '') ? stampMs : undefined);
  const isBurst = arrivals !== undefined && waited !== undefined && waited - arrivals >= longWaitMs;
  const isTogether = arrivals !== undefined && answers !== undefined && Math.abs(answers) <= togetherMs;
  return {
    burstMs: isBurst ? arrivals : null,
    answeredTogetherMs: isTogether && arrivals >= longWaitMs ? Math.abs(answers) : null,
  };
}

/** Something in front of the app kept the first: more than a long way, which a clock that is off would show as well. */
export function wasHeldUp(timeline: Timeline, first: FactOf<'delivery'>, next: FactOf<'delivery'>): boolean {
  const { burstMs } = bunching(first, next);
  return burstMs !== null || first.fields.init_ms !== undefined || startBefore(timeline, first) !== null;
}

/** By the sender's own clock, in whole seconds; undefined where one of the two was not logged. */
export function sentBetween(first: FactOf<'delivery'>, next: FactOf<'delivery'>): number | undefined {
  return spanFrom(first.fields.sent_at, next.fields.sent_at);
}

/** The newest start of the instance that is near the arrival, or lies between it and the answer. */
function startBefore(timeline: Timeline, { at, fields: { instance_id, answered_at } }: FactOf<'delivery'>) {
  if (at === undefined || instance_id === undefined) return null;
  const spans = ofKind(timeline, 'lifecycle')
    .filter(({ fields }) => fields.what === 'started' && fields.instance_id === instance_id)
    .flatMap((start) => spanFrom(start.at, at) ?? [])
    .filter((before) => before <= warmAfterMs && before > at - (answered_at ?? at + warmAfterMs));
  return spans.length > 0 ? Math.min(...spans) : null;
}

function atLeast(limit: number, spans: readonly (number | undefined)[]): number | null {
  const long = spans.filter((span) => span !== undefined).filter((span) => span >= limit);
  return long.length > 0 ? Math.min(...long) : null;
}

function spanFrom(from: number | undefined, to: number | undefined): number | undefined {
  return from === undefined || to === undefined ? undefined : to - from;
}
