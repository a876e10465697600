// Events that an app caused itself: it wrote something, and the target told it so as if somebody else had.
import type { FactKind } from '../fact-fields.ts';

interface Told {
  readonly kind: FactKind;
  readonly fields: Readonly<Record<string, unknown>>;
}

export interface OwnWrite<F extends Told> {
  /** The object that was written. */
  readonly record: F;
  /** A fact of the event that tells of it. */
  readonly told: F;
  /** What says that the author was the app: its bot, its name at the target, or the app that Slack names for both. */
  readonly by: 'bot_id' | 'actor' | 'app_id';
}

/** Where an event's subject is an object that a record names, and a bot or the record's own creator was its author. */
export function ownWrites<F extends Told>(facts: readonly F[]): OwnWrite<F>[] {
  const written = new Map<string, F>();
  for (const fact of facts) {
    if (fact.kind !== 'record') continue;
    for (const name of subjectsOf(fact)) if (!written.has(name)) written.set(name, fact);
  }
  const eventOf = eventsOf(facts);
  return facts.flatMap((told) => {
    const { subject, event_id } = told.fields;
    const record = told.kind === 'record' || event_id === undefined ? undefined : written.get(String(subject));
    const isOther = record && eventOf(record) !== event_id && !isByHand(told);
    const by = isOther ? authorOf(told, record) : undefined;
    return record && by ? [{ record, told, by }] : [];
  });
}

/** The event of a fact; what works for one may name its delivery only. */
export function eventsOf(facts: readonly Told[]): (fact: Told) => string | undefined {
  const known = new Map<unknown, unknown>(
    facts.flatMap(({ kind, fields: { delivery_id, event_id } }) =>
      kind === 'delivery' && delivery_id !== undefined ? [[delivery_id, event_id] as const] : [],
    ),
  );
  return ({ fields: { event_id, delivery_id } }) => (event_id ?? known.get(delivery_id)) as string | undefined;
}

/** The object as an event about it would name it: `jira:OPS-41`, `slack:C9:1732900000.000100`. */
function subjectsOf({ fields: { target, record_id, channel } }: Told): string[] {
  if (target === undefined || record_id === undefined) return [];
  const inChannel = channel === undefined ? [] : [`${target}:${channel}:${record_id}`];
  return [`${target}:${record_id}`, ...inChannel];
}

/** A click on what the app wrote, or a reaction to it, is somebody's. */
function isByHand({ fields: { trigger_id, action_ts, event_type } }: Told): boolean {
  return (
    trigger_id !== undefined ||
    action_ts !== undefined ||
    /^(block_actions|interactive_message|message_action|reaction_)/.test(String(event_type))
  );
}

/** Somebody else's edit of an object that the app made is somebody else's act. */
function authorOf(
  { fields: { bot_id, actor, app_id } }: Told,
  { fields: { created_by, target, app_id: author } }: Told,
): OwnWrite<Told>['by'] | undefined {
  // The app that was told of a message is the one that Slack names as its author.
  if (target === 'slack' && author !== undefined && author === app_id) return 'app_id';
  if (created_by !== undefined && (actor === created_by || bot_id === created_by))
    return bot_id === created_by ? 'bot_id' : 'actor';
  return bot_id === undefined ? undefined : 'bot_id';
}

/** Kinds that tell of work. */
const working: ReadonlySet<FactKind> = new Set(['record', 'call', 'job', 'attempt', 'operation']);

/** Event ids of own writes that were taken for somebody's wish: work came out of them. The others are nobody's siblings. */
export function handledOwnWrites<F extends Told>(facts: readonly F[], isKept: (record: F) => boolean): string[] {
  const own = ownWrites(facts).filter(({ record }) => isKept(record));
  if (own.length === 0) return [];
  const eventOf = eventsOf(facts);
  const worked = new Set<unknown>(facts.filter(({ kind }) => working.has(kind)).map(eventOf));
  return own
    .filter(({ record, told }) => worked.has(told.fields.event_id) || isAnswered(facts, record, told))
    .map(({ told }) => String(told.fields.event_id));
}

/** The app wrote once more for the same wish, after it had been told of its first writing and had not turned it away. */
function isAnswered<F extends Told>(facts: readonly F[], record: F, told: F): boolean {
  const came = momentOf(told);
  return (
    !isTurnedAway(told) &&
    facts.some((one) => isFurtherWrite(one, record) && came !== undefined && (momentOf(one) ?? came) > came)
  );
}

export function isTurnedAway({ fields: { disposition } }: Told): boolean {
  return disposition !== undefined && disposition !== 'accepted';
}

/** Another object by the same hand, for one wish, of which no line names the event. */
export function isFurtherWrite(one: Told, { fields }: Told): boolean {
  const { target, created_by, subject, record_id } = one.fields;
  if (one.kind !== 'record' || one.fields.event_id !== undefined || record_id === fields.record_id) return false;
  return (
    target === fields.target &&
    created_by !== undefined &&
    created_by === fields.created_by &&
    subject === fields.subject
  );
}

function momentOf({ fields: { created_at, at } }: Told): number | undefined {
  const moment = created_at ?? at;
  return typeof moment === 'number' ? moment : undefined;
}
