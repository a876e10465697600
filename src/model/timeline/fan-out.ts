// One event that arrived or ran twice side by side: nobody repeated anything, two stood there to take it.
import type { FactOf } from '../fact.ts';
import { agree, answeredAt, areStated, copiesByDelivery, failedBefore, type Origin } from './deliveries.ts';
import { groupedBy, isStated, spanBetween } from './duplicates.ts';
import { sameProcess } from './processes.ts';
import type { Chain, Effect, Timeline } from './timeline.ts';
import { ofKind } from './timeline.ts';

export interface FanOut {
  /** `registration`: it was sent to two places. `consumers`: two processes took the same event. */
  readonly kind: 'registration' | 'consumers';
  readonly first: FactOf<'delivery'> | FactOf<'run'>;
  readonly second: FactOf<'delivery'> | FactOf<'run'>;
  readonly gapMs: number | null;
  /** Every link from the copies to these two is a fact. */
  readonly stated: boolean;
}

/** Further apart than this is a repeat: the shortest wait of a known sender is 3 s, and a caller's is longer. */
export const sideBySideMs = 2_000;

export function fanOutOf(timeline: Timeline, effect: Effect): FanOut | undefined {
  return fanOutOfArrivals(timeline, effect) ?? fanOutOfRuns(timeline, effect);
}

function fanOutOfArrivals(timeline: Timeline, effect: Effect): FanOut | undefined {
  const origins = copiesByDelivery(timeline, effect);
  for (const [i, first] of origins.entries()) {
    for (const second of origins.slice(i + 1)) {
      const gapMs = spanBetween(first.delivery, second.delivery);
      if (gapMs === undefined || gapMs > sideBySideMs || !areUnmarked(timeline, first.delivery, second.delivery))
        continue;
      const kind = kindOf(first.delivery, second.delivery);
      if (kind === undefined || couldBeOneArrival(first, second)) continue;
      const stated = areStated([first, second]);
      return { kind, first: first.delivery, second: second.delivery, gapMs, stated };
    }
  }
  return undefined;
}

/** Two hops that no request id joins look like two arrivals: only what came out of each shows that there were two. */
function couldBeOneArrival(first: Origin, second: Origin): boolean {
  if ([first, second].every(({ copies }) => copies.some((chain) => isStated(chain)))) return false;
  const [a, b] = [first.delivery, second.delivery];
  const differ = (name: 'route' | 'instance_id') => a.fields[name] !== b.fields[name];
  const areApart = !agree(a, b, 'request_id') || !agree(a, b, 'subscription_id');
  return !areApart && (differ('route') || differ('instance_id') || a.clock !== b.clock);
}

/** Neither says that it is a repeat, and the first had not failed when the second came. */
function areUnmarked(timeline: Timeline, first: Origin['delivery'], second: Origin['delivery']): boolean {
  const isMarked = [first, second].some(
    ({ fields }) => (fields.retry_num ?? 0) > 0 || fields.retry_reason !== undefined,
  );
  const { status } = first.fields;
  const answered = answeredAt(first);
  const wasBefore = answered === undefined || second.at === undefined || answered <= second.at;
  const hadFailed = status === undefined ? failedBefore(timeline, first, second) : status >= 300 && wasBefore;
  return !isMarked && !hadFailed;
}

function kindOf(first: Origin['delivery'], second: Origin['delivery']): FanOut['kind'] | undefined {
  if (!agree(first, second, 'app_id')) return undefined;
  const isOneEvent = first.fields.event_id !== undefined && first.fields.event_id === second.fields.event_id;
  if ((!isOneEvent && !isOneAct(first, second)) || wereSentApart(first, second)) return undefined;
  if (!agree(first, second, 'subscription_id')) return 'registration';
  const { body_digest, transport } = first.fields;
  const isOneBody = body_digest !== undefined && body_digest === second.fields.body_digest;
  const isDifferent = sameProcess(first, second) === 'different';
  // Over HTTP somebody has to send to a place; over a connection, a poll or a trigger each consumer fetches for itself.
  if (isOneBody && (transport === 'http' || (transport === undefined && !isDifferent))) return 'registration';
  return isOneEvent && isDifferent ? 'consumers' : undefined;
}

/** What waited on the way arrives together with its own repeat. */
function wereSentApart({ fields: a }: Origin['delivery'], { fields: b }: Origin['delivery']): boolean {
  return a.sent_at !== undefined && b.sent_at !== undefined && Math.abs(a.sent_at - b.sent_at) > sideBySideMs;
}

/** Some senders give each hook's delivery an id of its own: then the body, or the subject and the type, say that it is one. */
function isOneAct({ fields: a }: Origin['delivery'], { fields: b }: Origin['delivery']): boolean {
  const isOneBody = a.body_digest !== undefined && a.body_digest === b.body_digest;
  const isOneKind = a.event_type === b.event_type && a.event_subtype === b.event_subtype;
  const areTwoHooks = a.subscription_id !== undefined && b.subscription_id !== undefined;
  return isOneBody || (areTwoHooks && isOneKind && a.subject !== undefined && a.subject === b.subject);
}

/** Runs of one event in two processes, where no second delivery and no job explains the second. */
function fanOutOfRuns(timeline: Timeline, effect: Effect): FanOut | undefined {
  const groups = [...groupedBy(effect, 'run')].sort(([a], [b]) => a.n - b.n);
  for (const [i, [first, [made]]] of groups.entries()) {
    for (const [second, [again]] of groups.slice(i + 1)) {
      if (!made || !again || !cameTogether(timeline, made, again)) continue;
      if (sameProcess(first, second) !== 'different' || hasTakenOver(first, second)) continue;
      const gapMs = spanBetween(first, second);
      if (gapMs !== undefined && gapMs > sideBySideMs) continue;
      // Where no arrival was logged, nobody knows that there was only one.
      const stated = [made, again].every((chain) => chain.delivery !== undefined && isStated(chain, 'run'));
      return { kind: 'consumers', first, second, gapMs: gapMs ?? null, stated };
    }
  }
  return undefined;
}

/** Two runs of one arrival: no job between them and no second delivery that the second run could belong to. */
export function cameTogether(timeline: Timeline, a: Chain, b: Chain): boolean {
  if (a.event?.eventId === undefined || a.event.eventId !== b.event?.eventId) return false;
  if (a.attempt !== undefined && b.attempt !== undefined && a.attempt.fields.job_id === b.attempt.fields.job_id)
    return false;
  if (a.delivery !== undefined && b.delivery !== undefined) return a.delivery === b.delivery;
  return ofKind(timeline, 'delivery').filter(({ fields }) => fields.event_id === a.event?.eventId).length <= 1;
}

/** The second began because the first had failed: somebody ran it again. */
export function hasTakenOver(first: FactOf<'run'>, second: FactOf<'run'>): boolean {
  const { outcome, finished_at } = first.fields;
  const began = second.fields.started_at ?? second.at;
  return outcome === 'failed' && (finished_at === undefined || began === undefined || finished_at <= began);
}
