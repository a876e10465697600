// What one trace answers, computed from effects and from what could be seen; never from the wording of a finding.
import type { FactOf } from './fact.ts';
import type { Instant } from './instant.ts';
import type { RetrySchedule } from './provider.ts';
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

export function decide(timeline: Timeline): Decision {
  const [duplicate] = duplicatedEffects(timeline).toSorted((a, b) => b.chains.length - a.chains.length);
  if (duplicate) {
    return { verdict: 'duplicate', headline: `${countOf(duplicate)} from ${sourceOf(timeline)}`, missing: [] };
  }
  const missing = missingFor(timeline);
  if (missing.length > 0) return { verdict: 'inconclusive', headline: `not decided: ${missing[0]}`, missing };
  const effects = timeline.effects.map(countOf).join(' and ');
  return { verdict: 'single', headline: `${effects} from ${sourceOf(timeline)}`, missing: [] };
}

/** `single` needs exactly one object per effect, seen by a source that sees effects, over the whole window. */
function missingFor(timeline: Timeline): string[] {
  if (timeline.facts.length === 0) return ['no source says anything about it'];
  if (timeline.effects.length === 0) {
    return ['no source shows what was created; a log with record or call lines, the database, or the target would'];
  }
  const missing = timeline.gaps
    .filter(({ kind }) => kind !== 'not-configured')
    .map(({ source, reason }) => `${source}: ${reason}`);
  const end = windowEnd(timeline);
  const seers = timeline.coverage.filter(({ sees }) => sees.includes('record') || sees.includes('call'));
  if (end !== undefined && !seers.some(({ to }) => to === undefined || to >= end)) {
    missing.push(
      `what shows effects ends before ${new Date(end).toISOString()}, and until then the event could still come again`,
    );
  }
  return missing;
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
