// Two processes both receive everything: the same event ran in each of them.

import type { Cause } from '../model/cause.ts';
import type { FactOf } from '../model/fact.ts';
import { formatSpan } from '../model/instant.ts';
import { pairMade, sentence } from '../model/listed.ts';
import { duplicatedEffects, groupedBy, recordNames } from '../model/timeline/duplicates.ts';
import { type FanOut, fanOutOf } from '../model/timeline/fan-out.ts';
import { processName, processNames, sameProcess } from '../model/timeline/processes.ts';
import type { Timeline } from '../model/timeline/timeline.ts';
import { ofKind } from '../model/timeline/timeline.ts';

export interface ParallelConsumers {
  readonly event: string;
  readonly first: number;
  readonly second: number;
  /** Each with its version, where it was logged. */
  readonly processes: readonly [string, string];
  readonly records: readonly string[];
  readonly gapMs: number | null;
  readonly by: 'delivery' | 'run';
  readonly starts: readonly Start[];
  readonly differentVersions: boolean;
}

/** That one of the instances came up, and how long before the event. */
export interface Start {
  readonly process: string;
  readonly what: string;
  readonly fact: number;
  readonly beforeMs: number | null;
}

export const parallelConsumers: Cause<ParallelConsumers> = {
  id: 'parallel-consumers',
  title: 'Two processes both take every event',
  family: 'FANOUT',
  severity: 'error',
  deviatesAt: 'run',
  problem:
    'Two processes are alive that each receive every event: an old one that was never stopped after a deployment, a second scheduler, a development ' +
    'reloader, two subscribers of one broadcast. Nothing is repeated and no delivery is late; each does the work once, and the work is done twice.',
  signs: [
    'one event id, runs or deliveries in two instances (or two process ids), without a retry mark and close together',
    'the number of tasks equals the number of live processes',
    'the two often have different versions, and one was started long before the other',
  ],
  fix: [
    'Stop the process too many, and let a deployment wait until the old one has stopped.',
    'Give the work to one of them at a time: a queue with competing consumers in place of a broadcast, or one elected leader.',
    'Claim the event in a store that all processes share before the create; a guard in the memory of one process cannot see the other.',
  ],

  check(timeline) {
    return duplicatedEffects(timeline).flatMap((effect) => {
      const found = fanOutOf(timeline, effect);
      if (found?.kind !== 'consumers') return [];
      const { first, second } = found;
      const starts = [first, second].flatMap((fact) => startOf(timeline, fact));
      const versions = [first.fields.deployment_version, second.fields.deployment_version];
      const args = {
        event: first.fields.event_id ?? second.fields.event_id ?? '?',
        first: first.n,
        second: second.n,
        processes: processNames(first, second),
        records: recordNames(effect.chains),
        gapMs: found.gapMs === null ? null : Math.abs(found.gapMs),
        by: first.kind,
        starts,
        differentVersions: versions[0] !== undefined && versions[1] !== undefined && versions[0] !== versions[1],
      };
      const facts = [...starts.map(({ fact }) => fact), first.n, second.n];
      // Where no arrival was logged, each run may have had its own.
      const hasArrived = ofKind(timeline, 'delivery').some(({ fields }) => fields.event_id === args.event);
      const certainty =
        !hasArrived || couldBeSentTwice(found) ? 'open' : found.stated && args.gapMs !== null ? 'shown' : 'consistent';
      return [
        {
          rule: 'parallel-consumers',
          args,
          certainty,
          facts: [...facts, ...effect.chains.map(({ record }) => record.n)],
        },
      ];
    });
  },

  /** Where each fetched the event for itself, it came twice before any guard was asked. */
  linkOf: ({ by }) => by,

  say({ event, processes, by, gapMs, records }) {
    const apart = gapMs === null ? '' : `, ${formatSpan(gapMs)} apart`;
    const how = by === 'run' ? 'ran in two processes' : 'was received by two processes';
    return `${event} ${how}, ${processes.join(' and ')}${apart}, and nothing marks one as a repeat. ${sentence(pairMade('each', records))}.`;
  },

  because({ first, second, processes, by, gapMs, starts, differentVersions }) {
    const lines = [`#${first} is a ${by} in ${processes[0]}, #${second} one in ${processes[1]}`];
    if (gapMs !== null) lines.push(`#${second} began ${formatSpan(gapMs)} after #${first}`);
    for (const { process, what, fact, beforeMs } of starts)
      lines.push(`${process} had ${what}${beforeMs === null ? '' : ` ${formatSpan(beforeMs)} before`} (#${fact})`);
    if (differentVersions)
      lines.push('they run different versions: one of them may be left from an earlier deployment');
    return lines;
  },

  refute(timeline) {
    for (const effect of duplicatedEffects(timeline)) {
      const [first, second] = [...groupedBy(effect, 'run').keys()].sort((a, b) => a.n - b.n);
      if (!first || !second || sameProcess(first, second) !== 'same') continue;
      return { reason: `both copies were made in one process, ${processName(first)}`, facts: [first.n, second.n] };
    }
    return undefined;
  },
};

/** The newest start of its instance that the event found alive. */
function startOf(timeline: Timeline, fact: FactOf<'delivery'> | FactOf<'run'>): Start[] {
  const starts = ofKind(timeline, 'lifecycle').filter(
    (one) =>
      (one.fields.what === 'started' || one.fields.what === 'connected') &&
      one.fields.instance_id !== undefined &&
      sameProcess(one, fact) === 'same' &&
      (one.at === undefined || fact.at === undefined || one.at <= fact.at),
  );
  const start = starts.at(-1);
  if (!start) return [];
  const beforeMs = start.at === undefined || fact.at === undefined ? null : fact.at - start.at;
  return [{ process: processName(start), what: start.fields.what ?? 'started', fact: start.n, beforeMs }];
}

/** Over HTTP somebody sends to each: where neither bodies nor registrations were logged, two registrations look the same. */
function couldBeSentTwice({ first: { fields: a, kind }, second: { fields: b } }: FanOut): boolean {
  if (kind !== 'delivery' || !('transport' in a) || a.transport !== 'http') return false;
  const isKnown = (name: 'subscription_id' | 'body_digest') =>
    name in a && name in b && (a as Named)[name] !== undefined && (b as Named)[name] !== undefined;
  return !isKnown('subscription_id') && !isKnown('body_digest');
}

type Named = Readonly<Record<string, unknown>>;
