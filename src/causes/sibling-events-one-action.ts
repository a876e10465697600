// Two legitimate events about one object, or two surfaces for one wish, and each of them means create.

import type { Cause } from '../model/cause.ts';
import { formatSpan } from '../model/instant.ts';
import { pairMade } from '../model/listed.ts';
import type { Certainty } from '../model/rule.ts';
import { actOf } from '../model/timeline/acts.ts';
import { duplicatedEffects, isStated, recordNames, spanBetween } from '../model/timeline/duplicates.ts';
import { factsOf, isOneApp, pairOf, type Side, sidesOf } from '../model/timeline/sides.ts';
import { isOneHand } from '../model/timeline/surfaces.ts';
import type { Timeline } from '../model/timeline/timeline.ts';

export interface SiblingEventsOneAction {
  readonly sender: string;
  /** `object`: two events about one object. `surfaces`: a message and a click or shortcut on it. `command`: a command and another act of one hand. */
  readonly form: 'object' | 'surfaces' | 'command';
  readonly events: readonly [string, string];
  /** Type and subtype of each. */
  readonly types: readonly [string, string];
  readonly subject: string | null;
  readonly deliveries: readonly [number | null, number | null];
  readonly gapMs: number | null;
  /** Null: one of the two persons was not logged. */
  readonly isOnePerson: boolean | null;
  readonly records: readonly string[];
}

export const siblingEventsOneAction: Cause<SiblingEventsOneAction> = {
  id: 'sibling-events-one-action',
  title: 'Two events about one object, and both mean create',
  family: 'OVERLAP',
  severity: 'error',
  deviatesAt: 'delivery',
  problem:
    'A sender tells of one object with several events: opened and labeled, created and updated, comment and close. Each is legitimate, each has its ' +
    'own id, and here two of them are handled as "make a task". The same happens when one wish reaches the app through two surfaces: a message that ' +
    'makes a task by itself and a button or shortcut on that message. A guard on the event id lets both through, as it should.',
  signs: [
    'two event ids, one object (issue, message, order), two types or actions',
    'the two events arrive 40 ms to 2 s apart (about 270 ms for created and updated in Jira), and both led to a create',
    'a message and a click or shortcut whose container is that message',
    'a slash command some seconds from another act of one person in one channel: likely one wish, never certain',
  ],
  fix: [
    'Key the create on the object (its own id, or channel and ts of the message), so that the second event finds the first task.',
    'Decide which one event may create; let the others only update what is there.',
    'Where the order is not certain, wait some seconds for the siblings and handle them as one.',
    'Answer a click on a message that has a task already with that task.',
  ],

  check(timeline) {
    return duplicatedEffects(timeline).flatMap((effect) => {
      const pair = pairOf(sidesOf(timeline, effect), (a, b) => formOf(timeline, a, b) !== undefined);
      const form = pair && formOf(timeline, ...pair);
      if (!pair || !form) return [];
      const [first, second] = pair;
      const actors = pair.map(({ event }) => actOf(timeline, event).actor);
      const gap = spanBetween(first.delivery, second.delivery);
      const args: SiblingEventsOneAction = {
        sender: timeline.sender,
        form,
        events: [first.event.eventId, second.event.eventId],
        types: [typeOf(first), typeOf(second)],
        subject: first.event.subject ?? null,
        deliveries: [first.delivery?.n ?? null, second.delivery?.n ?? null],
        gapMs: gap === undefined ? null : Math.abs(gap),
        isOnePerson: actors.includes(undefined) ? null : actors[0] === actors[1],
        records: recordNames(effect.chains),
      };
      return [{ rule: 'sibling-events-one-action', args, certainty: certaintyOf(args, pair), facts: factsOf(pair) }];
    });
  },

  say({ sender, form, types, subject, gapMs, records }) {
    const apart = gapMs === null ? '' : `, ${formatSpan(gapMs)} apart`;
    const made = pairMade('each', records);
    const both = `${types[0]} and ${types[1]}${apart}`;
    return {
      object: `${sender} sent two events about ${subject}, ${both}; both were handled as a reason to create, and ${made}.`,
      surfaces: `One wish about ${subject} came through two surfaces, ${both}, and ${made}.`,
      command: `One person used two surfaces in one channel, ${both}: likely one wish, and ${made}.`,
    }[form];
  },

  because({ form, events, types, subject, deliveries, gapMs, isOnePerson }) {
    const places = deliveries.map((n, i) => (n === null ? events[i] : `#${n}`));
    const lines = [
      form === 'command'
        ? `${places[0]} and ${places[1]} come from one person in one channel; a command names no message`
        : `${events[0]} and ${events[1]} are about one object, ${subject}`,
      `their types differ: ${types[0]} and ${types[1]}`,
    ];
    if (gapMs !== null) lines.push(`they arrived ${formatSpan(gapMs)} apart`);
    if (form === 'surfaces' && isOnePerson !== null)
      lines.push(isOnePerson ? 'one person did both' : 'two people did it: the object is one, the wishes may be two');
    return lines;
  },
};

/** Undefined: one type twice, two messages, an edit, a reaction, two apps: other causes. */
function formOf(timeline: Timeline, a: Side, b: Side): SiblingEventsOneAction['form'] | undefined {
  if (isOneApp(a.event, b.event) === false || typeOf(a) === typeOf(b)) return undefined;
  const acts = [actOf(timeline, a.event), actOf(timeline, b.event)] as const;
  const kinds = acts.map(({ kind }) => kind);
  if (kinds.includes('edit') || kinds.includes('reaction')) return undefined;
  const isOneObject = a.event.subject !== undefined && a.event.subject === b.event.subject;
  if (isOneObject && kinds.includes('message') && kinds.includes('interaction')) return 'surfaces';
  if (isOneHand(acts[0].hand, acts[1].hand)) return 'command';
  return isOneObject && kinds.every((kind) => kind === 'other') ? 'object' : undefined;
}

function typeOf({ event: { type, subtype } }: Side): string {
  return [type ?? 'an event', subtype].filter((part) => part !== undefined).join(' ');
}

function certaintyOf({ form, isOnePerson }: SiblingEventsOneAction, pair: readonly Side[]): Certainty {
  const isWhole = pair.every((side) => side.delivery && side.chains.every((chain) => isStated(chain)));
  const isOneWish = form === 'object' || (form === 'surfaces' && isOnePerson === true);
  return isWhole && isOneWish ? 'shown' : 'consistent';
}
