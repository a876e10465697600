// Is this cause still firing? The newest events that the sources know are explained in the same way.
import { causes } from './causes/index.ts';
import { explain } from './model/explain.ts';
import type { Observation } from './model/fact.ts';
import { goesOn } from './model/goes-on.ts';
import { formatSpan, type Instant } from './model/instant.ts';
import type { Provider } from './model/provider.ts';
import type { Later, Source } from './model/source.ts';
import { buildTimeline } from './model/timeline/build.ts';
import { duplicatedEffects } from './model/timeline/duplicates.ts';
import { partition } from './model/timeline/partition.ts';
import type { Timeline } from './model/timeline/timeline.ts';
import type { TraceDocument } from './model/trace-document.ts';
import { unlessStopped } from './unless-stopped.ts';

type Ongoing = TraceDocument['ongoing'];

export interface OngoingOptions {
  readonly sources: readonly Source[];
  readonly signal: AbortSignal;
  readonly providerOf: (id: string) => Provider | undefined;
}

/**
 * Only for a cause that was named; a source that cannot look by time, or fails in it, leaves the answer open. `asked`: what
 * askLater has begun, where the question was put before the cause was known.
 */
export async function ongoingOf(
  timeline: Timeline,
  rule: string | undefined,
  options: OngoingOptions & { readonly asked?: Promise<Asked> | undefined },
): Promise<Ongoing> {
  const { sources, providerOf } = options;
  const end = lastMoment(timeline);
  if (rule === undefined) return { state: 'unknown', sentence: 'no cause is named whose return could be seen' };
  if (end === undefined) return { state: 'unknown', sentence: 'no fact has a time after which to look' };
  if (!sources.some(canLookLater)) {
    return { state: 'unknown', sentence: 'no source at hand can be searched for later events' };
  }
  const { observations, others, since, failed } = await (options.asked ?? askLater(timeline, options));
  const own = new Set(timeline.events.map(({ eventId }) => eventId));
  const later = partition(observations).filter((story) => isAnother(story, own, end));
  const firing = later.filter((story) => hasSeveral(story) && isCausedBy(story, rule, providerOf));
  const total = later.length + others;
  const newest = since === undefined ? '' : 'newest ';
  const count = `${newest}${total} later event${total === 1 ? '' : 's'} that the sources know`;
  if (firing.length === 0 && failed.length > 0) {
    return { state: 'unknown', sentence: `later events could not be read (${failed.join(', ')})` };
  }
  if (total === 0) return { state: 'unknown', sentence: 'the sources know no later event' };
  const begun = timeline.facts.find(({ kind, at }) => kind !== 'lifecycle' && at !== undefined)?.at ?? end;
  // What was not looked at may have shown it until then.
  const first = since === undefined ? begun : (Math.max(begun, since) as Instant);
  const times = [firing.length === 0 ? first : begun];
  times.push(...firing.map((story) => (beginningOf(story) ?? end) as Instant).sort((a, b) => a - b));
  const { state, quietMs } = goesOn(times, endOf(timeline, observations));
  const quiet = `${formatSpan(quietMs)} before the end of what was read`;
  if (firing.length === 0) {
    const what = since === undefined ? 'this one began' : 'earlier ones were not looked at, and these begin';
    const isEarly = state === 'unknown' ? `${what} ${quiet}, which is too short to tell` : '';
    const isPart = since === undefined ? '' : 'earlier ones were not looked at';
    const more = isEarly || isPart;
    return { state, sentence: `none of the ${count} shows it${more && `; ${more}`}` };
  }
  const latest = (times.at(-1) ?? end) - end;
  const isOver = state === 'not-seen' ? `, ${quiet}` : '';
  return {
    state,
    sentence: `${firing.length} of the ${count} show it, the latest ${formatSpan(latest)} after this one${isOver}`,
  };
}

export interface Asked extends Later {
  /** Sources that were asked and could not answer. */
  readonly failed: readonly string[];
}

/** What the sources know of the time after the last fact. Fails never: who could not answer is named. */
export async function askLater(
  timeline: Timeline,
  { sources, signal }: Pick<OngoingOptions, 'sources' | 'signal'>,
): Promise<Asked> {
  const failed: string[] = [];
  const end = lastMoment(timeline);
  const able = end === undefined ? [] : sources.filter(canLookLater);
  const answers = await Promise.all(
    able.map(async (source): Promise<Later> => {
      try {
        return await unlessStopped(source.later(end as Instant, signal, able.length === 1), signal);
      } catch {
        failed.push(source.id);
        return { observations: [], others: 0, since: undefined };
      }
    }),
  );
  return {
    observations: answers.flatMap(({ observations }) => observations),
    others: answers.reduce((sum, { others }) => sum + others, 0),
    since: latestOf(answers.flatMap(({ since }) => since ?? [])),
    failed,
  };
}

function latestOf(times: readonly Instant[]): Instant | undefined {
  return times.length > 0 ? (Math.max(...times) as Instant) : undefined;
}

function isAnother(story: readonly Observation[], own: ReadonlySet<string>, end: Instant): boolean {
  const ids = story.map(({ fields }) => fields.event_id).filter((id) => id !== undefined);
  return ids.length > 0 && !ids.some((id) => own.has(id)) && (beginningOf(story) ?? end) > end;
}

function canLookLater(source: Source): source is Source & Required<Pick<Source, 'later'>> {
  return source.later !== undefined;
}

/** What cannot be a duplicate need not be explained: fewer than two objects that a record, an answer or a ledger row names. */
function hasSeveral(observations: readonly Observation[]): boolean {
  const objects = observations.flatMap(({ kind, fields }) => {
    if (kind === 'record') return [fields.record_id ?? fields];
    if (kind === 'call') return [fields.result_id ?? fields];
    return kind === 'operation' ? [fields.external_id ?? fields] : [];
  });
  return new Set(objects).size > 1;
}

function isCausedBy(
  observations: readonly Observation[],
  rule: string,
  providerOf: OngoingOptions['providerOf'],
): boolean {
  const asked = observations.flatMap(({ fields }) =>
    fields.event_id === undefined ? [] : [{ type: 'event_id', value: fields.event_id } as const],
  );
  const timeline = buildTimeline({ ref: '', asked, observations, gaps: [], coverage: [], providerOf });
  if (duplicatedEffects(timeline).length === 0) return false;
  return explain(timeline, causes).findings[0]?.cause.id === rule;
}

function lastMoment({ facts }: Timeline): Instant | undefined {
  return latestOf(facts.flatMap(({ kind, at }) => (kind === 'lifecycle' || at === undefined ? [] : [at])));
}

/** Up to where the sources were read: a database to its answer, a log to its last line. */
function endOf({ coverage }: Timeline, later: readonly Observation[]): Instant {
  const ends = [...coverage.flatMap(({ to }) => to ?? []), ...later.flatMap(({ fields }) => fields.at ?? [])];
  return (ends.length > 0 ? Math.max(...ends) : 0) as Instant;
}

function beginningOf(observations: readonly Observation[]): number | undefined {
  const times = observations.flatMap(({ fields }) => fields.at ?? []);
  return times.length > 0 ? Math.min(...times) : undefined;
}
