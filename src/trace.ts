// The path of one trace, from a reference to a finished document. Commands only open sources, render and return a code.
import { causes } from './causes/index.ts';
import { DedupeError } from './errors.ts';
import { collect } from './evidence/collect.ts';
import { Exit, type ExitCode } from './exit.ts';
import { copiesOf } from './model/copies.ts';
import { type Explanation, explain } from './model/explain.ts';
import type { Fact, Observation } from './model/fact.ts';
import { gapReadings } from './model/gap-readings.ts';
import { type Instant, toIso } from './model/instant.ts';
import { keepers } from './model/keepers.ts';
import type { Gap, Source } from './model/source.ts';
import { buildTimeline } from './model/timeline/build.ts';
import { identifiersOf } from './model/timeline/identifiers.ts';
import type { Timeline, TimelineEvent } from './model/timeline/timeline.ts';
import { type TraceDocument, traceDocumentVersion, type Verdict } from './model/trace-document.ts';
import { decide } from './model/verdict.ts';
import { providerOf } from './providers/index.ts';
import { type Reference, referenceForms } from './reference.ts';
import { shellWord } from './shell-word.ts';

export interface TraceRequest {
  /** One, or two tasks of which a person asks why both exist. */
  readonly refs: readonly Reference[];
  readonly sources: readonly Source[];
  /** Sources that nobody configured, so that the reader knows what was not looked at. */
  readonly absent: readonly Gap[];
  readonly since: Instant | undefined;
  readonly until: Instant | undefined;
  readonly signal: AbortSignal;
}

export interface Traced {
  readonly document: TraceDocument;
  readonly timeline: Timeline;
}

export async function trace(request: TraceRequest): Promise<Traced> {
  const { refs, sources, since, until, signal } = request;
  const asked = refs.flatMap(({ identifiers }) => identifiers);
  const evidence = await collect(sources, asked, { since, until, signal });
  const gaps = [...evidence.gaps, ...request.absent];
  const unknown = refs.find((ref) => !isKnown(ref, evidence.observations));
  if (unknown && evidence.gaps.length === 0) throw unknownReference(unknown, request);
  const ref = refs.map(({ text }) => text).join(' ');
  const timeline = buildTimeline({ ...evidence, ref, asked, gaps, providerOf });
  return { document: toDocument(timeline, explain(timeline, causes)), timeline };
}

function isKnown({ identifiers }: Reference, observations: readonly Observation[]): boolean {
  const names = new Set(identifiers.map(({ type, value }) => `${type}\n${value}`));
  return observations.some((one) => identifiersOf(one).some(({ type, value }) => names.has(`${type}\n${value}`)));
}

/** Every source was read whole and none knows it: a typo more often than a loss. */
function unknownReference({ text }: Reference, { sources, since, until }: TraceRequest): DedupeError {
  const places = sources.map((source) => source.describe()).join('; ');
  const span = since === undefined && until === undefined ? '' : ' within --since and --until';
  return new DedupeError('DEDUPE_UNKNOWN_REFERENCE', `nothing is known of ${text}${span}`, {
    hint: `Looked in ${places}. A reference is an ${referenceForms}.`,
  });
}

