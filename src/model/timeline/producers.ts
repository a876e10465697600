// Did all copies come out of one delivery and one run, and which two things did that run hand on?
import type { Fact, FactOf } from '../fact.ts';
import type { Chain, Effect, Timeline } from './timeline.ts';
import { ofKind } from './timeline.ts';

export interface Producer {
  readonly delivery: FactOf<'delivery'> | undefined;
  readonly run: FactOf<'run'> | undefined;
}

/**
 * Undefined: the copies came from several events, deliveries or runs, or nothing says that they did not: a copy without
 * its delivery or run counts only where there is no other one that it could have come from.
 */
export function oneProducer(timeline: Timeline, { chains }: Effect): Producer | undefined {
  const events = new Set(chains.map(({ event }) => event));
  const [event] = events;
  if (events.size !== 1) return undefined;
  const ofEvent = <F extends FactOf<'delivery'> | FactOf<'run'>>(facts: readonly F[]) =>
    facts.filter(({ fields }) => event === undefined || fields.event_id === event.eventId);
  const delivery = onlyOne(
    chains.map((chain) => chain.delivery),
    ofEvent(ofKind(timeline, 'delivery')),
  );
  const run = onlyOne(
    chains.map((chain) => chain.run),
    ofEvent(ofKind(timeline, 'run')),
  );
  return delivery === 'several' || run === 'several' ? undefined : { delivery, run };
}

/** The one that all copies name; where a copy names none, it must be the only one there is. */
function onlyOne<F extends Fact>(named: readonly (F | undefined)[], all: readonly F[]): F | undefined | 'several' {
  const known = new Set(named.filter((fact) => fact !== undefined));
  if (known.size > 1) return 'several';
  if (!named.includes(undefined)) return [...known][0];
  return all.length > 1 ? 'several' : ([...known][0] ?? all[0]);
}

export interface Twice {
  readonly form: 'jobs' | 'writes';
  readonly ids: readonly [string, string];
  readonly facts: readonly [Fact, Fact];
  readonly sites: readonly [string | null, string | null];
  readonly isStated: boolean;
}

/** Two jobs that each made a copy; `isStated` when both enqueueings were seen, not only the attempts. */
export function twoJobs({ chains }: Effect): Twice | undefined {
  const jobs = new Map<string, { id: string; fact: Fact; site: string | null; isSeen: boolean }>();
  for (const { job, attempt } of chains) {
    const fact = job ?? attempt;
    if (fact?.fields.job_id === undefined) continue;
    const id = [fact.fields.queue, fact.fields.job_id].filter((part) => part !== undefined).join('/');
    if (!jobs.has(id)) jobs.set(id, { id, fact, site: job?.fields.site ?? null, isSeen: job !== undefined });
  }
  const [first, second] = [...jobs.values()].sort((a, b) => a.fact.n - b.fact.n);
  if (!first || !second) return undefined;
  return {
    form: 'jobs',
    ids: [first.id, second.id],
    facts: [first.fact, second.fact],
    sites: [first.site, second.site],
    isStated: first.isSeen && second.isSeen,
  };
}

/** Two writes of one run without any job between: by two creates, or by one name in the target. */
export function twoWrites({ chains }: Effect): Twice | undefined {
  const direct = chains.filter(({ job, attempt, record }) => !job && !attempt && record.fields.job_id === undefined);
  const [first, second] = direct;
  // Where the run was not logged, there may have been two.
  if (direct.length !== chains.length || !first?.run || !second?.run) return undefined;
  const isCalled = first.call !== undefined && second.call !== undefined && first.call !== second.call;
  const by = first.record.fields.created_by;
  if (!isCalled && (by === undefined || by !== second.record.fields.created_by)) return undefined;
  const nameOf = ({ record }: Chain) => record.fields.record_id ?? '?';
  return {
    form: 'writes',
    ids: [nameOf(first), nameOf(second)],
    facts: first.call && second.call ? [first.call, second.call] : [first.record, second.record],
    sites: [null, null],
    isStated: isCalled,
  };
}
