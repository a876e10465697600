// Two connections with one token share the stream: no event is doubled, each consumer sees a part.
import type { Cause } from '../model/cause.ts';
import type { FactOf } from '../model/fact.ts';
import type { Coverage } from '../model/source.ts';
import { duplicatedEffects } from '../model/timeline/duplicates.ts';
import { type SharedStream, sharedStream } from '../model/timeline/socket-consumers.ts';
import type { Timeline } from '../model/timeline/timeline.ts';
import { ofKind } from '../model/timeline/timeline.ts';

export interface SocketSplitDelivery {
  readonly sender: string;
  /** The instances that were connected with one token when the events came. */
  readonly consumers: readonly string[];
  /** Connections that the sender counted; null when no one logged it. */
  readonly connections: number | null;
  /** How many of the events at hand each instance received. */
  readonly receipts: readonly { readonly instance: string; readonly events: number }[];
  /** Facts of the connections. */
  readonly connected: readonly number[];
  readonly madeNothing: boolean;
}

export const socketSplitDelivery: Cause<SocketSplitDelivery> = {
  id: 'socket-split-delivery',
  title: 'Two connections share the events; nothing is doubled',
  family: 'SPLIT',
  severity: 'error',
  deviatesAt: 'delivery',
  verdict: 'split',
  problem:
    'An app may hold several Socket Mode connections, and Slack gives each event to one of them, in no pattern to rely on. A second consumer with the ' +
    'same app token, often a forgotten development machine or an old deployment, therefore doubles nothing: it takes a share of the ' +
    'events away, and they are missing where they were expected.',
  signs: [
    'two instances are connected with one token at the same time, or the sender counts more connections than are expected',
    'the events are divided between the instances: together each event is there once',
    'nothing is made twice; some events seem to be lost, and are found in the log of the other instance',
  ],
  fix: [
    'Find the other consumer (token digest, host, version) and stop it, or give it an app of its own.',
    'Give every developer and every environment an app and a token of their own.',
    'Where several consumers are wanted, put one shared store and one queue behind all of them, so that it does not matter which one receives.',
  ],

  check(timeline) {
    const stream = splitStream(timeline);
    if (!stream) return [];
    const args = {
      sender: timeline.sender,
      consumers: stream.consumers,
      connections: stream.connections,
      receipts: [...stream.receipts].map(([instance, facts]) => ({ instance, events: facts.length })),
      connected: stream.connected,
      madeNothing: timeline.effects.length === 0,
    };
    const isDivided = stream.receipts.size > 1 && stream.consumers.length > 1;
    // Nothing was seen to be made, and nobody looks: then nothing says that an event is missing anywhere.
    const isUnseen = timeline.effects.length === 0 && !timeline.coverage.some(seesEffects);
    const isWorkedOn = timeline.facts.some(({ kind }) => kind === 'run' || kind === 'job' || kind === 'attempt');
    const facts = [...stream.connected, ...[...stream.receipts.values()].flat()];
    return [
      {
        rule: 'socket-split-delivery',
        args,
        certainty: isUnseen && (isWorkedOn || !isDivided) ? 'open' : isDivided ? 'shown' : 'consistent',
        facts,
      },
    ];
  },

  say({ sender, consumers, connections, receipts, madeNothing }) {
    const who =
      consumers.length > 1
        ? `${consumers.join(' and ')} were connected with one token`
        : `${connections} connections were open with the token of ${consumers.join('')}`;
    if (receipts.length > 1) {
      const shares = receipts.map(({ instance, events }) => `${instance} received ${events}`).join(', ');
      return `${who}, and ${sender} divided the events between them: ${shares}, each event once. Nothing was doubled.`;
    }
    const nothing = madeNothing ? ', where nothing was made of it' : '';
    return `${who}, and ${sender} gave the event to ${receipts.map(({ instance }) => instance).join('')} alone${nothing}. Nothing was doubled.`;
  },

  because({ consumers, connections, connected, receipts }) {
    const places = connected.map((n) => `#${n}`).join(' and ');
    const lines =
      consumers.length > 1
        ? [`${consumers.join(' and ')} used the same token at the time (${places})`]
        : [`the sender counted ${connections} connections (${places})`];
    lines.push(
      `${receipts.map(({ instance, events }) => `${instance}: ${events}`).join(', ')}; no event reached two instances`,
    );
    return lines;
  },

  refute(timeline) {
    const stream = sharedStream(timeline);
    if (!stream) return undefined;
    const [twice] = stream.receivedTwice;
    if (!twice) return undefined;
    return { reason: `one event reached two instances (${twice.map((n) => `#${n}`).join(', ')})`, facts: twice };
  },
};

function seesEffects({ sees }: Coverage): boolean {
  return sees.includes('record') || sees.includes('call');
}

/** Several consumers behind one store are healthy as long as every event that was taken on did what it should. */
function splitStream(timeline: Timeline): SharedStream | undefined {
  if (duplicatedEffects(timeline).length > 0) return undefined;
  const stream = sharedStream(timeline);
  return stream && stream.receivedTwice.length === 0 && madeNothing(timeline) ? stream : undefined;
}

/** At least one event came to nothing where it arrived, and not because the app turned it away or failed at it. */
function madeNothing(timeline: Timeline): boolean {
  const made = new Set(timeline.effects.flatMap(({ chains }) => chains.map(({ event }) => event?.eventId)));
  // An edit of what was handled, or its twin, is not missing anywhere.
  const acted = new Set(timeline.effects.flatMap(({ chains }) => chains.flatMap(({ event }) => event?.subject ?? [])));
  return ofKind(timeline, 'delivery').some(
    (delivery) =>
      delivery.fields.transport === 'socket' &&
      (delivery.fields.disposition ?? 'accepted') === 'accepted' &&
      !made.has(delivery.fields.event_id) &&
      !acted.has(delivery.fields.subject ?? '') &&
      !hasFailed(timeline, delivery),
  );
}

/** Its work failed, was refused by the target, or went with the process: then no other consumer took it away. */
function hasFailed(timeline: Timeline, delivery: FactOf<'delivery'>): boolean {
  const failures = new Set(['failed', 'lost', 'refused', 'unknown']);
  return timeline.facts.some(({ n, kind, fields }) => {
    if (kind === 'lifecycle')
      return fields.what === 'crashed' && n > delivery.n && fields.instance_id === delivery.fields.instance_id;
    const isWork = kind === 'run' || kind === 'attempt' || kind === 'call';
    return isWork && fields.event_id === delivery.fields.event_id && failures.has(fields.outcome ?? '');
  });
}
