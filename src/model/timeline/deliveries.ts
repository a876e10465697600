// One event delivered more than once, and which copy of the effect came from which delivery.
import type { FactOf } from '../fact.ts';
import type { Instant } from '../instant.ts';
import { groupedBy, isStated } from './duplicates.ts';
import { spanByOneClock } from './hop-times.ts';
import { hopSpanMs } from './hops.ts';
import { isInvokedAgain } from './platform-retry.ts';
import type { Chain, Effect, Timeline } from './timeline.ts';
import { ofKind } from './timeline.ts';

export interface RepeatedDelivery {
  readonly first: FactOf<'delivery'>;
  /** The delivery of the same event that came next after `first`: its retry mark speaks about `first`. Often `repeat` itself. */
  readonly next: FactOf<'delivery'>;
  /** The next delivery that made a copy. */
  readonly repeat: FactOf<'delivery'>;
  /** The copies that came from each; empty for both when no copy says which delivery it came from. */
  readonly made: readonly Chain[];
  readonly again: readonly Chain[];
  /** Every link from the copies to these deliveries is a fact. */
  readonly stated: boolean;
}

/**
 * The first two deliveries of one event (same id, app and subscription) that each led to a copy. Where a copy does not say
 * which delivery it came from, any delivery that the app took on may be one of the two. Undefined when all copies came from
 * one delivery or one job, or from several events.
 */
export function repeatedDelivery(timeline: Timeline, effect: Effect): RepeatedDelivery | undefined {
  const origins = copiesByDelivery(timeline, effect);
  const pair = pairIn(origins.filter(({ copies }) => copies.length > 0)) ?? pairIn(origins);
  if (!pair) return undefined;
  const [{ delivery: first, copies: made }, { delivery: repeat, copies: again }] = pair;
  const next =
    ofKind(timeline, 'delivery').find(
      (one) => one.n > first.n && isRepeatOf(first, one) && (one === repeat || !couldBeHop(first, one)),
    ) ?? repeat;
  return { first, next, repeat, made, again, stated: areStated(pair) };
}

export interface Origin {
  readonly delivery: FactOf<'delivery'>;
  /** Empty where no copy says that it came from this one. */
  readonly copies: readonly Chain[];
}

/** The deliveries that led to copies, in order; and those that may have, where a copy does not say which it came from. */
export function copiesByDelivery(timeline: Timeline, effect: Effect): Origin[] {
  const byDelivery = groupedBy(effect, 'delivery');
  const events = new Set(adriftOf(effect).map(({ event }) => event?.eventId));
  return ofKind(timeline, 'delivery')
    .filter((delivery) => byDelivery.has(delivery) || (events.has(delivery.fields.event_id) && wasTaken(delivery)))
    .map((delivery) => ({ delivery, copies: byDelivery.get(delivery) ?? [] }));
}

/** Each led to a copy, and every link from the copies to them is a fact. */
export function areStated(origins: readonly Origin[]): boolean {
  return origins.every(({ copies }) => copies.length > 0 && copies.every((chain) => isStated(chain)));
}

/** Copies without a delivery. Those of one job are left out: what made it twice lies behind the delivery. */
function adriftOf({ chains }: Effect): Chain[] {
  const jobs = new Set(chains.map(({ job, attempt, record }) => (job ?? attempt ?? record).fields.job_id));
  if (jobs.size === 1 && !jobs.has(undefined)) return [];
  return chains.filter(({ delivery }) => delivery === undefined);
}

function wasTaken({ fields: { disposition = 'accepted' } }: FactOf<'delivery'>): boolean {
  return disposition === 'accepted';
}

function pairIn(origins: readonly Origin[]): [Origin, Origin] | undefined {
  for (const [i, first] of origins.entries()) {
    const repeat = origins.slice(i + 1).find(({ delivery }) => isRepeatOf(first.delivery, delivery));
    if (repeat) return [first, repeat];
  }
  return undefined;
}

/** The sender's reason says that the attempt before this one did not get as far as the app: its absence is no gap of ours. */
export function neverArrived({ retries }: Timeline, reason: string | undefined): boolean {
  return reason !== undefined && (retries?.unreachedReasons ?? []).includes(reason);
}

/** From the arrival to the answer, in milliseconds; undefined when one of them is not known. */
export function answerSpan(delivery: FactOf<'delivery'>): number | undefined {
  const own = spanByOneClock(delivery);
  if (own !== undefined) return own;
  const answered = answeredAt(delivery);
  return delivery.at === undefined || answered === undefined ? undefined : answered - delivery.at;
}

/**
 * By the clock of the arrival, where one hop has both. Undefined when it was not logged, or lines say different times: any one
 * of these would be a number that nobody stands for.
 */
export function answeredAt(delivery: FactOf<'delivery'>): Instant | undefined {
  const { at, fields, contradictions } = delivery;
  const own = spanByOneClock(delivery);
  if (own !== undefined && at !== undefined) return (at + own) as Instant;
  return contradictions.some(({ field }) => field === 'answered_at') ? undefined : fields.answered_at;
}

/** A handler that the first delivery began had failed when the next arrived. */
export function failedBefore(timeline: Timeline, first: FactOf<'delivery'>, { at }: FactOf<'delivery'>): boolean {
  const { delivery_id } = first.fields;
  return ofKind(timeline, 'run').some(({ fields: { outcome, finished_at, delivery_id: own } }) => {
    const isOwn = own !== undefined && own === delivery_id;
    return isOwn && outcome === 'failed' && finished_at !== undefined && at !== undefined && finished_at <= at;
  });
}

/** Deliveries of this event that say that they are its first: more than one tells that the sender's count began anew. */
export function firstAttempts(timeline: Timeline, { fields: { event_id } }: FactOf<'delivery'>): number[] {
  return ofKind(timeline, 'delivery')
    .filter(({ fields }) => fields.event_id === event_id && fields.retry_num === 0)
    .map(({ n }) => n);
}

/** The same in words, for rules that a reader could answer with a filter on the attempt number; empty when it came once. */
export function countedAnew(attempts: readonly number[]): string[] {
  if (attempts.length < 2) return [];
  const places = attempts.map((n) => `#${n}`).join(' and ');
  const times = attempts.length === 2 ? 'twice' : `${attempts.length} times`;
  return [`attempt 0 came ${times} (${places}): a filter on the attempt number would still let a duplicate through`];
}

function isRepeatOf(first: FactOf<'delivery'>, later: FactOf<'delivery'>): boolean {
  return (
    first.fields.event_id !== undefined &&
    first.fields.event_id === later.fields.event_id &&
    agree(first, later, 'app_id') &&
    agree(first, later, 'subscription_id') &&
    !isInvokedAgain(first, later)
  );
}

/** The same sending as another hop saw it, which no request id joins to the first. Hops are closer together than repeats. */
function couldBeHop(a: FactOf<'delivery'>, b: FactOf<'delivery'>): boolean {
  const isElsewhere = a.fields.instance_id !== b.fields.instance_id && a.fields.route !== b.fields.route;
  const isClose = a.at !== undefined && b.at !== undefined && Math.abs(a.at - b.at) <= hopSpanMs;
  return isElsewhere && isClose && agree(a, b, 'sent_at') && agree(a, b, 'request_id') && agree(a, b, 'body_digest');
}

/** Equal, or not known of one of them. */
export function agree<K extends keyof FactOf<'delivery'>['fields']>(
  a: FactOf<'delivery'>,
  b: FactOf<'delivery'>,
  name: K,
): boolean {
  const [left, right] = [a.fields[name], b.fields[name]];
  return left === undefined || right === undefined || left === right;
}
