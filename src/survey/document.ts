// Everything that one scan found, in the published shape.
import { figureTitles, mergeFigures } from '../model/figures.ts';
import { type Instant, toIso } from '../model/instant.ts';
import { type ScanDocument, scanDocumentVersion } from '../model/scan-document.ts';
import type { Gap } from '../model/source.ts';
import { Spread } from '../model/spread.ts';
import { changesOf } from './deploys.ts';
import { groupsOf } from './groups.ts';
import { leftOut } from './left-out.ts';
import type { Story } from './story.ts';
import type { SurveyRequest } from './survey.ts';
import type { Swept } from './sweeps.ts';

export interface Told {
  readonly swept: Swept;
  readonly stories: readonly Story[];
  /** With those that a filter leaves out. */
  readonly unfiltered: readonly Story[];
  readonly gaps: readonly Gap[];
  readonly deploy: { readonly version: string; readonly at: Instant } | undefined;
  readonly partial: string | undefined;
}

export function documentOf(told: Told, request: SurveyRequest): ScanDocument {
  const { swept, stories, gaps, deploy, partial } = told;
  const { sweeps, from, to } = swept;
  const { since, until, cause, commandFor } = request;
  const span = { from: later(from, since), to: earlier(to, until) };
  const events = most(sweeps.map((sweep) => sweep.events));
  const groups = groupsOf(stories, { ...span, events, deploy: deploy?.at, commandFor });
  const wanted = groups.filter((group) => cause === undefined || isNamed(group, cause));
  const isWanted = (story: Story) =>
    story.groups.some(({ kind, id }) => kind === 'cause' && wanted.some((one) => one.id === id && one.kind === kind));
  const duplicates = stories.filter(isWanted);
  const surplus = duplicates.reduce((sum, story) => sum + story.surplus, 0);
  const times = duplicates.flatMap(({ at }) => at ?? []);
  const left = sweeps.reduce((sum, sweep) => sum + sweep.left, 0);
  const undecided = undecidedOf(stories);
  const left_out = leftOut(told.unfiltered, request, { groups: wanted, stories: new Set(stories) });
  return {
    version: scanDocumentVersion,
    partial: partialText([
      partial,
      left > 0 ? `${left} more stories show a sign and were not explained: raise --limit` : undefined,
    ]),
    headline: headlineOf(wanted, duplicates.length, surplus, events),
    window: { since: iso(since), until: iso(until), from: iso(from), to: iso(to) },
    events: events ?? null,
    silent: most(sweeps.map((sweep) => sweep.silent)) ?? null,
    blind: !sweeps.some(({ showsEffects }) => showsEffects),
    duplicates: { events: duplicates.length, surplus_records: surplus },
    groups: wanted,
    ...(left_out && { left_out }),
    undecided,
    deploy: deploy === undefined ? null : { version: deploy.version, at: toIso(deploy.at) },
    latency: latencyOf(swept, stories),
    instance_changes: duplicates.length === 0 ? [] : changesOf(sweeps, times, span),
    gaps: gaps.map(({ source, reason, wouldSettle }) => ({ source, reason, would_settle: wouldSettle })),
    ...(request.damage && { damage: duplicates.flatMap(({ damage }) => damage) }),
    ...(request.figures && { figures: figuresOf(swept) }),
    next: [...nextSteps(wanted, request), ...sightSteps(swept, gaps)],
  };
}

function partialText(reasons: readonly (string | undefined)[]): string | null {
  return reasons.filter((one) => one !== undefined).join('; ') || null;
}

/** `open` is every duplicate of which no cause is sure, also where one is named that a gap keeps open. */
function isNamed({ id, kind, certainty }: ScanDocument['groups'][number], cause: string): boolean {
  const isOpen = kind === 'cause' && certainty.shown + certainty.consistent === 0;
  return id === cause || kind === cause || (cause === 'open' && isOpen);
}

function headlineOf(
  groups: ScanDocument['groups'],
  duplicates: number,
  surplus: number,
  events: number | undefined,
): string {
  const parts = groups
    .filter(({ kind }) => kind !== 'cause' && kind !== 'not-a-duplicate')
    .map(({ kind, count }) => `${count} ${words[kind] ?? kind}`);
  const made = `${counted(duplicates, 'duplicate')}${duplicates > 0 ? ` (${counted(surplus, 'surplus record')})` : ''}`;
  const among = events === undefined ? '' : ` in ${counted(events, 'event')}`;
  return [duplicates > 0 || parts.length === 0 ? made : undefined, ...parts].filter(Boolean).join(', ') + among;
}

