// What one trace answers, computed from effects and from what could be seen; never from the wording of a finding.
import type { Explained } from './explain.ts';
import type { FactOf } from './fact.ts';
import type { Instant } from './instant.ts';
import type { RetrySchedule } from './provider.ts';
import { isAboutSeveralActions } from './several-actions.ts';
import type { Coverage } from './source.ts';
import { duplicatedEffects } from './timeline/duplicates.ts';
import type { Effect, Timeline } from './timeline/timeline.ts';
import { ofKind } from './timeline/timeline.ts';
import type { Verdict } from './trace-document.ts';

export interface Decision {
  readonly verdict: Verdict;
  readonly headline: string;
  /** For `inconclusive`: what is missing, in words. */
  readonly missing: readonly string[];
}

/** `primary` is the first finding of the explanation, if there is one. */
export function decide(timeline: Timeline, primary?: Explained): Decision {
  const [duplicate] = duplicatedEffects(timeline).toSorted((a, b) => b.chains.length - a.chains.length);
  const named = primary && primary.finding.certainty !== 'open' ? primary.cause.verdict : undefined;
  if (duplicate || named) {
    const effects = (duplicate ? [duplicate] : timeline.effects).map(countOf).join(' and ') || 'no effect';
    return { verdict: named ?? 'duplicate', headline: `${effects} from ${sourceOf(timeline)}`, missing: [] };
  }
  const unknown = unknownResults(timeline);
  if (unknown.length > 0) {
    return { verdict: 'unknown-result', headline: `nobody knows whether ${unknown[0]} made anything`, missing: [] };
  }
  const missing = missingFor(timeline);
  if (missing.length > 0) return { verdict: 'inconclusive', headline: `not decided: ${missing[0]}`, missing };
  if (timeline.effects.length === 0) {
    return { verdict: 'lost', headline: `nothing was made from ${sourceOf(timeline)}`, missing: [] };
  }
  const effects = timeline.effects.map(countOf).join(' and ');
  if (isAboutSeveralActions(timeline)) {
    return {
      verdict: 'not-a-duplicate',
      headline: `${effects} from ${sourceOf(timeline)}, two different actions`,
      missing: [],
    };
  }
  return { verdict: 'single', headline: `${effects} from ${sourceOf(timeline)}`, missing: [] };
}

/** Creates whose answer nobody has and whose object nobody has seen. */
function unknownResults(timeline: Timeline): string[] {
  if (timeline.effects.length > 0) return [];
  const operations = ofKind(timeline, 'operation').filter(({ fields }) => fields.state === 'unknown');
  const calls = ofKind(timeline, 'call').filter(
    ({ fields }) => (fields.operation ?? 'create') === 'create' && fields.outcome === 'unknown',
  );
  return [...operations, ...calls].map(({ n, fields }) => `the create at ${fields.target ?? 'the target'} (#${n})`);
}

/** `single` needs exactly one object per effect, seen by a source that sees effects, over the whole window. */
function missingFor(timeline: Timeline): string[] {
  if (timeline.facts.length === 0) return ['no source says anything about it'];
  if (timeline.effects.length === 0 && !seesEffects(timeline)) {
    return ['no source shows what was created; a log with record or call lines, the database, or the target would'];
  }
  const missing = timeline.gaps
    .filter(({ kind }) => kind !== 'not-configured')
    .map(({ source, reason }) => `${source}: ${reason}`);
  const end = windowEnd(timeline);
  const seers = timeline.coverage.filter(sees);
  if (end !== undefined && !seers.some(({ to }) => to === undefined || to >= end)) {
    missing.push(
      `what shows effects ends before ${new Date(end).toISOString()}, and until then the event could still come again`,
    );
  }
  return missing;
}

function sees({ sees: kinds }: Coverage): boolean {
  return kinds.includes('record') || kinds.includes('call');
}

function seesEffects({ coverage }: Timeline): boolean {
  return coverage.some(sees);
}

/** The moment after which nothing more is due: only the last delivery of each event can still be followed by another. */
function windowEnd(timeline: Timeline): Instant | undefined {
  const last = new Map(ofKind(timeline, 'delivery').map((delivery) => [delivery.fields.event_id, delivery]));
  const ends = [...last.values()].flatMap((delivery) => endAfter(delivery, timeline.retries) ?? []);
  return ends.length > 0 ? (Math.max(...ends) as Instant) : undefined;
}

function endAfter({ at, fields }: FactOf<'delivery'>, retries: RetrySchedule | undefined): number | undefined {
  if (at === undefined || retries === undefined) return undefined;
  const { answered_at, status = 200, retry_num = 0 } = fields;
  const inTime = answered_at !== undefined && answered_at - at <= retries.ackDeadlineMs && status < 300;
  if (inTime) return answered_at;
  return retry_num >= retries.retryGapsMs.length ? (answered_at ?? at) : at + retries.horizonMs;
}

function countOf({ target, action, chains }: Effect): string {
  const noun = target === 'tasks' ? 'task' : `${target} record`;
  const what = action === '' ? '' : ` for ${action}`;
  return `${chains.length} ${noun}${chains.length === 1 ? '' : 's'}${what}`;
}

function sourceOf({ events, sender }: Timeline): string {
  const [first] = events;
  const thing = first?.type === 'app_mention' || first?.type?.startsWith('message') ? 'message' : 'event';
  const subjects = new Set(events.map(({ subject, eventId }) => subject ?? eventId));
  return subjects.size > 1 ? `${subjects.size} ${sender} ${thing}s` : `1 ${sender} ${thing}`;
}
