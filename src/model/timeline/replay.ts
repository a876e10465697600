// An arrival that is too late for an ordinary repeat of its sender, and that made a copy all the same.
import type { FactOf } from '../fact.ts';
import { parseInstant } from '../instant.ts';
import { repeatsByItself } from '../provider.ts';
import { agree, copiesByDelivery, type Origin } from './deliveries.ts';
import { isStated, madeAt } from './duplicates.ts';
import type { Chain, Effect, Timeline } from './timeline.ts';
import { ofKind } from './timeline.ts';

type Delivery = FactOf<'delivery'>;

export interface Replay {
  /** Undefined: the first arrival was not logged, and the event's own time tells its age. */
  readonly first: Delivery | undefined;
  readonly late: Delivery;
  readonly ageMs: number;
  readonly by: 'arrival' | 'event_time';
  readonly chains: readonly Chain[];
  readonly restart: {
    readonly instance: string;
    readonly what: string;
    readonly fact: number;
    readonly beforeMs: number;
  } | null;
  readonly isFurther: boolean;
  readonly isStated: boolean;
}

/**
 * Undefined for a sender that repeats nothing by itself: there somebody asked for the repeat. A connection, a poll or a
 * stream can always begin again further back.
 */
export function replayOf(timeline: Timeline, effect: Effect): Replay | undefined {
  const all = copiesByDelivery(timeline, effect);
  const known = all.filter(({ copies }) => copies.length > 0);
  // Where a copy does not name its delivery, any that the app took on may be the one.
  const origins = known.length > 1 ? known : all;
  for (const origin of origins) {
    const found = canReplay(timeline, origin.delivery) ? lateArrival(timeline, effect, origins, origin) : undefined;
    if (found) return found;
  }
  return undefined;
}

function canReplay({ retries }: Timeline, { fields: { transport = 'http' } }: Delivery): boolean {
  return retries !== undefined && (repeatsByItself(retries) || transport !== 'http');
}

function lateArrival(timeline: Timeline, effect: Effect, origins: readonly Origin[], late: Origin): Replay | undefined {
  const horizonMs = timeline.retries?.horizonMs ?? Number.POSITIVE_INFINITY;
  const { delivery } = late;
  if (delivery.at === undefined) return undefined;
  const before = origins.filter(({ delivery: one }) => one.n < delivery.n && isOneEvent(one, delivery));
  const [first] = before;
  const restart = restartBefore(timeline, delivery);
  const common = { late: delivery, restart };
  if (first?.delivery.at !== undefined) {
    const newest = before.at(-1)?.delivery.at ?? first.delivery.at;
    if (delivery.at - newest <= horizonMs) return undefined;
    const ageMs = delivery.at - first.delivery.at;
    const isKnown = first.copies.length > 0 && late.copies.length > 0;
    const chains = isKnown ? [...first.copies, ...late.copies] : effect.chains;
    const whole = isKnown && chains.every((chain) => isStated(chain));
    return {
      ...common,
      first: first.delivery,
      ageMs,
      by: 'arrival',
      chains,
      isFurther: before.length > 1,
      isStated: whole,
    };
  }
  const happened = happenedAt(delivery);
  const older = effect.chains.filter((chain) => chain.delivery === undefined && isBefore(madeAt(chain), delivery.at));
  if (happened === undefined || delivery.at - happened <= horizonMs || older.length === 0) return undefined;
  const chains = [...older, ...late.copies];
  return {
    ...common,
    first: undefined,
    ageMs: delivery.at - happened,
    by: 'event_time',
    chains,
    isFurther: false,
    isStated: false,
  };
}

function isOneEvent(a: Delivery, b: Delivery): boolean {
  return a.fields.event_id !== undefined && a.fields.event_id === b.fields.event_id && agree(a, b, 'app_id');
}

function isBefore(a: number | undefined, b: number | undefined): boolean {
  return a !== undefined && b !== undefined && a < b;
}

/** Slack writes whole seconds, others a date. */
function happenedAt({ fields: { event_time } }: Delivery): number | undefined {
  if (event_time === undefined) return undefined;
  return /^\d{10}$/.test(event_time) ? Number(event_time) * 1000 : parseInstant(event_time);
}

/** A replay follows its cause within this time. */
const restartMs = 5 * 60_000;
const comings: ReadonlySet<string> = new Set(['started', 'connected', 'deployed', 'registered', 'reloaded']);

function restartBefore(timeline: Timeline, { at, fields: { instance_id } }: Delivery): Replay['restart'] {
  const lives = ofKind(timeline, 'lifecycle').filter(
    (one) =>
      comings.has(one.fields.what ?? '') &&
      (one.fields.instance_id === undefined || one.fields.instance_id === instance_id) &&
      one.at !== undefined &&
      at !== undefined &&
      one.at <= at &&
      at - one.at <= restartMs,
  );
  const newest = lives.at(-1);
  if (newest?.at === undefined || at === undefined) return null;
  const instance = newest.fields.instance_id ?? 'the receiver';
  return { instance, what: newest.fields.what ?? 'started', fact: newest.n, beforeMs: at - newest.at };
}
