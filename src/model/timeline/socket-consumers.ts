// Who was connected with the token of the socket over which the events came, and who received which of them?
import type { FactOf } from '../fact.ts';
import type { Instant } from '../instant.ts';
import type { Timeline } from './timeline.ts';
import { ofKind } from './timeline.ts';

export interface SharedStream {
  /** Instances that were connected with one token while the events came; one where only the sender's count tells of more. */
  readonly consumers: readonly string[];
  /** The highest number of connections that the sender told; null when nobody logged it. */
  readonly connections: number | null;
  readonly connected: readonly number[];
  /** Numbers of the deliveries for each instance that received any. */
  readonly receipts: ReadonlyMap<string, readonly number[]>;
  /** Deliveries of events that reached more than one instance. */
  readonly receivedTwice: readonly (readonly number[])[];
}

/** Undefined: nothing came over a socket, or no more than one connection is known. */
export function sharedStream(timeline: Timeline): SharedStream | undefined {
  const deliveries = ofKind(timeline, 'delivery').filter(
    ({ fields }) => fields.transport === 'socket' && fields.instance_id !== undefined,
  );
  const sessions = deliveries.map((delivery) => openAt(timeline, delivery));
  const own = sessions.flatMap((open, i) =>
    open.filter((session) => sharesToken(open, session, deliveries[i]?.fields.instance_id)),
  );
  const consumers = [...new Set(own.map(({ instance }) => instance))];
  const counts = own.filter(({ isReconnect }) => !isReconnect).flatMap(({ connections }) => connections ?? []);
  const connections = counts.length > 0 ? Math.max(...counts) : null;
  if (consumers.length < 2 && (connections ?? 1) < 2) return undefined;
  return {
    consumers,
    connections,
    connected: [...new Set(own.map(({ fact }) => fact))],
    receipts: groupBy(deliveries, ({ fields }) => fields.instance_id ?? ''),
    receivedTwice: receivedTwice(deliveries),
  };
}

interface Session {
  readonly fact: number;
  readonly instance: string;
  readonly token: string | undefined;
  readonly connections: number | undefined;
  /** The instance had a connection before: while one follows the other, the sender counts both. */
  readonly isReconnect: boolean;
}

function openAt(timeline: Timeline, { at }: FactOf<'delivery'>): Session[] {
  const sessions = new Map<string, Session>();
  const seen = new Set<string>();
  for (const { n, at: when, fields } of ofKind(timeline, 'lifecycle')) {
    const { instance_id, what, token_digest, connections } = fields;
    if (instance_id === undefined || isAfter(when, at)) continue;
    if (what === 'connected') {
      const isReconnect = seen.has(instance_id);
      seen.add(instance_id);
      sessions.set(instance_id, { fact: n, instance: instance_id, token: token_digest, connections, isReconnect });
    }
    if (what === 'disconnected' || what === 'stopped' || what === 'crashed') sessions.delete(instance_id);
  }
  return [...sessions.values()];
}

function isAfter(when: Instant | undefined, at: Instant | undefined): boolean {
  return when === undefined || at === undefined || when > at;
}

/** The receiver's own session, and those with the same token. */
function sharesToken(open: readonly Session[], { instance, token }: Session, receiver: string | undefined): boolean {
  if (instance === receiver) return true;
  return token !== undefined && open.some((one) => one.instance === receiver && one.token === token);
}

function receivedTwice(deliveries: readonly FactOf<'delivery'>[]): number[][] {
  const byEvent = [...groupBy(deliveries, ({ fields }) => fields.event_id ?? '').entries()];
  return byEvent
    .filter(([event, numbers]) => {
      const own = deliveries.filter(({ n }) => numbers.includes(n));
      return event !== '' && new Set(own.map(({ fields }) => fields.instance_id)).size > 1;
    })
    .map(([, numbers]) => numbers);
}

function groupBy(
  deliveries: readonly FactOf<'delivery'>[],
  keyOf: (one: FactOf<'delivery'>) => string,
): Map<string, number[]> {
  const groups = new Map<string, number[]>();
  for (const one of deliveries) groups.set(keyOf(one), [...(groups.get(keyOf(one)) ?? []), one.n]);
  return groups;
}
