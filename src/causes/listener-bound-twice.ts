// One delivery, several runs in one process: the listener is registered more than once, or several listeners match.

import type { Cause } from '../model/cause.ts';
import type { FactOf } from '../model/fact.ts';
import { formatSpan } from '../model/instant.ts';
import { listed } from '../model/listed.ts';
import type { Certainty } from '../model/rule.ts';
import { copiesByDelivery } from '../model/timeline/deliveries.ts';
import { duplicatedEffects, groupedBy, isStated, recordNames, spanBetween } from '../model/timeline/duplicates.ts';
import { cameTogether, hasTakenOver } from '../model/timeline/fan-out.ts';
import { processName, sameProcess } from '../model/timeline/processes.ts';
import type { Chain, Effect, Timeline } from '../model/timeline/timeline.ts';
import { ofKind } from '../model/timeline/timeline.ts';

export interface ListenerBoundTwice {
  readonly event: string;
  /** Null when the delivery was not logged. */
  readonly delivery: number | null;
  readonly runs: readonly number[];
  readonly process: string;
  /** The process is named in both runs; else they only come from one log. */
  readonly isOneProcess: boolean;
  /** Names of the listeners; empty when not logged, one name when all are the same. */
  readonly listeners: readonly string[];
  readonly records: readonly string[];
  /** Between the first two starts; null when one has no time. */
  readonly gapMs: number | null;
  /** How many runs each event had, in order, where the number grows from one to the next; else empty. */
  readonly growth: readonly number[];
}

export const listenerBoundTwice: Cause<ListenerBoundTwice> = {
  id: 'listener-bound-twice',
  title: 'One delivery, handled more than once in one process',
  family: 'FANOUT',
  severity: 'error',
  deviatesAt: 'run',
  problem:
    'One delivery started several handlers in the same process: the registration ran twice (a nested registration, two plugins, a re-bind after a ' +
    'reconnect or a hot reload), or two listeners match the same event. Bolt for JavaScript runs every listener that matches; Bolt for Python and ' +
    'for Java run only the first, so there the registration that is one too many shows itself elsewhere.',
  signs: [
    'one delivery with two or more runs in the same instance and process id, milliseconds apart',
    'where a listener is registered inside a handler, the number of runs grows by one with each use and falls back after a restart',
    'the sender did nothing unusual: one event id, no retry mark, answered in time',
  ],
  fix: [
    'Register each listener once, at start-up, never inside a handler; make a second registration of the same name an error.',
    'Take listeners off again where a plugin, a connection or a module is disposed of or reloaded.',
    'Where two listeners match by design, let one of them own the create.',
    'Create the task under a key built from the event, so that a second run in any process finds the first task.',
  ],

  check(timeline) {
    return duplicatedEffects(timeline).flatMap((effect) => {
      const cluster = largestCluster(timeline, effect);
      const [[first, second], [one]] = [cluster.map(([run]) => run), cluster.flatMap(([, chains]) => chains)];
      if (!first || !second || !one) return [];
      if ((spanBetween(first, second) ?? 0) > togetherMs) return [];
      const chains = cluster.flatMap(([, made]) => made);
      const isOneProcess = sameProcess(first, second) === 'same';
      const args = {
        event: one.event?.eventId ?? '?',
        delivery: one.delivery?.n ?? null,
        runs: cluster.map(([run]) => run.n),
        process: processName(first),
        isOneProcess,
        listeners: [...new Set(cluster.flatMap(([run]) => run.fields.listener ?? []))],
        records: recordNames(chains),
        gapMs: spanBetween(first, second) ?? null,
        growth: growthOver(timeline),
      };
      const stated = chains.every((chain) => chain.delivery !== undefined && isStated(chain));
      const facts = [...(one.delivery ? [one.delivery.n] : []), ...args.runs, ...chains.map(({ record }) => record.n)];
      return [
        { rule: 'listener-bound-twice', args, certainty: certaintyOf(args, stated, hasOther(timeline, one)), facts },
      ];
    });
  },

  say({ event, runs, process, isOneProcess, listeners, records }) {
    const where = isOneProcess ? `in ${process}` : 'in what looks like one process';
    const what =
      listeners.length > 1
        ? `started ${runs.length} runs ${where}, of the listeners ${listeners.join(' and ')}`
        : `started ${runs.length} runs ${where}${listeners.length === 1 ? ` of the listener ${listeners[0]}` : ''}`;
    return `One delivery of ${event} ${what}. Each made its own: ${listed(records)}.`;
  },

  because({ delivery, runs, process, isOneProcess, gapMs, growth }) {
    const numbers = runs.map((n) => `#${n}`).join(' and ');
    const of = delivery === null ? 'one event' : `one delivery, #${delivery}`;
    const lines = [`${numbers} are runs of ${of}`];
    lines.push(isOneProcess ? `all ran in ${process}` : 'no run says in which process it was; they stand in one log');
    if (gapMs !== null)
      lines.push(
        `the second began ${formatSpan(gapMs)} after the first${delivery === null ? '' : ': nothing was sent again'}`,
      );
    if (delivery === null && growth.length === 0)
      lines.push('no delivery was logged: the event may have arrived twice, and each run have its own');
    if (growth.length > 0)
      lines.push(`the runs per event grow: ${growth.join(', ')}; each use registers the listener once more`);
    return lines;
  },

  refute(timeline) {
    for (const effect of duplicatedEffects(timeline)) {
      const origins = copiesByDelivery(timeline, effect).filter(({ copies }) => copies.length > 0);
      if (origins.length < 2 || !origins.every(({ copies }) => hasOneRun(copies))) continue;
      return {
        reason: `each copy came from a delivery of its own (${origins.map(({ delivery }) => `#${delivery.n}`).join(', ')}), with one run each`,
        facts: origins.map(({ delivery }) => delivery.n),
      };
    }
    return undefined;
  },
};

