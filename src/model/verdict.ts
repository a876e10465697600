// What one trace answers, computed from effects and from what could be seen; never from the wording of a finding.
import { type Explained, linkOf } from './explain.ts';
import type { FactOf } from './fact.ts';
import { wayOfLoss } from './lost/index.ts';
import { isHandling } from './operation.ts';
import { isAboutSeveralActions } from './several-actions.ts';
import { hidesSomething } from './source.ts';
import { duplicatedEffects, pooledEffects } from './timeline/duplicates.ts';
import type { Effect, Timeline } from './timeline/timeline.ts';
import { ofKind } from './timeline/timeline.ts';
import type { TraceDocument, Verdict } from './trace-document.ts';
import { unknownActs, unknownConsumers, unknownCopies, unplaced, untargeted } from './verdict/doubts.ts';
import { type Missing, missingForCause, missingForLoss, missingForRepeat } from './verdict/missing.ts';
import { unfinishedAttempts, unfinishedRuns, untakenJobs } from './verdict/unfinished.ts';
import { waiting } from './verdict/waiting.ts';
import { sees, windowGaps } from './verdict/window.ts';

export interface Decision {
  readonly verdict: Verdict;
  readonly headline: string;
  /** For `inconclusive`: what is missing, in words. */
  readonly missing: readonly string[];
  /** For a duplicate whose cause is open: which field would have told, and what. */
  readonly unexplained?: readonly Missing[];
  readonly loss?: TraceDocument['loss'];
}

/** `primary` is the first finding of the explanation, if there is one. */
export function decide(timeline: Timeline, primary?: Explained): Decision {
  const [duplicate] = duplicatedEffects(timeline).toSorted((a, b) => b.chains.length - a.chains.length);
  // What the evidence lost explains no copy.
  const isCause = primary?.finding.certainty !== 'open' && !primary?.cause.isEvidenceGap;
  const cause = isCause ? primary?.cause : undefined;
  if (duplicate && !cause) {
    const headline = `${duplicateCounts(timeline)} from ${sourceOf(timeline)}; cause open`;
    return { ...answer('duplicate', headline), unexplained: missingForCause(timeline, duplicate) };
  }
  if (cause?.verdict === 'not-a-duplicate') {
    return answer(cause.verdict, `${countsOf(timeline)} from ${actionsOf(timeline)} ${timeline.sender} actions`);
  }
  if (duplicate) {
    const verdict = cause?.verdict === 'split' ? cause.verdict : 'duplicate';
    const isBehind = primary !== undefined && linkOf(primary) !== 'delivery' && verdict === 'duplicate';
    const unexplained = isBehind ? missingForRepeat(timeline, duplicate) : [];
    return { ...answer(verdict, `${duplicateCounts(timeline)} from ${sourceOf(timeline)}`), unexplained };
  }
  if (cause?.verdict === 'split') return answer(cause.verdict, `${countsOf(timeline)} from ${sourceOf(timeline)}`);
  const unknown = unknownResults(timeline);
  if (unknown.length > 0) return answer('unknown-result', `nobody knows whether ${unknown[0]} made anything`);
  const waits = waiting(timeline);
  if (timeline.effects.length === 0 && waits.length > 0) {
    return {
      ...answer('inconclusive', `nothing was made from ${sourceOf(timeline)} yet: ${waits[0]}`),
      missing: waits,
    };
  }
  const missing = missingFor(timeline, waits);
  if (missing.length > 0) return { ...answer('inconclusive', `not decided: ${missing[0]}`), missing };
  if (timeline.effects.length === 0) return lost(timeline, cause !== undefined);
  const headline = `${countsOf(timeline)} from ${sourceOf(timeline)}`;
  if (cause?.verdict === 'lost') return answer('lost', headline);
  return isAboutSeveralActions(timeline)
    ? answer('not-a-duplicate', `${headline}, two different actions`)
    : answer('single', headline);
}

function lost(timeline: Timeline, isNamed: boolean): Decision {
  const told = wayOfLoss(timeline);
  const headline = `nothing was made from ${sourceOf(timeline)}`;
  const unexplained = isNamed ? [] : missingForLoss(timeline);
  if (!told) return { ...answer('lost', headline), unexplained };
  const { way, seen } = told;
  const loss = { way: way.id, sentence: seen.clause, facts: [...seen.facts], prevention: [...way.prevention] };
  return { ...answer('lost', `${headline}: ${seen.clause}`), loss, unexplained };
}

function answer(verdict: Verdict, headline: string): Decision {
  return { verdict, headline, missing: [] };
}

/** Creates whose answer nobody has and whose object nobody has seen. */
function unknownResults(timeline: Timeline): string[] {
  return timeline.effects.length > 0 ? [] : unansweredCreates(timeline).map(nameOf);
}

