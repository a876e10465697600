// Everything that one trace computed, in the published shape. Data only: what is said about it was said by the rules.
import { copiesOf } from './copies.ts';
import type { Explanation } from './explain.ts';
import type { Fact } from './fact.ts';
import { gapReadings } from './gap-readings.ts';
import { type Instant, toIso } from './instant.ts';
import { keepers } from './keepers.ts';
import type { Timeline, TimelineEvent } from './timeline/timeline.ts';
import type { TraceDocument } from './trace-document.ts';
import { decide } from './verdict.ts';

export interface Told {
  readonly explanation: Explanation;
  readonly ongoing: TraceDocument['ongoing'];
  readonly next: readonly string[];
}

export function documentOf(timeline: Timeline, { explanation, ongoing, next }: Told): TraceDocument {
  const { findings, refuted } = explanation;
  const { verdict, headline, missing, unexplained = [], loss } = decide(timeline, findings[0]);
  const parents = new Map(
    timeline.links.map(({ child, parent, by, certainty }) => [child, { n: parent, by, certainty }]),
  );
  const start = startOf(timeline);
  const [event, ...siblings] = timeline.events;
  const toldAsGap = new Set(timeline.gaps.map(({ source, reason }) => `${source}: ${reason}`));
  const would_settle = timeline.effects.length > 0 ? 'whether there is a second effect' : 'whether anything was made';
  return {
    version: 1,
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
      ...missing
        .filter((reason) => !toldAsGap.has(reason))
        .map((reason) => ({ source: 'verdict', reason, would_settle })),
      ...[...unexplained, ...timeline.gaps].map(({ source, reason, wouldSettle }) => ({
        source,
        reason,
        would_settle: wouldSettle,
      })),
    ],
    ...(loss && { loss }),
    skews: timeline.skews
      .filter(({ measured }) => measured)
      .map(({ clocks, boundMs, measured }) => ({ clocks: [...clocks], bound_ms: boundMs, measured })),
    refuted: refuted.map(({ rule, reason, facts }) => ({ rule, reason, facts: [...facts] })),
    ongoing,
    next: [...next],
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