/** The event came a second time: which run belongs to which arrival, only an id tells. */
function hasOther(timeline: Timeline, { event, delivery }: Chain): boolean {
  return ofKind(timeline, 'delivery').some((one) => one !== delivery && one.fields.event_id === event?.eventId);
}

/** Where no arrival was logged, nobody knows that there was only one, unless the number of runs grows with each use. */
function certaintyOf(
  { delivery, growth, isOneProcess }: ListenerBoundTwice,
  stated: boolean,
  hasAnother: boolean,
): Certainty {
  if ((delivery === null && growth.length === 0) || (!stated && hasAnother)) return 'open';
  return stated && isOneProcess ? 'shown' : 'consistent';
}

function hasOneRun(copies: readonly Chain[]): boolean {
  const [run] = copies.map((chain) => chain.run);
  return run !== undefined && copies.every((chain) => chain.run === run);
}

type RunAndCopies = readonly [FactOf<'run'>, readonly Chain[]];

/** The runs of one delivery in one process that each made a copy; of several such deliveries the one with the most. */
/** Listeners of one delivery start together; a run long after it is a replay of some kind. */
const togetherMs = 60_000;

function largestCluster(timeline: Timeline, effect: Effect): readonly RunAndCopies[] {
  const groups = [...groupedBy(effect, 'run')].sort(([a], [b]) => a.n - b.n);
  const clusters = groups.map((first) => [
    first,
    ...groups.filter((other) => other[0].n > first[0].n && isSecondListener(timeline, first, other)),
  ]);
  return clusters.filter((cluster) => cluster.length > 1).toSorted((a, b) => b.length - a.length)[0] ?? [];
}

function isSecondListener(timeline: Timeline, [first, [made]]: RunAndCopies, [other, [again]]: RunAndCopies): boolean {
  if (!made || !again || !cameTogether(timeline, made, again) || hasTakenOver(first, other)) return false;
  if (areTwoRequests(first, other)) return false;
  const process = sameProcess(first, other);
  return process === 'same' || (process === 'unknown' && first.clock === other.clock);
}

/** Listeners of one delivery run inside one request. */
function areTwoRequests({ fields: a }: FactOf<'run'>, { fields: b }: FactOf<'run'>): boolean {
  return a.request_id !== undefined && b.request_id !== undefined && a.request_id !== b.request_id;
}

/** Runs per event in the order of arrival: 1, 2, 3 is what a registration inside a handler leaves. */
function growthOver(timeline: Timeline): number[] {
  const counts = new Map<string, number>();
  for (const { fields } of ofKind(timeline, 'run')) {
    const event = fields.event_id ?? fields.delivery_id ?? '';
    counts.set(event, (counts.get(event) ?? 0) + 1);
  }
  const inOrder = [...counts.values()];
  const grows = inOrder.every((count, i) => i === 0 || count > (inOrder[i - 1] ?? 0));
  return inOrder.length > 1 && grows ? inOrder : [];
}
