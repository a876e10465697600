// One event delivered more than once, and which copy of the effect came from which delivery.
import type { FactOf } from '../fact.ts';
import { groupedBy, isStated } from './duplicates.ts';
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
 * The first two deliveries of one event (same id, app and subscription) that each led to a copy. Where no copy says which
 * delivery it came from: the first two that the app took on. Undefined when all copies came from one delivery or one job,
 * or from several events.
 */
export function repeatedDelivery(timeline: Timeline, effect: Effect): RepeatedDelivery | undefined {
  const origins = copiesByDelivery(timeline, effect);
  const events = new Set(effect.chains.map((chain) => chain.event?.eventId));
  const ordered = origins.filter(({ delivery }) => events.has(delivery.fields.event_id));
  for (const [i, { delivery: first, copies: made }] of ordered.entries()) {
    const found = ordered.slice(i + 1).find(({ delivery }) => isRepeatOf(first, delivery));
    if (!found) continue;
    const stated =
      made.length > 0 && found.copies.length > 0 && [...made, ...found.copies].every((chain) => isStated(chain));
    const next = ofKind(timeline, 'delivery').find((one) => one.n > first.n && isRepeatOf(first, one));
    return { first, next: next ?? found.delivery, repeat: found.delivery, made, again: found.copies, stated };
  }
  return undefined;
}

export interface Origin {
  readonly delivery: FactOf<'delivery'>;
  /** Empty where no copy says which delivery it came from. */
  readonly copies: readonly Chain[];
}

/**
 * The deliveries that led to copies, in order; where a copy does not say which delivery it came from, also the other ones of
 * its event that the app took on.
 */
export function copiesByDelivery(timeline: Timeline, effect: Effect): Origin[] {
  const byDelivery = groupedBy(effect, 'delivery');
  const jobs = new Set(effect.chains.map(({ job, record }) => job ?? record.fields.job_id));
  const isOneJob = jobs.size === 1 && !jobs.has(undefined);
  const adrift = isOneJob ? [] : effect.chains.filter(({ delivery }) => delivery === undefined);
  const events = new Set(adrift.map(({ event }) => event?.eventId));
  return ofKind(timeline, 'delivery')
    .filter((delivery) => byDelivery.has(delivery) || (events.has(delivery.fields.event_id) && isAccepted(delivery)))
    .map((delivery) => ({ delivery, copies: byDelivery.get(delivery) ?? [] }));
}

function isAccepted({ fields: { disposition } }: FactOf<'delivery'>): boolean {
  return disposition === undefined || disposition === 'accepted';
}

/** From the arrival to the answer, in milliseconds; undefined when one of them was not logged. */
export function answerSpan({ at, fields }: FactOf<'delivery'>): number | undefined {
  return at === undefined || fields.answered_at === undefined ? undefined : fields.answered_at - at;
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
    agree(first, later, 'subscription_id')
  );
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
