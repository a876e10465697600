// One message with a mention arrives as app_mention and as message, and both are handled.

import type { Cause } from '../model/cause.ts';
import { formatSpan } from '../model/instant.ts';
import { pairMade } from '../model/listed.ts';
import { duplicatedEffects, recordNames, spanBetween } from '../model/timeline/duplicates.ts';
import type { Chain, Effect, Timeline, TimelineEvent } from '../model/timeline/timeline.ts';
import { ofKind } from '../model/timeline/timeline.ts';

export interface MentionMessageOverlap {
  readonly mention: string;
  readonly message: string;
  readonly subject: string;
  readonly records: readonly string[];
  /** Between the two receipts; null when one was not logged. */
  readonly gapMs: number | null;
}

export const mentionMessageOverlap: Cause<MentionMessageOverlap> = {
  id: 'mention-message-overlap',
  title: 'One message, two events: app_mention and message',
  family: 'OVERLAP',
  severity: 'error',
  deviatesAt: 'delivery',
  problem:
    'The app subscribes to app_mention and to message events of the same channels. A message that mentions the app is then sent twice, as two ' +
    'events with two event ids. Nothing went wrong at the sender and nothing was repeated, so a guard on the event id lets both through.',
  signs: [
    'two event ids with one channel and ts; one event is an app_mention, the other a message without a subtype for an edit',
    'the two arrive 20 to 250 ms apart, in either order, without retry headers',
    'messages without a mention make one task only',
  ],
  fix: [
    'Give both events one entry point and build the key from what the user did: channel and ts of the message.',
    'Or handle mentions in one listener only: let the message listener skip messages that mention the app.',
    'Keep app_mention subscribed: a mention in a channel that the app has not joined comes as app_mention alone.',
  ],

  check(timeline) {
    return duplicatedEffects(timeline).flatMap((effect) => {
      const pair = pairIn(timeline, effect);
      if (!pair) return [];
      const { mention, message } = pair;
      const deliveries = [mention, message].map((chains) => firstDelivery(timeline, chains));
      const args = {
        mention: mention.event.eventId,
        message: message.event.eventId,
        subject: mention.event.subject ?? '',
        records: recordNames(effect.chains),
        gapMs: absolute(spanBetween(deliveries[0], deliveries[1])),
      };
      const chains = [...mention.chains, ...message.chains];
      const facts = [...deliveries.flatMap((fact) => fact?.n ?? []), ...chains.map(({ record }) => record.n)];
      // Which event a copy came by is always stated, never inferred; what can be missing is that both arrived.
      // An event that does not say its app may have come by another one.
      const isOneApp = mention.event.appId === message.event.appId;
      const stated = isOneApp && deliveries.every((fact) => fact !== undefined);
      return [{ rule: 'mention-message-overlap', args, certainty: stated ? 'shown' : 'consistent', facts }];
    });
  },

  say({ mention, message, records }) {
    return `One Slack message arrived as two events, app_mention ${mention} and message ${message}, and ${pairMade('each', records)}.`;
  },

  because({ mention, message, subject, gapMs }) {
    const lines = [
      `${mention} and ${message} are about one message, ${subject}`,
      'their types differ: app_mention and message',
    ];
    if (gapMs !== null)
      lines.push(`they arrived ${formatSpan(gapMs)} apart; a repeat by the sender keeps the event id`);
    return lines;
  },

  refute(timeline) {
    if (duplicatedEffects(timeline).length === 0 || timeline.events.length === 0) return undefined;
    const [only, ...others] = timeline.events;
    if (!only || others.length > 0) return undefined;
    const facts = ofKind(timeline, 'delivery').map(({ n }) => n);
    return { reason: `all copies came by one event id, ${only.eventId}; the overlap sends two`, facts };
  },
};

interface Side {
  readonly event: TimelineEvent;
  readonly chains: readonly Chain[];
}

/** The copies that came by each of the two events; undefined unless both made at least one. */
function pairIn(timeline: Timeline, effect: Effect): { mention: Side; message: Side } | undefined {
  const sideOf = (fits: (event: TimelineEvent) => boolean): Side[] =>
    timeline.events
      .filter(fits)
      .map((event) => ({ event, chains: effect.chains.filter((chain) => chain.event === event) }))
      .filter(({ chains }) => chains.length > 0);
  for (const mention of sideOf(({ type }) => type === 'app_mention')) {
    const message = sideOf(isNewMessage).find(({ event }) => isTwin(mention.event, event));
    if (message) return { mention, message };
  }
  return undefined;
}

/** An edit, a deletion or a notice about the channel is another story. */
function isNewMessage({ type, subtype }: TimelineEvent): boolean {
  const isMessage = type === 'message' || (type?.startsWith('message.') ?? false);
  return isMessage && (subtype === undefined || newMessageSubtypes.has(subtype));
}
const newMessageSubtypes = new Set(['file_share', 'thread_broadcast', 'me_message']);

function isTwin(a: TimelineEvent, b: TimelineEvent): boolean {
  const agree = (name: 'appId' | 'workspaceId') =>
    a[name] === undefined || b[name] === undefined || a[name] === b[name];
  return (
    agree('appId') &&
    agree('workspaceId') &&
    a.eventId !== b.eventId &&
    a.subject !== undefined &&
    a.subject === b.subject
  );
}

function firstDelivery(timeline: Timeline, { event, chains }: Side) {
  return (
    chains.find(({ delivery }) => delivery)?.delivery ??
    ofKind(timeline, 'delivery').find(({ fields }) => fields.event_id === event.eventId)
  );
}

function absolute(span: number | undefined): number | null {
  return span === undefined ? null : Math.abs(span);
}
