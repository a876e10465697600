// The app itself asked twice: one delivery, one run, and two jobs or two writes came out of it.

import type { Cause } from '../model/cause.ts';
import { formatSpan } from '../model/instant.ts';
import { listed } from '../model/listed.ts';
import type { Finding } from '../model/rule.ts';
import { unansweredCreates } from '../model/timeline/creates.ts';
import { duplicatedEffects, isStated, recordNames, spanBetween } from '../model/timeline/duplicates.ts';
import { oneCallTwice } from '../model/timeline/one-call.ts';
import { oneProducer, type Twice, twoJobs, twoWrites } from '../model/timeline/producers.ts';
import type { Effect, Timeline } from '../model/timeline/timeline.ts';

export interface ProducerDoubleEnqueue {
  readonly form: 'jobs' | 'writes';
  /** Ids of the two jobs, or of the two objects. */
  readonly two: readonly [string, string];
  readonly facts: readonly [number, number];
  /** What asked for each; null where it was not logged. */
  readonly sites: readonly [string | null, string | null];
  /** Between the two; null when one has no time, or only the executions of the jobs were logged. */
  readonly gapMs: number | null;
  readonly records: readonly string[];
  /** The run that both came out of; null when no run was logged. */
  readonly run: number | null;
  readonly delivery: number | null;
  /** Nothing says that the two writes are one effect: they carry no common key. */
  readonly couldBeMeant: boolean;
}

export const producerDoubleEnqueue: Cause<ProducerDoubleEnqueue> = {
  id: 'producer-double-enqueue',
  title: 'One event, handed on twice by the app itself',
  family: 'REEXECUTION',
  severity: 'error',
  deviatesAt: 'job',
  problem:
    'The event arrives once and is handled once, and the app itself makes two jobs of it: the listener enqueues and a hook behind the save does too, ' +
    'a record is saved twice, an outbox row is written by two sessions, a job is put back although it is still queued. Or two code paths both write ' +
    'to the target. Each job is done once, so nothing looks wrong further down.',
  signs: [
    'one delivery, one run, two job ids or two creates, some milliseconds to a second apart',
    'each job has one attempt, and each attempt made one task',
    'the two were enqueued by different places in the code; no retry mark, no failure',
  ],
  fix: [
    'Enqueue in one place only, after the commit of the business row.',
    'Give the job an id that comes from the source_event_key, so that the queue refuses the second.',
    'Create under the source_event_key as well: a queue forgets the ids of finished jobs.',
  ],

  check(timeline) {
    return duplicatedEffects(timeline).flatMap((effect) => {
      const { delivery, run } = oneProducer(timeline, effect) ?? {};
      if (!delivery && !run) return [];
      const twice = twoJobs(effect) ?? twoWritesOf(timeline, effect);
      if (!twice) return [];
      const args: ProducerDoubleEnqueue = {
        form: twice.form,
        two: twice.ids,
        facts: [twice.facts[0].n, twice.facts[1].n],
        sites: twice.sites,
        gapMs: (twice.isStated || twice.form === 'writes' ? spanBetween(...twice.facts) : undefined) ?? null,
        records: recordNames(effect.chains),
        run: run?.n ?? null,
        delivery: delivery?.n ?? null,
        couldBeMeant: twice.form === 'writes' && !haveOneKey(effect),
      };
      const facts = [delivery, run, ...twice.facts, ...effect.chains.map(({ record }) => record)];
      const numbers = [...new Set(facts.flatMap((fact) => fact?.n ?? []))];
      return [{ rule: 'producer-double-enqueue', args, certainty: certaintyOf(effect, twice, args), facts: numbers }];
    });
  },

  say({ form, two, sites, gapMs, records, run }) {
    const once = run === null ? 'The event arrived once' : 'The event was handled once';
    const [first, second] = two.map((id, i) => (sites[i] ? `${id} (by ${sites[i]})` : id));
    const apart = gapMs === null ? '' : `, ${formatSpan(Math.abs(gapMs))} apart`;
    return form === 'jobs'
      ? `${once}, and the app enqueued two jobs for it, ${first} and ${second}${apart}. Each was done once and made its own: ${listed(records)}.`
      : `${once}, and the app itself wrote twice${apart}: ${first} and ${second}.`;
  },

  because({ form, facts, sites, gapMs, run, delivery, couldBeMeant }) {
    const source = [
      delivery === null ? [] : `one delivery (#${delivery})`,
      run === null ? [] : `one run (#${run})`,
    ].flat();
    const lines = [`both came out of ${source.join(' and ')}`];
    const apart = gapMs === null ? '' : `, ${formatSpan(Math.abs(gapMs))} apart`;
    lines.push(`two ${form}: #${facts[0]} and #${facts[1]}${apart}`);
    if (sites[0] !== null && sites[1] !== null && sites[0] !== sites[1]) {
      lines.push(`by two places in the code: ${sites[0]} and ${sites[1]}`);
    }
    if (couldBeMeant)
      lines.push(
        'no key says that the two are one effect: where both are meant, an #action behind the source_event_key of each counts them apart',
      );
    return lines;
  },

  refute(timeline) {
    for (const { chains } of duplicatedEffects(timeline)) {
      const jobs = new Set(chains.map(({ job, attempt }) => job?.fields.job_id ?? attempt?.fields.job_id));
      const [id, ...others] = jobs;
      if (id === undefined || others.length > 0) continue;
      return { reason: `all copies came from one job, ${id}`, facts: chains.map(({ record }) => record.n) };
    }
    return undefined;
  },
};

/** An answer that was lost, or one call that became two requests, explains a second write better than a second path does. */
function twoWritesOf(timeline: Timeline, effect: Effect): Twice | undefined {
  const form = oneCallTwice(timeline, effect)?.form;
  if (form === 'library' || form === 'callback') return undefined;
  return unansweredCreates(timeline, effect.target).length > 0 ? undefined : twoWrites(effect);
}

/** The app itself says that they are one: both writes carry one key. */
function haveOneKey({ chains }: Effect): boolean {
  const keys = chains.map(
    ({ record, call }) =>
      record.fields.source_event_key ?? call?.fields.source_event_key ?? call?.fields.idempotency_key,
  );
  return keys[0] !== undefined && new Set(keys).size === 1;
}

/** No caller gives up and tries again sooner. */
const shortestWaitMs = 100;

/** Two writes of one run may both be meant: only a common key shows that they are not. */
function certaintyOf(effect: Effect, twice: Twice, { run, couldBeMeant }: ProducerDoubleEnqueue): Finding['certainty'] {
  const isWhole = effect.chains.every((chain) => isStated(chain, 'run'));
  // Where no run was logged, each may have come out of a run of its own.
  const [runA, runB] = twice.facts.map(({ fields }) => ('run_id' in fields ? fields.run_id : undefined));
  if (run === null && (runA === undefined || runA !== runB)) return 'open';
  // Where the requests were not logged, the first may have had no answer, and the second its reason.
  const gapMs = spanBetween(...twice.facts);
  const couldFollow = gapMs === undefined || Math.abs(gapMs) >= shortestWaitMs;
  if (twice.form === 'writes' && !twice.isStated && couldFollow) return 'open';
  return isWhole && twice.isStated && run !== null && !couldBeMeant ? 'shown' : 'consistent';
}
