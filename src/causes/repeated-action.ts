// Somebody acted twice, and both acts did what they should: two tasks, and no repetition to explain.

import type { Cause } from '../model/cause.ts';
import { formatSpan } from '../model/instant.ts';
import { counted, listed, times } from '../model/listed.ts';
import type { Certainty } from '../model/rule.ts';
import { isAboutSeveralActions } from '../model/several-actions.ts';
import { type Act, actOf, type Sameness, sameness } from '../model/timeline/acts.ts';
import { duplicatedEffects, isStated, pooledEffects, recordNames, spanBetween } from '../model/timeline/duplicates.ts';
import type { Chain, Effect, Timeline } from '../model/timeline/timeline.ts';

export interface RepeatedAction {
  readonly sender: string;
  readonly what: Act['kind'];
  /** The field that tells the acts apart, and its values. */
  readonly by: string;
  readonly values: readonly [string, string];
  readonly facts: readonly [number, number];
  /** The same person both times; null when one of them was not logged. */
  readonly isOnePerson: boolean | null;
  /** Between the two; null when one has no time. */
  readonly gapMs: number | null;
  /** How many events made something: at least two. */
  readonly acts: number;
  readonly records: readonly string[];
}

export const repeatedAction: Cause<RepeatedAction> = {
  id: 'repeated-action',
  title: 'Two acts, two tasks: nothing was repeated by a machine',
  family: 'REPEATED_ACTION',
  severity: 'note',
  deviatesAt: 'delivery',
  verdict: 'not-a-duplicate',
  problem:
    'Somebody pressed the button twice, sent the message again, took a reaction away and put it back, or two people did the same thing. Each act has ' +
    'its own id, arrived once and made one task. No retry and no guard on events can be blamed: for the app these are two wishes.',
  signs: [
    'two trigger ids, action times, views or messages, each with one delivery and one task',
    'no retry mark, and a gap that a hand can make: some tenths of a second and more',
    'often one person and one message',
  ],
  fix: [
    'Decide what a second act should mean; where it should mean nothing, let the first change the state: disable the button, or replace it by a link to the task.',
    'Key the create on what is acted upon (the message, the form) instead of on the act, and answer the second act with the first task.',
    'For forms, give each rendered form a nonce and accept it once.',
    'Do not look for a retry: no setting of the sender changes this.',
  ],

  check(timeline) {
    const effects = isAboutSeveralActions(timeline) ? pooledEffects(timeline) : duplicatedEffects(timeline);
    return effects.flatMap((effect) => {
      const acts = actsOf(timeline, effect);
      const [first, second] = acts ?? [];
      if (!first || !second) return [];
      const { by, values } = second.apart;
      const gapMs = gapOf(first.chain, second.chain);
      const args: RepeatedAction = {
        sender: timeline.sender,
        what: first.act.kind === second.act.kind ? first.act.kind : 'other',
        by,
        values,
        facts: [(first.chain.delivery ?? first.chain.record).n, (second.chain.delivery ?? second.chain.record).n],
        isOnePerson: isOnePerson(first.act, second.act),
        gapMs,
        acts: new Set(effect.chains.map(({ event }) => event?.eventId)).size,
        records: recordNames(effect.chains),
      };
      if (args.isOnePerson !== false && gapMs !== null && gapMs < fastestHandMs) return [];
      const facts = [...args.facts, ...effect.chains.map(({ record }) => record.n)];
      return [{ rule: 'repeated-action', args, certainty: certaintyOf(effect, by), facts: [...new Set(facts)] }];
    });
  },

  say({ sender, what, isOnePerson: isOne, gapMs, acts, records }) {
    const apart = gapMs === null ? '' : `, ${acts > 2 ? 'the first two ' : ''}${formatSpan(gapMs)} apart`;
    const who =
      isOne === null
        ? 'Somebody'
        : isOne
          ? acts > 2
            ? 'Somebody'
            : 'One person'
          : acts > 2
            ? 'Several people'
            : 'Two people';
    const did = {
      message: isOne === false ? 'wrote a message each' : `wrote ${counted(acts)} messages`,
      reaction: isOne === false ? 'reacted' : `reacted ${times(acts)}`,
      interaction: isOne === false ? 'acted' : `acted ${times(acts)}`,
      edit: `acted ${times(acts)}`,
      other: `did ${counted(acts)} things`,
    }[what];
    return `${who} ${did} in ${sender}${apart}, and each made its own: ${listed(records)}. That is what was asked for, not a repetition.`;
  },

  because({ by, values, facts, isOnePerson: isOne, gapMs }) {
    const lines = [`#${facts[0]} and #${facts[1]} are two acts: ${by} ${values[0]} and ${values[1]}`];
    if (isOne !== null) lines.push(isOne ? 'one person did both' : 'two people did it');
    if (gapMs !== null) lines.push(`they came ${formatSpan(gapMs)} apart${isOne === false ? '' : ', as by hand'}`);
    lines.push('each act made one');
    return lines;
  },

  refute(timeline) {
    for (const effect of duplicatedEffects(timeline)) {
      const known = effect.chains.flatMap((chain) =>
        chain.event ? [{ chain, act: actOf(timeline, chain.event) }] : [],
      );
      for (const [i, a] of known.entries()) {
        for (const b of known.slice(i + 1)) {
          const same = sameness(a.act, b.act);
          if (same.is !== 'one') continue;
          const reason = `both copies came from one act: ${same.by} ${same.values[0]}`;
          return { reason, facts: [a.chain.record.n, b.chain.record.n] };
        }
      }
    }
    return undefined;
  },
};

/** Nobody presses one button twice within this time. */
const fastestHandMs = 50;

type Apart = Extract<Sameness, { is: 'two' | 'one' }>;
interface Acted {
  readonly chain: Chain;
  readonly act: Act;
  readonly apart: Apart;
}

/** One copy for each act, and every act a different one, by people; else undefined. */
function actsOf(timeline: Timeline, { chains }: Effect): Acted[] | undefined {
  const acts: Acted[] = [];
  for (const chain of chains) {
    const act = chain.event && actOf(timeline, chain.event);
    if (!act || act.isBot) return undefined;
    const against = acts.map((known) => sameness(known.act, act));
    const [apart = nothingYet] = against.filter((same) => same.is === 'two');
    if (against.some(({ is }) => is !== 'two')) return undefined;
    acts.push({ chain, act, apart: apart as Apart });
  }
  return acts;
}

const nothingYet: Apart = { is: 'one', by: 'event_id', values: ['', ''] };

function gapOf(first: Chain, second: Chain): number | null {
  const gap = spanBetween(first.delivery, second.delivery) ?? spanBetween(first.record, second.record);
  return gap === undefined ? null : Math.abs(gap);
}

function isOnePerson(a: Act, b: Act): boolean | null {
  return a.actor === undefined || b.actor === undefined ? null : a.actor === b.actor;
}

/** An event id stands for the act only by convention, two people may have had one wish, and a retry mark asks for a second look. */
function certaintyOf({ chains }: Effect, by: string): Certainty {
  const isRetry = chains.some(({ delivery }) => (delivery?.fields.retry_num ?? 0) > 0);
  return chains.every((chain) => isStated(chain)) && by !== 'event_id' && by !== 'actor' && !isRetry
    ? 'shown'
    : 'consistent';
}
