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
 * The first two deliveries of one event (same id, app and subscription) that each led to a copy. Where no copy says which
 * delivery it came from: the first two deliveries. Undefined when all copies came from one delivery, or from several events.
 */
export function repeatedDelivery(timeline: Timeline, effect: Effect): RepeatedDelivery | undefined {
  const byDelivery = groupedBy(effect, 'delivery');
  const events = new Set(effect.chains.map((chain) => chain.event?.eventId));
  const candidates = byDelivery.size > 0 ? [...byDelivery.keys()] : ofKind(timeline, 'delivery');
  const ordered = candidates.filter(({ fields }) => events.has(fields.event_id)).sort((a, b) => a.n - b.n);
  const [first, ...later] = ordered;
  const repeat = later.find((delivery) => first && isRepeatOf(first, delivery));
  if (!first || !repeat) return undefined;
  const [made, again] = [byDelivery.get(first) ?? [], byDelivery.get(repeat) ?? []];
  return {
    first,
    repeat,
    made,
    again,
    stated: made.length > 0 && [...made, ...again].every((chain) => isStated(chain)),
  };
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
