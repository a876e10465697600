// The figures as far as a log shows them. A kind of line that never occurs is a gap: its absence says nothing about the world.
import type { Figure, FigureId, FigureValue } from '../model/figures.ts';
import type { Spread } from '../model/spread.ts';
import type { LogTally } from '../scan/sweep/tally.ts';

export function logFigures(tally: LogTally, requests: ReadonlyMap<string, Spread>, source: string): Figure[] {
  const { deliveries, guards, jobs, calls, looks } = tally;
  const figure = (id: FigureId, isSeen: boolean, values: () => readonly FigureValue[], gap: string): Figure =>
    isSeen ? { id, source, values: values() } : { id, source, gap };
  return [
    figure(
      'unique-conflicts',
      deliveries.disposed > 0 || guards.asked > 0,
      () => [
        ...(deliveries.disposed > 0
          ? [share('deliveries turned away as duplicate', deliveries.duplicates, deliveries.disposed)]
          : []),
        ...(guards.asked > 0 ? [share('guard questions that hit', guards.hits, guards.asked)] : []),
      ],
      'no delivery line has a disposition, and there is no guard line',
    ),
    figure(
      'retries',
      deliveries.marked > 0,
      () => [
        ...[...tally.retries].map(([name, value]) => count(name, value)),
        share(
          deliveries.marked === deliveries.seen ? 'of all deliveries' : 'of the deliveries that name a retry number',
          [...tally.retries.values()].reduce((sum, one) => sum + one, 0),
          deliveries.marked,
        ),
      ],
      'no delivery line has a retry number',
    ),
    figure(
      'answer-time',
      tally.answers.count > 0 || requests.size > 0,
      () => answered(tally.answers, requests).flatMap(([prefix, times]) => percentiles(times, prefix)),
      'no delivery has both at and answered_at, and no line of a POST request says how long its answer took',
    ),
    figure(
      'queue',
      tally.waits.count > 0 || jobs.enqueued > 0,
      () => [
        ...percentiles(tally.waits, 'wait '),
        ...(jobs.enqueued > 0
          ? [count('jobs enqueued', jobs.enqueued), count('deepest at any time', jobs.deepest)]
          : []),
      ],
      'there is no job line and no attempt line that says when it was enqueued',
    ),
    figure(
      'attempts',
      tally.attempts > 0 && jobs.enqueued > 0,
      () => [{ name: 'on average', value: round(tally.attempts / jobs.enqueued), unit: 'per job' }],
      'needs lines of both jobs and attempts',
    ),
    figure(
      'effect-conflicts',
      calls.creates > 0 || looks.asked > 0,
      () => [
        ...(calls.creates > 0 ? [share('creates refused as conflict', calls.conflicts, calls.creates)] : []),
        ...(looks.asked > 0 ? [share('look-ups that found the object', looks.found, looks.asked)] : []),
      ],
      'there is no call line',
    ),
    figure(
      'unknown-operations',
      calls.creates > 0,
      () => [count('creates of unknown outcome', calls.unknown)],
      'there is no call line with an outcome',
    ),
    figure(
      'dead-letters',
      tally.settled > 0,
      () => [count('jobs that the queue gave up', tally.gaveUp)],
      'no attempt line says how the queue settled it',
    ),
    figure(
      'own-bot',
      deliveries.seen > 0 && tally.bots.size > 0,
      () => [...tally.bots].map(([name, value]) => count(`from bot ${name}`, value)),
      'no delivery line names a bot; the log may not record it',
    ),
    figure(
      'instances',
      tally.instances.size > 0,
      () => [
        count('instances seen', new Set([...tally.instances.values()].map(({ instance }) => instance)).size),
        ...versionsOf(tally),
      ],
      'no line names its instance',
    ),
  ];
}

/** What the app says of its answers, and what lines of requests say: a proxy may have waited longer than its app. */
function answered(told: Spread, requests: ReadonlyMap<string, Spread>): [prefix: string, times: Spread][] {
  const named = [...requests].map(([name, times]): [string, Spread] => [
    name === '' ? (told.count > 0 ? 'by request lines ' : '') : `${name} `,
    times,
  ]);
  return told.count > 0 ? [['', told], ...named] : named;
}

function versionsOf(tally: LogTally): FigureValue[] {
  const byVersion = new Map<string, Set<string>>();
  for (const { instance, version } of tally.instances.values()) {
    if (version === undefined) continue;
    byVersion.set(version, (byVersion.get(version) ?? new Set()).add(instance));
  }
  return [...byVersion].slice(0, 20).map(([version, instances]) => count(`with version ${version}`, instances.size));
}

export function percentiles(spread: Spread, prefix = ''): FigureValue[] {
  return ([0.5, 0.95, 0.99] as const).flatMap((part) => {
    const value = spread.at(part);
    return value === undefined ? [] : [{ name: `${prefix}p${part * 100}`, value, unit: 'ms' as const }];
  });
}

export function share(name: string, part: number, whole: number): FigureValue {
  return { name, value: whole === 0 ? 0 : part / whole, unit: 'share' };
}

export function count(name: string, value: number): FigureValue {
  return { name, value, unit: 'count' };
}

function round(value: number): number {
  return Math.round(value * 100) / 100;
}
