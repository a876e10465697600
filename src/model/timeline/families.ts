// Which events are about one user action: those that share a subject, a client message id or a source_event_key, directly or not.
import type { Fact, FactOf } from '../fact.ts';
import { eventsOf, ownWrites } from './own-writes.ts';
import { joinedByHand } from './surfaces.ts';

const shared = ['event_id', 'subject', 'client_msg_id', 'source_event_key'] as const;

/** An object, and the event that the way up to it leads to: neither of the two need name the other. */
interface Placed {
  readonly record: FactOf<'record'>;
  readonly event: { readonly eventId: string } | undefined;
}

/** The family of an event, else of what the record itself names. Records that name nothing belong to the only family there is. */
export function familiesOf(facts: readonly Fact[], placed: readonly Placed[] = []) {
  const parents = new Map<string, string>();
  const root = (name: string): string => {
    const parent = parents.get(name);
    if (parent === undefined || parent === name) return name;
    const top = root(parent);
    parents.set(name, top);
    return top;
  };
  for (const fact of facts) {
    const [first, ...others] = namesOf(fact);
    if (first === undefined) continue;
    parents.set(root(first), root(first));
    for (const other of others) parents.set(root(other), root(first));
  }
  for (const { record, event } of placed) {
    const [first] = namesOf(record);
    const own = event && `event_id\n${event.eventId}`;
    if (first === undefined || own === undefined || !parents.has(own)) continue;
    parents.set(root(first), root(own));
  }
  for (const pair of [...joinedByHand(facts), ...ownWritesByEvent(facts)]) {
    const [a = '', b = ''] = pair.map((id) => root(`event_id\n${id}`));
    parents.set(a, b);
  }
  const families = new Set([...parents.keys()].map(root));
  const [only] = families.size === 1 ? families : [];

  return (eventId: string | undefined, record: FactOf<'record'>): string => {
    const [own] = eventId === undefined ? namesOf(record) : [`event_id\n${eventId}`];
    return own === undefined ? (only ?? `record\n${record.n}`) : root(own);
  };
}

/** What an app makes of its own writing belongs to what made it write. */
function ownWritesByEvent(facts: readonly Fact[]): [string, string][] {
  const eventOf = eventsOf(facts);
  return ownWrites(facts).flatMap(({ record, told }): [string, string][] => {
    const [cause, effect] = [eventOf(record), told.fields.event_id];
    return cause === undefined || effect === undefined ? [] : [[cause, effect]];
  });
}

function namesOf({ fields }: Fact): string[] {
  return shared.flatMap((name) => (fields[name] === undefined ? [] : [`${name}\n${fields[name]}`]));
}