function toDocument(timeline: Timeline, { findings, refuted }: Explanation): TraceDocument {
  const { verdict, headline, missing, unexplained = [] } = decide(timeline, findings[0]);
  const parents = new Map(
    timeline.links.map(({ child, parent, by, certainty }) => [child, { n: parent, by, certainty }]),
  );
  const start = startOf(timeline);
  const [event, ...siblings] = timeline.events;
  return {
    version: traceDocumentVersion,
    ref: timeline.ref,
    verdict,
    headline,
    event: event ? { ...identityOf(event), siblings: siblings.map(identityOf) } : null,
    facts: timeline.facts.map((fact) => ({ ...factOf(fact, start), parent: parents.get(fact.n) ?? null })),
    findings: findings.map(({ cause, finding, role }) => ({
      rule: cause.id,
      family: cause.family,
      role,
      certainty: finding.certainty,
      args: finding.args as Record<string, unknown>,
      sentence: cause.say(finding.args),
      because: [...cause.because(finding.args)],
      facts: [...finding.facts],
      fix: [...cause.fix],
    })),
    records: keepers(timeline),
    copies: copiesOf(timeline),
    readings: gapReadings(timeline).map(({ between, gapMs, facts, usual }) => ({
      between,
      gap_ms: gapMs,
      facts: [...facts],
      usual,
    })),
    gaps: [
      ...missing.map((reason) => ({ source: 'verdict', reason, would_settle: 'whether there is a second effect' })),
      ...[...unexplained, ...timeline.gaps].map(({ source, reason, wouldSettle }) => ({
        source,
        reason,
        would_settle: wouldSettle,
      })),
    ],
    skews: timeline.skews
      .filter(({ measured }) => measured)
      .map(({ clocks, boundMs, measured }) => ({ clocks: [...clocks], bound_ms: boundMs, measured })),
    refuted: refuted.map(({ rule, reason, facts }) => ({ rule, reason, facts: [...facts] })),
    ongoing: { state: 'unknown', sentence: 'not looked for: only the facts of this event were read' },
    next: nextSteps(
      timeline,
      findings.map(({ cause }) => cause.id),
    ),
  };
}

/** Times count from the first thing that happened to the event; a process that started earlier stands before zero. */
function startOf({ facts }: Timeline): Instant | undefined {
  const timed = facts.filter(({ at }) => at !== undefined);
  return (timed.find(({ kind }) => kind !== 'lifecycle') ?? timed[0])?.at;
}

function identityOf({ provider, workspaceId, appId, eventId, type, subtype, subject }: TimelineEvent) {
  return {
    provider,
    workspace_id: workspaceId ?? null,
    app_id: appId ?? null,
    event_id: eventId,
    type: type ?? null,
    subtype: subtype ?? null,
    subject: subject ?? null,
  };
}

function factOf(fact: Fact, start: Instant | undefined) {
  const [first] = fact.witnesses;
  const place = (witness: number) => {
    const { source, where } = fact.witnesses[witness] ?? first;
    return { source, where };
  };
  return {
    n: fact.n,
    kind: fact.kind,
    at: fact.at === undefined ? null : toIso(fact.at),
    offset_ms: fact.at === undefined || start === undefined ? null : Math.round((fact.at - start) * 1000) / 1000,
    ...place(fact.origin.at ?? 0),
    clock: fact.clock,
    fields: fieldsOf(fact),
    witnesses: fact.witnesses.map(({ source, where }) => ({ source, where })),
    origin: { ...fact.origin },
    contradictions: fact.contradictions.map(({ field, values }) => ({
      field,
      values: values.map(({ value, witness }) => ({ value, ...place(witness) })),
    })),
  };
}

/** Instants inside the fields leave as ISO 8601, like every other time in the document. */
function fieldsOf({ fields }: Fact): Record<string, unknown> {
  return Object.fromEntries(
    Object.entries(fields)
      .filter(([name, value]) => name !== 'at' && value !== undefined)
      .map(([name, value]) => [name, name.endsWith('_at') || name === 'lease_until' ? toIso(value as Instant) : value]),
  );
}

function nextSteps({ ref, gaps }: Timeline, rules: readonly string[]): string[] {
  const explainFirst = rules.slice(0, 1).map((rule) => `dedupe explain ${rule}`);
  const words = ref.split(' ').map(shellWord).join(' ');
  const widen = gaps.flatMap(({ kind, source }) => {
    if (kind !== 'not-configured') return [];
    if (source === 'database') return [`dedupe trace ${words} --database postgres://…`];
    return source === 'log' ? [`dedupe trace ${words} --logs PATH`] : [];
  });
  return [...explainFirst, ...widen];
}

/** A source that was asked for and failed outranks what was found: the answer may not be whole. */
export function exitOf({ document, timeline }: Traced): ExitCode {
  if (timeline.gaps.some(({ kind }) => kind === 'failed')) return Exit.failed;
  return exits[document.verdict];
}

const exits: Readonly<Record<Verdict, ExitCode>> = {
  single: Exit.clean,
  'not-a-duplicate': Exit.clean,
  duplicate: Exit.found,
  lost: Exit.found,
  split: Exit.found,
  'unknown-result': Exit.failed,
  inconclusive: Exit.failed,
};
