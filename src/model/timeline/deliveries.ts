// One event delivered more than once, and which copy of the effect came from which delivery.
import type { FactOf } from '../fact.ts';
import { groupedBy, isStated } from './duplicates.ts';
import type { Chain, Effect, Timeline } from './timeline.ts';
import { ofKind } from './timeline.ts';

export interface RepeatedDelivery {
  readonly first: FactOf<'delivery'>;
  readonly repeat: FactOf<'delivery'>;
  /** The copies that came from each; empty for both when no copy says which delivery it came from. */
  readonly made: readonly Chain[];
  readonly again: readonly Chain[];
  /** Every link from the copies to these deliveries is a fact. */
  readonly stated: boolean;
}

/**
 * The first two deliveries of one event (same id, app and subscription) that each led to a copy. Where a copy does not say
 * which delivery it came from, any delivery of the event may be one of the two. Undefined when all copies came from one
 * delivery, or from several events.
 */
export function repeatedDelivery(timeline: Timeline, effect: Effect): RepeatedDelivery | undefined {
  const byDelivery = groupedBy(effect, 'delivery');
  const known = pairIn([...byDelivery.keys()]);
  const adrift = effect.chains.filter(({ delivery }) => delivery === undefined);
  const events = new Set(adrift.map(({ event }) => event?.eventId));
  const possible = ofKind(timeline, 'delivery').filter(
    (delivery) => byDelivery.has(delivery) || events.has(delivery.fields.event_id),
  );
  const pair = known ?? (adrift.length > 0 ? pairIn(possible) : undefined);
  if (!pair) return undefined;
  const [first, repeat] = pair;
  const [made, again] = [byDelivery.get(first) ?? [], byDelivery.get(repeat) ?? []];
  const stated = made.length > 0 && again.length > 0 && [...made, ...again].every((chain) => isStated(chain));
  return { first, repeat, made, again, stated };
}

function pairIn(deliveries: readonly FactOf<'delivery'>[]): [FactOf<'delivery'>, FactOf<'delivery'>] | undefined {
  const ordered = deliveries.toSorted((a, b) => a.n - b.n);
  for (const [i, first] of ordered.entries()) {
    const repeat = ordered.slice(i + 1).find((later) => isRepeatOf(first, later));
    if (repeat) return [first, repeat];
  }
  return undefined;
}

/** From the arrival to the answer, in milliseconds; undefined when one of them was not logged. */
export function answerSpan({ at, fields }: FactOf<'delivery'>): number | undefined {
  return at === undefined || fields.answered_at === undefined ? undefined : fields.answered_at - at;
}

function isRepeatOf(first: FactOf<'delivery'>, later: FactOf<'delivery'>): boolean {
  const agree = (name: 'app_id' | 'subscription_id') =>
    first.fields[name] === undefined || later.fields[name] === undefined || first.fields[name] === later.fields[name];
  return (
    first.fields.event_id !== undefined &&
    first.fields.event_id === later.fields.event_id &&
    agree('app_id') &&
    agree('subscription_id')
  );
}
