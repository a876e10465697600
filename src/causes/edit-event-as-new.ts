// A later notice about a message (an edit, a link preview, a copy into the channel) was handled as a new message.

import type { Cause } from '../model/cause.ts';
import { formatSpan } from '../model/instant.ts';
import { listed } from '../model/listed.ts';
import { duplicatedEffects, isStated, recordNames, spanBetween } from '../model/timeline/duplicates.ts';
import type { Chain, Effect, Timeline, TimelineEvent } from '../model/timeline/timeline.ts';
import { ofKind } from '../model/timeline/timeline.ts';

export interface EditEventAsNew {
  readonly message: string;
  readonly edit: string;
  readonly subtype: string;
  readonly subject: string;
  readonly records: readonly string[];
  /** Between the two receipts; null when one was not logged. */
  readonly gapMs: number | null;
}

export const editEventAsNew: Cause<EditEventAsNew> = {
  id: 'edit-event-as-new',
  title: 'An edit of a message, handled as a new message',
  family: 'OVERLAP',
  severity: 'error',
  deviatesAt: 'delivery',
  problem:
    'Slack tells of every change to a message with another message event: an edit, a link preview that it adds by itself, a reply that is also sent to ' +
    "the channel, the app's own update. These events have event ids and times of their own and the original inside. A listener that does not " +
    'look at the subtype takes them for new messages; a guard on the event id lets them through.',
  signs: [
    'two event ids about one message; one has the subtype message_changed, message_deleted or thread_broadcast',
    'the channel and the inner ts of the later one are those of the first; the outer ts and event_ts are new',
    'half a second to about one second lies between them when Slack added a link preview; any time when a person edited',
  ],
  fix: [
    'Let the create handle only the subtypes that mean a new message (none, file_share, me_message), and answer 200 to all others.',
    'Build the key from the message itself: channel and inner ts, which an edit keeps; never event_ts, which is new each time.',
    "Ignore changes that the app's own posts and updates cause.",
    'If edits should change the task, look the task up under the same key and update it.',
  ],

  check(timeline) {
    return duplicatedEffects(timeline).flatMap((effect) => {
      const pair = pairIn(timeline, effect);
      if (!pair) return [];
      const [message, edit] = pair;
      const deliveries = pair.map((side) => firstDelivery(timeline, side));
      const chains = [...message.chains, ...edit.chains];
      const args = {
        message: message.event.eventId,
        edit: edit.event.eventId,
        subtype: edit.event.subtype ?? '',
        subject: edit.event.subject ?? '',
        records: recordNames(chains),
        gapMs: spanBetween(deliveries[0], deliveries[1]) ?? null,
      };
      const stated = chains.every((chain) => isStated(chain)) && deliveries.every((fact) => fact !== undefined);
      const facts = [...deliveries.flatMap((fact) => fact?.n ?? []), ...chains.map(({ record }) => record.n)];
      return [{ rule: 'edit-event-as-new', args, certainty: stated ? 'shown' : 'consistent', facts }];
    });
  },

  say({ message, edit, subtype, records }) {
    return `${edit} is a ${subtype} about the message of ${message}, not a new message, and was handled like one. Each made its own: ${listed(records)}.`;
  },

  because({ message, edit, subtype, subject, gapMs }) {
    const lines = [`${message} and ${edit} are about one message, ${subject}`, `${edit} has the subtype ${subtype}`];
    if (gapMs === null) return lines;
    const isPreview = subtype === 'message_changed' && gapMs >= previewMs[0] && gapMs <= previewMs[1];
    const reading = isPreview ? ', about the time that a link preview takes' : '';
    lines.push(`it arrived ${formatSpan(gapMs)} ${gapMs < 0 ? 'from' : 'after'} the message${reading}`);
    return lines;
  },
};

/** Slack adds a link preview this long after the message, as reports show. */
const previewMs = [400, 1_300] as const;
const changes = new Set(['message_changed', 'message_deleted', 'message_replied']);

interface Side {
  readonly event: TimelineEvent;
  readonly chains: readonly Chain[];
}

/** The event of the message and the event of its change, where each made a copy. */
function pairIn(timeline: Timeline, effect: Effect): readonly [Side, Side] | undefined {
  const sides = timeline.events
    .map((event) => ({ event, chains: effect.chains.filter((chain) => chain.event === event) }))
    .filter(({ chains }) => chains.length > 0);
  for (const edit of sides) {
    const message = sides.find((side) => isChangeOf(side.event, edit.event));
    if (message) return [message, edit];
  }
  return undefined;
}

function isChangeOf(message: TimelineEvent, edit: TimelineEvent): boolean {
  const sameApp = message.appId === undefined || edit.appId === undefined || message.appId === edit.appId;
  const isOne = message.eventId !== edit.eventId && message.subject !== undefined && message.subject === edit.subject;
  if (!sameApp || !isOne || !isMessage(edit) || changes.has(message.subtype ?? '')) return false;
  // A mention that is also sent to the channel is one new message in two events: another cause.
  const isBroadcast = edit.subtype === 'thread_broadcast' && message.subtype !== 'thread_broadcast';
  return changes.has(edit.subtype ?? '') || (isBroadcast && isMessage(message));
}

function isMessage({ type }: TimelineEvent): boolean {
  return type === 'message' || (type?.startsWith('message.') ?? false);
}

function firstDelivery(timeline: Timeline, { event, chains }: Side) {
  return (
    chains.find(({ delivery }) => delivery)?.delivery ??
    ofKind(timeline, 'delivery').find(({ fields }) => fields.event_id === event.eventId)
  );
}
