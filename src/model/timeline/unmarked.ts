// Deliveries of one thing that each made a copy, of which none says that it is a repeat, and which no registration explains.
import type { FactOf } from '../fact.ts';
import { actOf, type Sameness, sameness } from './acts.ts';
import { fanOutOf } from './fan-out.ts';
import { type PlatformRetry, runAgainUnasked } from './platform-retry.ts';
import { redeliveryOf } from './redelivery.ts';
import { isOneApp, type Side, sidesOf } from './sides.ts';
import type { Chain, Effect, Timeline } from './timeline.ts';

export interface UnmarkedCopies {
  readonly form: 'copies' | 'workspaces' | 'resent' | 'underway' | 'platform';
  readonly events: readonly string[];
  /** In order of arrival. */
  readonly deliveries: readonly FactOf<'delivery'>[];
  readonly chains: readonly Chain[];
  readonly shared: { readonly field: string; readonly value: string };
  readonly couldBeTwoHooks: boolean;
  /** Of `platform`: the two runs. */
  readonly ranAgain?: PlatformRetry;
}

export function unmarkedCopies(timeline: Timeline, effect: Effect): UnmarkedCopies | undefined {
  if (fanOutOf(timeline, effect)?.kind === 'registration') return undefined;
  return underSeveralIds(timeline, effect) ?? doubledOnTheWay(timeline, effect) ?? runAgain(effect);
}

interface Arrived extends Side {
  readonly delivery: FactOf<'delivery'>;
}

/** The largest group of events that are one act of one kind by one app. */
function underSeveralIds(timeline: Timeline, effect: Effect): UnmarkedCopies | undefined {
  const sides = sidesOf(timeline, effect).filter(hasArrived).filter(isUnmarked);
  for (const first of sides) {
    const group = sides.flatMap((other) => {
      const shared = other === first ? undefined : oneThing(timeline, first, other);
      return shared ? [{ side: other, shared }] : [];
    });
    const [next] = group;
    if (!next) continue;
    const all = [first, ...group.map(({ side }) => side)].toSorted((a, b) => a.delivery.n - b.delivery.n);
    return {
      form: formOf(all),
      events: all.map(({ event }) => event.eventId),
      deliveries: all.map(({ delivery }) => delivery),
      chains: all.flatMap(({ chains }) => chains),
      shared: { field: next.shared.by, value: next.shared.values[0] },
      couldBeTwoHooks: hasIdPerHook(first) && all.some(({ delivery }) => delivery.fields.subscription_id === undefined),
    };
  }
  return undefined;
}

function hasArrived(side: Side): side is Arrived {
  return side.delivery !== undefined;
}

function isUnmarked({ delivery: { fields } }: Arrived): boolean {
  return (fields.retry_num ?? 0) === 0 && fields.retry_reason === undefined;
}

type Same = Extract<Sameness, { is: 'one' | 'two' }>;

/** Two types or subtypes are two events by right: other causes. */
function oneThing(timeline: Timeline, a: Arrived, b: Arrived): Same | undefined {
  const isOneKind = a.event.type === b.event.type && a.event.subtype === b.event.subtype;
  if (!isOneKind || isOneApp(a.event, b.event) === false) return undefined;
  const same = sameness(actOf(timeline, a.event), actOf(timeline, b.event));
  if (same.is === 'one') return same;
  return same.is === 'unknown' && a.event.type !== undefined ? oneMoment(a, b) : undefined;
}

/** An object of another provider can change often: one change has one time and one type. */
function oneMoment(a: Arrived, b: Arrived): Same | undefined {
  const [left, right] = [a.delivery.fields.event_time, b.delivery.fields.event_time];
  const isOne =
    left !== undefined && left === right && a.event.subject !== undefined && a.event.subject === b.event.subject;
  return isOne ? { is: 'one', by: 'subject and event_time', values: [`${a.event.subject} ${left}`, right] } : undefined;
}

function formOf(sides: readonly Arrived[]): UnmarkedCopies['form'] {
  const distinct = (values: readonly (string | undefined)[]) =>
    new Set(values.filter((value) => value !== undefined)).size;
  if (distinct(sides.map(({ event }) => event.subject)) > 1) return 'resent';
  return distinct(sides.map(({ delivery }) => delivery.fields.workspace_id)) > 1 ? 'workspaces' : 'copies';
}

/** Slack sends an event once to an app, however it is subscribed; others send it once to each hook. */
function hasIdPerHook({ event }: Side): boolean {
  return event.provider.split('.')[0] !== 'slack';
}

/** One stamp of sending, to the second, and one body, further apart than one attempt takes. */
function doubledOnTheWay(timeline: Timeline, effect: Effect): UnmarkedCopies | undefined {
  const sent = redeliveryOf(timeline, effect);
  if (sent?.why !== 'ordinary') return undefined;
  const { first, repeat, gapMs } = sent;
  const isOne = (name: 'sent_at' | 'body_digest') =>
    first.fields[name] !== undefined && first.fields[name] === repeat.fields[name];
  const isMarked = (repeat.fields.retry_num ?? 0) > 0 || repeat.fields.retry_reason !== undefined;
  if (isMarked || gapMs === null || gapMs < stampMs || !isOne('sent_at') || !isOne('body_digest')) return undefined;
  return {
    form: 'underway',
    events: [first.fields.event_id ?? '?'],
    deliveries: [first, repeat],
    chains: sent.stated ? [...sent.made, ...sent.again] : effect.chains,
    shared: { field: 'body_digest', value: first.fields.body_digest ?? '' },
    couldBeTwoHooks: false,
  };
}

/** Senders stamp whole seconds: copies within two of them can be two sendings. */
const stampMs = 2_000;

/** One invocation that its platform repeated: the sender, and whoever called, sent it once. */
function runAgain(effect: Effect): UnmarkedCopies | undefined {
  const ranAgain = runAgainUnasked(effect);
  if (!ranAgain) return undefined;
  const { made, repeated, requestId } = ranAgain;
  const chains = [...made, ...repeated];
  return {
    form: 'platform',
    events: chains.flatMap(({ event }) => event?.eventId ?? []),
    deliveries: [...new Set(chains.flatMap(({ delivery }) => delivery ?? []))],
    chains,
    shared: { field: 'request_id', value: requestId },
    couldBeTwoHooks: false,
    ranAgain,
  };
}
