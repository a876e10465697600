// What one trace answers, computed from effects and from what could be seen; never from the wording of a finding.
import type { Explained } from './explain.ts';
import { type Call, madeBy, unansweredCreates } from './timeline/creates.ts';
import { duplicatedEffects } from './timeline/duplicates.ts';
import type { Effect, Timeline } from './timeline/timeline.ts';
import { ofKind } from './timeline/timeline.ts';
import type { Verdict } from './trace-document.ts';
import { wayOfLoss } from './verdict/lost.ts';
import { type Missing, missingForCause, missingForCount } from './verdict/missing.ts';

export interface Decision {
  readonly verdict: Verdict;
  readonly headline: string;
  /** For an open answer: which field is missing, and what it would have settled. */
  readonly missing: readonly Missing[];
}

/** `primary` is the first finding of the explanation, if there is one. */
export function decide(timeline: Timeline, primary?: Explained): Decision {
  const [duplicate] = duplicatedEffects(timeline).toSorted((a, b) => b.chains.length - a.chains.length);
  const cause = primary && primary.finding.certainty !== 'open' ? primary.cause : undefined;
  if (duplicate || cause?.verdict) return ofCopies(timeline, duplicate, cause?.verdict, cause === undefined);

  const source = sourceOf(timeline);
  const unknown = unknownResults(timeline);
  if (unknown.length > 0) {
    const known = timeline.effects.length === 0 ? '' : `${countsOf(timeline)} from ${source}, and `;
    const more = timeline.effects.length === 0 ? 'anything' : 'another';
    return {
      verdict: 'unknown-result',
      headline: `${known}nobody knows whether ${unknown[0]} made ${more}`,
      missing: [],
    };
  }
  const missing = missingForCount(timeline);
  if (missing[0]) return { verdict: 'inconclusive', headline: `not decided: ${missing[0].reason}`, missing };
  if (timeline.effects.length === 0) {
    const way = wayOfLoss(timeline);
    return { verdict: 'lost', headline: `nothing was made from ${source}${way ? `: ${way}` : ''}`, missing: [] };
  }
  return { verdict: 'single', headline: `${countsOf(timeline)} from ${source}`, missing: [] };
}

function ofCopies(
  timeline: Timeline,
  duplicate: Effect | undefined,
  verdict: Verdict | undefined,
  isOpen: boolean,
): Decision {
  const counts = duplicate ? countOf(duplicate) : countsOf(timeline);
  if (verdict === 'not-a-duplicate') {
    const acts = new Set(duplicate?.chains.map(({ event }) => event)).size;
    return {
      verdict,
      headline: `${counts} from ${acts} ${timeline.sender} actions, each of which made its own`,
      missing: [],
    };
  }
  const headline = `${counts} from ${sourceOf(timeline)}`;
  if (!isOpen || !duplicate) return { verdict: verdict ?? 'duplicate', headline, missing: [] };
  return { verdict: 'duplicate', headline: `${headline}; cause open`, missing: missingForCause(timeline, duplicate) };
}

/** Creates whose answer nobody has and whose object nobody has seen; an operation that was sent and never heard of again. */
function unknownResults(timeline: Timeline): string[] {
  const at = (target: string | undefined) =>
    timeline.effects.filter((effect) => target === undefined || effect.target === target);
  const isOpen = (state: string | undefined) => state === 'unknown' || state === 'sent';
  const operations = ofKind(timeline, 'operation').filter(
    ({ fields }) => isOpen(fields.state) && at(fields.target).length === 0,
  );
  const calls = creates(timeline).filter(
    (call) =>
      !madeBy(
        call,
        at(call.fields.target).flatMap(({ chains }) => chains),
      ),
  );
  return [...operations, ...calls].map(({ n, fields }) => `the create at ${fields.target ?? 'the target'} (#${n})`);
}

/** Where nothing was made, a call that does not say what it does may have been the create. */
function creates(timeline: Timeline): Call[] {
  if (timeline.effects.length > 0) return unansweredCreates(timeline);
  const silent = ofKind(timeline, 'call').filter(
    ({ fields }) => fields.operation === undefined && fields.outcome === 'unknown',
  );
  return [...unansweredCreates(timeline), ...silent];
}

function countsOf(timeline: Timeline): string {
  return timeline.effects.map(countOf).join(' and ') || 'no effect';
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
