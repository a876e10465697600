// An event that came to nothing because something that should stop copies stopped it.
import type { FactOf } from '../fact.ts';
import { type Act, actOf, sameness } from './acts.ts';
import { neverArrived } from './deliveries.ts';
import { type Guard, markedAt } from './guards.ts';
import { boundOf } from './skew.ts';
import type { Timeline, TimelineEvent } from './timeline.ts';
import { ofKind } from './timeline.ts';

type Delivery = FactOf<'delivery'>;

/**
 * `retry-dropped`: a repeat was thrown away for its mark, and the attempt before had made nothing. `claimed-without-work`:
 * it was turned away for a claim whose work had failed. `foreign-claim`: the claim belonged to another message.
 */
export type SuppressionForm = 'retry-dropped' | 'claimed-without-work' | 'foreign-claim';

export interface Suppression {
  readonly form: SuppressionForm;
  readonly event: TimelineEvent;
  /** What was stopped: the delivery that was dropped, or the question that was answered "seen". */
  readonly stopped: Delivery | Guard;
  /** What shows that nothing had been made before: the first delivery, the failed work, the other claim. Undefined: never arrived. */
  readonly before: Delivery | FactOf<'run'> | FactOf<'attempt'> | Guard | undefined;
  readonly key: string | undefined;
  /** The facts say that the work before it failed, or that the claim is another message's. */
  readonly isStated: boolean;
}

/** One for each event of an act from which nothing was made. */
export function suppressions(timeline: Timeline): Suppression[] {
  const made = timeline.effects.flatMap(({ chains }) => chains.flatMap(({ event }) => event ?? []));
  const unplaced = timeline.effects.some(({ chains }) => chains.some(({ event }) => event === undefined));
  if (unplaced) return [];
  const acts = made.map((event) => actOf(timeline, event));
  return timeline.events.flatMap((event) => {
    const act = actOf(timeline, event);
    const isMade = acts.some((other) => sameness(other, act).is !== 'two');
    return isMade
      ? []
      : (foreignClaim(timeline, event, act) ?? droppedRetry(timeline, event) ?? emptyClaim(timeline, event) ?? []);
  });
}

function droppedRetry(timeline: Timeline, event: TimelineEvent): Suppression | undefined {
  const own = ofKind(timeline, 'delivery').filter(({ fields }) => fields.event_id === event.eventId);
  const stopped = own.find(
    ({ fields }) =>
      (fields.retry_num ?? 0) > 0 && (fields.disposition === 'filtered' || fields.disposition === 'refused'),
  );
  if (!stopped) return undefined;
  const common = { form: 'retry-dropped', event, stopped, key: undefined } as const;
  const [first] = own;
  if (first === stopped) {
    const isUnreached = neverArrived(timeline, stopped.fields.retry_reason);
    return isUnreached ? { ...common, before: undefined, isStated: true } : undefined;
  }
  // A first copy that was turned away as well was not wanted.
  if (!first || first.fields.disposition === 'filtered' || first.fields.disposition === 'refused') return undefined;
  const failed = failedWork(timeline, event);
  const isRefused = (first.fields.status ?? 200) >= 300;
  return { ...common, before: first, isStated: failed !== undefined || isRefused };
}

function emptyClaim(timeline: Timeline, event: TimelineEvent): Suppression | undefined {
  const guards = guardsOfEvent(timeline, event);
  const failed = failedWork(timeline, event);
  const hit = guards.find(({ fields }) => fields.result === 'hit');
  const claim = guards.find(({ n, fields }) => fields.result === 'claimed' && hit !== undefined && n < hit.n);
  if (!hit || !claim || !failed || failed.n > hit.n) return undefined;
  return {
    form: 'claimed-without-work',
    event,
    stopped: hit,
    before: failed,
    key: hit.fields.key,
    isStated: true,
  };
}

/** The first question about this event was answered "seen", by a mark that was there before the event was. */
function foreignClaim(timeline: Timeline, event: TimelineEvent, act: Act): Suppression | undefined {
  const [hit] = guardsOfEvent(timeline, event);
  if (hit?.fields.result !== 'hit' || hit.fields.key === undefined) return undefined;
  const common = { form: 'foreign-claim', event, stopped: hit, key: hit.fields.key } as const;
  const other = ofKind(timeline, 'guard').find(
    (guard) =>
      guard.n < hit.n &&
      guard.fields.key === hit.fields.key &&
      guard.fields.store === hit.fields.store &&
      guard.fields.result !== 'hit' &&
      guard.fields.event_id !== undefined &&
      guard.fields.event_id !== event.eventId,
  );
  const owner = other && timeline.events.find(({ eventId }) => eventId === other.fields.event_id);
  if (other && owner && sameness(actOf(timeline, owner), act).is === 'two')
    return { ...common, before: other, isStated: true };
  const [first] = ofKind(timeline, 'delivery').filter(({ fields }) => fields.event_id === event.eventId);
  const marked = markedAt(hit);
  if (marked === undefined || first?.at === undefined || (first.fields.retry_num ?? 0) > 0) return undefined;
  const isOlder = marked < first.at - boundOf(timeline, hit.clock, first.clock);
  return isOlder && !namesIt(hit.fields.key, event, first)
    ? { ...common, before: undefined, isStated: false }
    : undefined;
}

/** A key that holds an id of this event cannot be another message's. */
function namesIt(key: string, { eventId }: TimelineEvent, { fields }: Delivery): boolean {
  const { ts, client_msg_id } = fields;
  return [eventId, ts, client_msg_id].some((id) => id !== undefined && key.includes(id));
}

function guardsOfEvent(timeline: Timeline, event: TimelineEvent): Guard[] {
  return ofKind(timeline, 'guard').filter(({ fields }) => fields.event_id === event.eventId);
}

function failedWork(timeline: Timeline, event: TimelineEvent) {
  return [...ofKind(timeline, 'run'), ...ofKind(timeline, 'attempt')]
    .filter(({ fields }) => fields.event_id === event.eventId)
    .find(({ fields }) => fields.outcome === 'failed' || fields.outcome === 'lost');
}