const words: Readonly<Record<string, string>> = {
  lost: 'lost',
  split: 'split',
  'unknown-operation': 'of unknown outcome',
  'past-lease': 'past their lease',
  'permanent-error-retried': 'retried in vain',
  'dead-letter': 'given up',
  'several-creators': 'created twice and joined by the target',
};

function undecidedOf(stories: readonly Story[]): ScanDocument['undecided'] {
  // A finding of another kind says what matters about it.
  const open = stories.flatMap(({ undecided, groups }) =>
    undecided === undefined || groups.length > 0 ? [] : [general(undecided)],
  );
  const reasons = new Map<string, number>();
  for (const reason of open) reasons.set(reason, (reasons.get(reason) ?? 0) + 1);
  const counts = [...reasons].map(([reason, count]) => ({ reason, count })).toSorted((a, b) => b.count - a.count);
  return { count: open.length, reasons: counts.slice(0, 5) };
}

/** Numbers and moments of one story say nothing about many. */
function general(reason: string): string {
  return reason
    .replace(/ \(?#\d+\)?/g, '')
    .replace(/\d{4}-\d\d-\d\dT[\d:.]+Z/g, 'a moment of its own')
    .replace(/ of job \S+/g, ' of its job');
}

function latencyOf({ sweeps }: Swept, stories: readonly Story[]): ScanDocument['latency'] {
  const all = sweeps.map(({ latency }) => latency).find((one) => one !== undefined && one.count > 0);
  if (all === undefined) return null;
  const own = new Spread();
  for (const story of stories) if (story.surplus > 0) for (const ms of story.creates) own.add(ms);
  const told = (spread: Spread) => ({
    count: spread.count,
    p50_ms: spread.at(0.5) ?? null,
    p95_ms: spread.at(0.95) ?? null,
  });
  return { with_duplicates: told(own), without: told(all.without(own)) };
}

function figuresOf({ sweeps }: Swept): NonNullable<ScanDocument['figures']> {
  return mergeFigures(sweeps.flatMap(({ figures }) => figures)).map((figure) => ({
    id: figure.id,
    title: figureTitles[figure.id],
    source: figure.source,
    values: 'values' in figure ? [...figure.values] : [],
    gap: 'gap' in figure ? figure.gap : null,
  }));
}

function nextSteps(groups: ScanDocument['groups'], { commandFor, damage }: SurveyRequest): string[] {
  const [first] = groups;
  const example = first?.examples[0];
  const hasName = first?.kind === 'cause' && first.id !== 'open';
  const hasDuplicates = groups.some(({ kind }) => kind === 'cause');
  return [
    ...(example ? [commandFor(example.ref)] : []),
    ...(hasName ? [`dedupe explain ${first.id}`] : []),
    ...(hasDuplicates && !damage ? ['the same with --damage names every surplus record'] : []),
  ];
}

/** Nothing at hand shows what was created: where that could stand. */
function sightSteps({ sweeps }: Swept, gaps: readonly Gap[]): string[] {
  if (sweeps.some(({ showsEffects }) => showsEffects)) return [];
  const isAbsent = gaps.some(({ source, kind }) => kind === 'not-configured' && /^(database|tables)$/.test(source));
  return isAbsent ? ['the same with --database postgres://… reads what was created'] : [];
}

function counted(count: number, noun: string): string {
  return `${count.toLocaleString('en-US')} ${noun}${count === 1 ? '' : 's'}`;
}

function most(counts: readonly (number | undefined)[]): number | undefined {
  const known = counts.filter((count) => count !== undefined);
  return known.length > 0 ? Math.max(...known) : undefined;
}

function iso(at: Instant | undefined): string | null {
  return at === undefined ? null : toIso(at);
}

function later(one: Instant | undefined, other: Instant | undefined): Instant | undefined {
  return one !== undefined && other !== undefined ? (Math.max(one, other) as Instant) : (one ?? other);
}

function earlier(one: Instant | undefined, other: Instant | undefined): Instant | undefined {
  return one !== undefined && other !== undefined ? (Math.min(one, other) as Instant) : (one ?? other);
}