/** `single` needs exactly one object per effect, seen by a source that sees effects, over the whole window. */
function missingFor(timeline: Timeline, waits: readonly string[]): string[] {
  if (timeline.facts.length === 0) return ['no source says anything about it'];
  const [handled] = timeline.effects.length === 0 ? handlings(timeline) : [];
  if (handled !== undefined) {
    return [
      `the application handled it (#${handled.n}) and named nothing that it made: its log, or the target would tell`,
    ];
  }
  if (timeline.effects.length === 0 && !timeline.coverage.some(sees)) {
    return ['no source shows what was created; a log with record or call lines, the database, or the target would'];
  }
  return [
    ...timeline.gaps.filter(hidesSomething).map(({ source, reason }) => `${source}: ${reason}`),
    ...waits,
    ...unplaced(timeline),
    ...untargeted(timeline),
    ...unknownActs(timeline),
    ...unknownConsumers(timeline),
    ...unknownCopies(timeline),
    ...windowGaps(timeline),
    ...actsOfBots(timeline),
    ...unansweredCreates(timeline).map((fact) => `nobody knows whether ${nameOf(fact)} made another`),
    ...namelessCreates(timeline).map((call) => `${nameOf(call)} is done, and nobody logged what it made`),
    ...unfinishedRuns(timeline).map(
      ({ n }) => `the run #${n} has no end in what was read, so it may have made another`,
    ),
    ...untakenJobs(timeline).map(
      ({ n, fields }) => `no attempt of job ${fields.job_id} (#${n}) was seen, so it can still run`,
    ),
    ...unfinishedAttempts(timeline).map(
      ({ n, fields }) => `the last attempt seen of job ${fields.job_id} (#${n}) is not done, so the job can run again`,
    ),
  ];
}

/** Two tasks of two events are two wishes only where people wished: a bot can have answered itself. */
function actsOfBots(timeline: Timeline): string[] {
  if (!isAboutSeveralActions(timeline)) return [];
  const events = new Set(timeline.effects.flatMap(({ chains }) => chains.map(({ event }) => event?.eventId)));
  const told = ofKind(timeline, 'delivery').filter(
    ({ fields }) => fields.bot_id !== undefined && events.has(fields.event_id),
  );
  const [first] = new Map(told.map((fact) => [fact.fields.event_id, fact])).values();
  if (!first) return [];
  return [
    `${first.fields.event_id} (#${first.n}) was written by the bot ${first.fields.bot_id}, and no record shows whether it is the app itself`,
  ];
}

type Create = FactOf<'call'> | FactOf<'operation'>;

/** What may have made an object that nobody has seen: no answer yet, or one that settles nothing. */
function unansweredCreates({ facts, effects }: Timeline): Create[] {
  const answered = new Set(effects.flatMap(({ chains }) => chains.map(({ call }) => call?.n)));
  const targets = new Set<unknown>(effects.map(({ target }) => target));
  return facts.filter((fact): fact is Create => {
    if (fact.kind === 'operation') return fact.fields.state === 'unknown' || fact.fields.state === 'sent';
    if (fact.kind !== 'call' || answered.has(fact.n)) return false;
    const { operation, outcome, target } = fact.fields;
    if (operation === 'create') return outcome === undefined || outcome === 'unknown';
    return operation === undefined && outcome === 'unknown' && (targets.size === 0 || targets.has(target));
  });
}

/** Done, and without the id of what it made: it counts, and nobody can say which object it is. */
function namelessCreates(timeline: Timeline): FactOf<'call'>[] {
  const known = new Set(timeline.effects.flatMap(({ chains }) => chains.map(({ call }) => call?.n)));
  return ofKind(timeline, 'call').filter(
    ({ n, fields: { operation, outcome, result_id } }) =>
      operation === 'create' && outcome === 'done' && result_id === undefined && !known.has(n),
  );
}

function nameOf({ n, fields }: Create): string {
  return `the create at ${fields.target ?? 'the target'} (#${n})`;
}

function countOf({ target, action, chains }: Effect): string {
  const noun = target === 'tasks' ? 'task' : `${target} record`;
  const what = action === '' ? '' : ` for ${action}`;
  return `${chains.length} ${noun}${chains.length === 1 ? '' : 's'}${what}`;
}

/** Each intended effect is counted for itself, what was made too often first: the e-mail twice, the ticket once. */
function duplicateCounts({ effects }: Timeline): string {
  const [first, ...others] = effects.toSorted((a, b) => b.chains.length - a.chains.length).map(countOf);
  return others.length === 0 ? String(first) : `${first} (and ${[...new Set(others)].join(', ')})`;
}

/** The same thing made for several actions is counted once. */
function countsOf(timeline: Timeline): string {
  return pooledEffects(timeline).map(countOf).join(' and ') || 'no effect';
}

function actionsOf({ effects }: Timeline): number {
  return new Set(effects.flatMap(({ chains }) => chains.map(({ event }) => event))).size;
}

function sourceOf({ events, sender }: Timeline): string {
  const [first] = events;
  const thing = first?.type === 'app_mention' || first?.type?.startsWith('message') ? 'message' : 'event';
  const subjects = new Set(events.map(({ subject, eventId }) => subject ?? eventId));
  return subjects.size > 1 ? `${subjects.size} ${sender} ${thing}s` : `1 ${sender} ${thing}`;
}

/** Ended well by the application's own word, which named no object. */
function handlings(timeline: Timeline): FactOf<'operation'>[] {
  return ofKind(timeline, 'operation').filter(({ fields }) => fields.state === 'confirmed' && isHandling(fields));
}
