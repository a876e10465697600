// Are two events one act of somebody, or two? Decided by the ids that the provider gives to an act, never by what was written.
import type { Fact } from '../fact.ts';
import { ownWrites } from './own-writes.ts';
import { type ByHand, interactions, isOneHand } from './surfaces.ts';
import type { Timeline, TimelineEvent } from './timeline.ts';

export interface Act {
  readonly event: TimelineEvent;
  readonly kind: 'message' | 'edit' | 'reaction' | 'interaction' | 'other';
  readonly triggerId: string | undefined;
  readonly actionTs: string | undefined;
  readonly viewId: string | undefined;
  readonly executionId: string | undefined;
  readonly messageId: string | undefined;
  readonly eventTs: string | undefined;
  readonly actor: string | undefined;
  /** A bot is its author, or the app itself, by whatever name. */
  readonly isBot: boolean;
  /** Who did it where and when: all that a command shares with another act. */
  readonly hand: ByHand;
}

/** `by`: the field that says so. `unknown`: nothing in them decides it. */
export type Sameness =
  | { readonly is: 'one' | 'two'; readonly by: string; readonly values: readonly [string, string] }
  | { readonly is: 'unknown' };

const notNew = new Set(['message_changed', 'message_deleted', 'message_replied']);

const known = new WeakMap<Timeline, Map<TimelineEvent, Act>>();

/** Made once for each event of a timeline: it is asked for every two copies. */
export function actOf(timeline: Timeline, event: TimelineEvent): Act {
  const acts = known.get(timeline) ?? new Map<TimelineEvent, Act>();
  known.set(timeline, acts);
  const act = acts.get(event) ?? readAct(timeline, event);
  acts.set(event, act);
  return act;
}

function readAct(timeline: Timeline, event: TimelineEvent): Act {
  const facts = timeline.facts.filter(({ fields }) => fields.event_id === event.eventId);
  const first = <K extends keyof Fact['fields']>(name: K) =>
    facts.map(({ fields }) => fields[name]).find((value) => value !== undefined) as string | undefined;
  return {
    event,
    kind: kindOf(event, first('trigger_id') ?? first('action_ts')),
    triggerId: first('trigger_id'),
    actionTs: first('action_ts'),
    viewId: first('view_id'),
    executionId: first('function_execution_id'),
    messageId: first('client_msg_id'),
    eventTs: first('event_ts'),
    actor: first('actor'),
    isBot: first('bot_id') !== undefined || ownEventsOf(timeline).has(event.eventId),
    hand: {
      type: event.type,
      actor: first('actor'),
      channel: first('channel'),
      at: facts.find(({ kind, at }) => kind === 'delivery' && at !== undefined)?.at,
    },
  };
}

const own = new WeakMap<Timeline, ReadonlySet<unknown>>();

/** Events that tell of what the app itself wrote. */
function ownEventsOf(timeline: Timeline): ReadonlySet<unknown> {
  const events = own.get(timeline) ?? new Set(ownWrites(timeline.facts).map(({ told }) => told.fields.event_id));
  own.set(timeline, events);
  return events;
}

export function sameness(a: Act, b: Act): Sameness {
  if (a.event.eventId === b.event.eventId) return one('event_id', a.event.eventId);
  const kinds = new Set([a.kind, b.kind]);
  if (kinds.has('other') || kinds.has('edit')) {
    const run = byField(a, b, 'executionId', 'function_execution_id');
    return run.is === 'unknown' && (isUntyped(a) || isUntyped(b)) ? byPeople(a, b) : run;
  }
  if (isOneWish(a, b)) return { is: 'unknown' };
  if (kinds.size > 1) return { is: 'two', by: 'event_type', values: [a.event.type ?? a.kind, b.event.type ?? b.kind] };
  if (a.kind === 'message') return ofMessages(a, b);
  if (a.kind === 'reaction') return ofReactions(a, b);
  return ofInteractions(a, b);
}

/** Two acts that can be one wish: a message and a click on it, or a command seconds after another act of the same person. */
function isOneWish(a: Act, b: Act): boolean {
  const isOnMessage = (message: Act, click: Act) => message.kind === 'message' && click.kind === 'interaction';
  const isOneObject = a.event.subject !== undefined && a.event.subject === b.event.subject;
  return (isOneObject && (isOnMessage(a, b) || isOnMessage(b, a))) || isOneHand(a.hand, b.hand);
}

/** A message keeps its place in every event about it; a client that sends again keeps its own id. */
function ofMessages(a: Act, b: Act): Sameness {
  const sent = byField(a, b, 'messageId', 'client_msg_id');
  return sent.is === 'one' ? sent : bySubject(a, b);
}

/** One person's one emoji on one item has one subject: a second time needs another moment. */
function ofReactions(a: Act, b: Act): Sameness {
  const subject = bySubject(a, b);
  return subject.is === 'two' ? subject : byField(a, b, 'eventTs', 'event_ts');
}

function ofInteractions(a: Act, b: Act): Sameness {
  const known = [byField(a, b, 'triggerId', 'trigger_id'), byField(a, b, 'actionTs', 'action_ts')].find(
    ({ is }) => is !== 'unknown',
  );
  if (known) return known;
  const view = byField(a, b, 'viewId', 'view_id');
  if (view.is === 'two') return view;
  return { is: 'two', by: 'event_id', values: [a.event.eventId, b.event.eventId] };
}

/** Nobody logged what it was: a reaction to a message, say, has the subject of the message. */
function isUntyped({ event, kind }: Act): boolean {
  return event.type === undefined && kind === 'other';
}

/** One act has one person. One person can have had two. */
function byPeople(a: Act, b: Act): Sameness {
  const people = a.isBot || b.isBot ? unknown : compare('actor', a.actor, b.actor);
  return people.is === 'two' ? people : unknown;
}

const unknown: Sameness = { is: 'unknown' };

function bySubject(a: Act, b: Act): Sameness {
  return compare('subject', a.event.subject, b.event.subject);
}

function byField(
  a: Act,
  b: Act,
  name: 'triggerId' | 'actionTs' | 'viewId' | 'executionId' | 'messageId' | 'eventTs',
  by: string,
): Sameness {
  return compare(by, a[name], b[name]);
}

function compare(by: string, left: string | undefined, right: string | undefined): Sameness {
  if (left === undefined || right === undefined) return { is: 'unknown' };
  return left === right ? one(by, left) : { is: 'two', by, values: [left, right] };
}

function one(by: string, value: string): Sameness {
  return { is: 'one', by, values: [value, value] };
}

/** What has the id of an act by hand is one, also where its type was not logged. */
function kindOf({ type, subtype }: TimelineEvent, byHand: string | undefined): Act['kind'] {
  if (type === undefined) return byHand === undefined ? 'other' : 'interaction';
  if (interactions.has(type)) return 'interaction';
  if (type.startsWith('reaction_')) return 'reaction';
  if (type === 'app_mention' || type === 'message' || type.startsWith('message.')) {
    return subtype !== undefined && notNew.has(subtype) ? 'edit' : 'message';
  }
  return 'other';
}
