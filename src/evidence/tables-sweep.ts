// A scan of a person's own tables: the rows of a span, put together story by story; those with a sign are kept.
import type { Observation } from '../model/fact.ts';
import type { FactKind } from '../model/fact-fields.ts';
import { type Instant, toIso } from '../model/instant.ts';
import type { OwnTables } from '../model/own-tables.ts';
import type { Gap } from '../model/source.ts';
import type { Sweep, SweepQuery, Tell } from '../model/sweep.ts';
import { identifiersOf } from '../model/timeline/identifiers.ts';
import { partition } from '../model/timeline/partition.ts';
import { type Running, runOwnSelect } from '../postgres/own-select.ts';
import { evidenceEntry } from './index.ts';
import { fallenGap, isDown, reachedGap } from './tables-gaps.ts';
import { factsOfOwnRows } from './tables-rows.ts';

const { id, wouldSettle } = evidenceEntry('tables');

/** Rows of one table: they are held while the scan runs, about half a kilobyte each. */
const mostRows = 100_000;
const statementTimeoutMs = 60_000;
const effects: ReadonlySet<FactKind> = new Set(['record', 'call', 'operation']);

export async function sweepTables(
  { tables, timeZone }: OwnTables,
  { place, ...running }: Running & { readonly place: string },
  query: SweepQuery,
  tell: Tell,
): Promise<Sweep> {
  const observations: Observation[] = [];
  const gaps: Gap[] = [];
  const span: Record<string, string> = {
    from: query.since === undefined ? '-infinity' : toIso(query.since),
    to: query.until === undefined ? 'infinity' : toIso(query.until),
  };
  let fallen = 0;
  const swept = tables.filter(({ scan }) => scan !== undefined);
  for (const [i, table] of swept.entries()) {
    tell(`${table.name} in ${place}`, i, swept.length);
    const params = table.scan?.parameters.map((name) => span[name] ?? null) ?? [];
    const select = { name: `${table.name}.scan`, text: table.scan?.text ?? '', params };
    try {
      const answer = await runOwnSelect(select, { ...running, statementTimeoutMs, limit: mostRows });
      const read = factsOfOwnRows(table, answer.rows, timeZone);
      observations.push(...read.observations);
      gaps.push(...read.gaps, ...(answer.reached ? [reachedGap(table, mostRows)] : []));
    } catch (error) {
      running.signal.throwIfAborted();
      fallen += 1;
      if (fallen === swept.length || isDown(error)) throw error;
      gaps.push(fallenGap(table, error));
    }
  }
  for (const table of tables) if (table.scan === undefined) gaps.push(notSwept(table.name));
  const wanted = new Set(query.eventIds);
  const stories = partition(observations);
  const told = stories.filter((story) => isTelling(story, wanted)).toSorted((a, b) => weight(b) - weight(a));
  const kept = told.slice(0, query.limit);
  const moments = observations.flatMap(({ fields: { at } }) => at ?? []);
  const byName = namesOf(observations);
  return {
    count: kept.length,
    left: told.length - kept.length,
    eventIds: kept.flatMap((story) => story.flatMap(({ fields }) => fields.event_id ?? [])),
    events: new Set(observations.flatMap(({ fields }) => fields.event_id ?? [])).size || undefined,
    silent: undefined,
    showsEffects: tables.some(({ kind, scan }) => scan !== undefined && effects.has(kind)),
    from: extreme(moments, Math.min),
    to: extreme(moments, Math.max),
    lives: [],
    lifecycle: observations.filter(({ kind }) => kind === 'lifecycle'),
    latency: undefined,
    figures: [],
    gaps,
    isPartial: running.signal.aborted,
    look: async (numbers) => ({
      observations: numbers.flatMap((number) => kept[number] ?? []),
      gaps: [],
      coverage: [],
    }),
    join: async (identifiers) => ({
      observations: [...new Set(identifiers.flatMap(({ type, value }) => byName.get(`${type}\n${value}`) ?? []))],
      gaps: [],
      coverage: [],
    }),
  };
}

/** More than one of anything that should be one, or something that another source asked about. */
function isTelling(story: readonly Observation[], wanted: ReadonlySet<string>): boolean {
  if (weight(story) > 1) return true;
  return story.some(({ kind, fields }) => {
    if (fields.event_id !== undefined && wanted.has(fields.event_id)) return true;
    const { outcome, state, attempt } = fields as Readonly<Record<string, unknown>>;
    return (
      outcome === 'unknown' || state === 'unknown' || state === 'dead' || (kind === 'attempt' && Number(attempt) > 1)
    );
  });
}

/** Objects first, then arrivals and runs: what a person wants to know of first. */
function weight(story: readonly Observation[]): number {
  const records = new Set(story.flatMap((one) => (one.kind === 'record' ? (one.fields.record_id ?? one) : []))).size;
  const others = Math.max(...['delivery', 'run', 'job', 'attempt', 'call'].map((kind) => countOf(story, kind)));
  return records > 1 ? 1_000 + records : others;
}

function countOf(story: readonly Observation[], wanted: string): number {
  return story.filter(({ kind }) => kind === wanted).length;
}

function namesOf(observations: readonly Observation[]): ReadonlyMap<string, Observation[]> {
  const byName = new Map<string, Observation[]>();
  for (const observation of observations) {
    for (const { type, value } of identifiersOf(observation)) {
      const own = byName.get(`${type}\n${value}`);
      if (own) own.push(observation);
      else byName.set(`${type}\n${value}`, [observation]);
    }
  }
  return byName;
}

function notSwept(name: string): Gap {
  const reason = `${name} has no scan: a SELECT of the same columns between :from and :to`;
  return { source: id, reason, wouldSettle, kind: 'partial' };
}

function extreme(moments: readonly Instant[], pick: (a: number, b: number) => number): Instant | undefined {
  return moments.length === 0 ? undefined : (moments.reduce((a, b) => pick(a, b) as Instant) as Instant);
}
