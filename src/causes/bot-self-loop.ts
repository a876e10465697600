// The app reacted to what it had written itself, as if somebody else had asked for something.

import type { Cause } from '../model/cause.ts';
import { formatSpan } from '../model/instant.ts';
import { listed } from '../model/listed.ts';
import type { Certainty } from '../model/rule.ts';
import { duplicatedEffects, isStated, recordNames, spanBetween } from '../model/timeline/duplicates.ts';
import { type Loop, loopOf } from '../model/timeline/loop.ts';

export interface BotSelfLoop {
  /** Event ids, each caused by what the one before it wrote. */
  readonly events: readonly string[];
  /** One for each step: the object that was written, and the arrival of the event that told of it (null: not logged). */
  readonly steps: readonly {
    readonly wrote: string;
    readonly record: number;
    readonly arrival: number | null;
    readonly by: Loop['steps'][number]['by'];
  }[];
  /** How often the app answered itself. */
  readonly depth: number;
  /** From the first arrival to the last; null when one has no time. */
  readonly spanMs: number | null;
  readonly records: readonly string[];
}

export const botSelfLoop: Cause<BotSelfLoop> = {
  id: 'bot-self-loop',
  title: 'The app reacted to its own writing',
  family: 'LOOP',
  severity: 'error',
  deviatesAt: 'delivery',
  verdict: 'duplicate',
  problem:
    'The app writes something (a reply, a status, a copy in another system), the sender tells it of that writing as of any other, and the app takes it ' +
    'for a new wish. Each output becomes the next input: one step makes one task too many, and without a limit the chain goes on. The events are all ' +
    'different and all legitimate, so no guard on an event id can stop it.',
  signs: [
    'the author of the second event is the app itself: its bot id, its user, or the name that stands as creator on its records',
    'the object that the second event is about is a record that the first event led to',
    'each output is the next input: the chain grows by one step at a time, often evenly spaced',
    'where only arrivals are logged, Slack shows who wrote: each reply of the app stands soon behind the arrival of its reply before',
  ],
  fix: [
    'Leave out whatever the app wrote: compare bot id and user id with its own (auth.test tells them), also in the nested message of an edit.',
    'Between two systems, mark what the sync writes (a field, a label, the source_event_key) and skip what bears the mark.',
    'Let only the subtypes of a new message by a person create; a bot_message is never a wish.',
    'Stop at a depth: carry the number of steps with the write, and refuse the second.',
  ],

  check(timeline) {
    return duplicatedEffects(timeline).flatMap((effect) => {
      const loop = loopOf(timeline, effect);
      if (!loop) return [];
      const { steps, chains } = loop;
      const arrivals = [loop.first, ...steps.map(({ told }) => told)];
      const args: BotSelfLoop = {
        events: loop.events,
        steps: steps.map(({ record, told, by }) => ({
          wrote: `${record.fields.target ?? 'the target'} ${record.fields.record_id ?? '?'}`,
          record: record.n,
          arrival: told.kind === 'delivery' ? told.n : null,
          by,
        })),
        depth: steps.length,
        spanMs: spanBetween(arrivals[0], arrivals.at(-1)) ?? null,
        records: recordNames(effect.chains),
      };
      const path = steps.flatMap(({ record, told }) => [record.n, told.n]);
      const facts = [...(loop.first ? [loop.first.n] : []), ...path, ...chains.map(({ record }) => record.n)];
      return [{ rule: 'bot-self-loop', args, certainty: certaintyOf(loop), facts: [...new Set(facts)] }];
    });
  },

  say({ events, steps, depth, records }) {
    const [first] = steps;
    const chain = depth === 1 ? 'once' : `${depth} times, one after the other`;
    return `The app took its own writing for a wish, ${chain}: ${first?.wrote ?? 'what it wrote'}, made for ${events[0]}, came back as ${events[1]}. Made in all: ${listed(records)}.`;
  },

  because({ events, steps, depth, spanMs }) {
    const lines = steps.slice(0, mostSteps).map(({ wrote, record, arrival, by }, i) => {
      const author = authors[by];
      const place = arrival === null ? events[i + 1] : `#${arrival}`;
      return `${place} is about ${wrote}, which #${record} shows as made for ${events[i]}, and ${author}`;
    });
    if (depth > mostSteps) lines.push(`and ${depth - mostSteps} further steps of the same kind`);
    if (depth > 1) lines.push(`the chain is ${depth} steps deep${spanMs === null ? '' : `, in ${formatSpan(spanMs)}`}`);
    return lines;
  },
};

const authors: Readonly<Record<Loop['steps'][number]['by'], string>> = {
  bot_id: 'a bot is its author',
  actor: 'its author is the creator of that record',
  app_id: 'Slack names as its author the app that it was sent to',
};

/** The rest is the same again. */
const mostSteps = 4;

function certaintyOf({ steps, chains, byAnswers }: Loop): Certainty {
  // One further copy can as well be a second run of the same work; the app is told of its own writing in any case.
  if (byAnswers) return steps.length === 1 ? 'open' : 'consistent';
  const isWhole = chains.every((chain) => isStated(chain)) && steps.every(({ told }) => told.kind === 'delivery');
  return isWhole ? 'shown' : 'consistent';
}
