// Evidence from a person's own tables: one SELECT of the configuration for each kind of fact.
import { DedupeError } from '../errors.ts';
import { type Instant, toIso } from '../model/instant.ts';
import {
  nameParameters,
  type OwnTable,
  type OwnTables,
  type Parameter,
  type TableSelect,
} from '../model/own-tables.ts';
import type { Coverage, Evidence, Gap, Query, Source } from '../model/source.ts';
import type { Identifier, IdentifierType } from '../model/timeline/identifiers.ts';
import { type Answer, type Running, runOwnSelect } from '../postgres/own-select.ts';
import { evidenceEntry } from './index.ts';
import { causes, unsaidOf } from './tables-absence.ts';
import { fallenGap, isDown, mostQuestions, reachedGap, tooMany } from './tables-gaps.ts';
import { factsOfOwnRows } from './tables-rows.ts';
import { withEarlierStarts } from './tables-starts.ts';

const { id, wouldSettle } = evidenceEntry('tables');

export interface TablesPlace {
  readonly url: string;
  /** Without secrets. */
  readonly shown: string;
  /** One look-up, its connection included. */
  readonly deadlineMs: number;
}

/** Rows of one answer: an event has a handful. */
const mostRows = 1_000;
const statementTimeoutMs = 10_000;
/** Connections at once. */
const atOnce = 4;

/** Which parameter asks for which name: of a job and a record only the id, since a table has its own queue or target. */
const asks: Partial<Record<IdentifierType, (typeof nameParameters)[number]>> = {
  event_id: 'event_id',
  source_event_key: 'source_event_key',
  subject: 'subject',
  job: 'job_id',
  record: 'record_id',
  record_id: 'record_id',
};

export function tablesSource({ tables, timeZone }: OwnTables, place: TablesPlace): Source {
  const asked = new Set<string>();
  const fallen = new Map<OwnTable, unknown>();
  const counts = new Map<OwnTable, number>();
  let isMade = false;
  const runningFor = ({ keeps }: OwnTable, signal: AbortSignal, late: AbortSignal) => ({
    ...running(AbortSignal.any([signal, late])),
    seesAllRows: keeps !== undefined,
  });
  const running = (signal: AbortSignal): Running => ({
    url: place.url,
    signal,
    applicationName: 'dedupe',
    statementTimeoutMs,
    limit: mostRows,
    timeZone,
  });
  return {
    id,
    wouldSettle,
    describe: () => `${tables.map(({ name }) => name).join(', ')} in ${place.shown}`,
    close: async () => {},
    afterwards: () => (isMade ? [] : unsaidOf(tables)),
    async sweep(query, signal, tell) {
      const { sweepTables } = await import('./tables-sweep.ts');
      return sweepTables({ tables, timeZone }, { ...running(signal), place: place.shown }, query, tell);
    },
    async collect(query, signal) {
      const fresh = query.identifiers.filter(({ type, value }) => !asked.has(`${type}\n${value}`));
      for (const { type, value } of fresh) asked.add(`${type}\n${value}`);
      const values = valuesOf(fresh);
      const late = AbortSignal.timeout(place.deadlineMs);
      const readable = tables.filter((table) => !fallen.has(table));
      const answers = await inTurns(
        readable.map((table) => async () => {
          const questions = questionsOf(table.select, values, query);
          const before = counts.get(table) ?? 0;
          const wanted = questions.slice(0, Math.max(0, mostQuestions - before));
          counts.set(table, before + wanted.length);
          const found: Evidence[] = [];
          try {
            for (const params of wanted) {
              const select = { name: `${table.name}.select`, text: table.select.text, params };
              const answer = await inTime(runOwnSelect(select, runningFor(table, signal, late)), late, place);
              found.push(evidenceOf(table, answer, params, timeZone));
            }
          } catch (error) {
            signal.throwIfAborted();
            // What stopped one SELECT says nothing of the others; what stopped the last one is the end of the source.
            fallen.set(table, error);
            if (fallen.size === tables.length || isDown(error)) throw error;
            found.push(onlyGap(fallenGap(table, error)));
          }
          if (wanted.length < questions.length) found.push(onlyGap(tooMany(table, questions.length - wanted.length)));
          return found;
        }),
      );
      const all = answers.flat();
      isMade ||= all.some(({ observations }) => observations.some(({ kind }) => kind === 'record' || kind === 'call'));
      return {
        observations: withEarlierStarts(all.flatMap(({ observations }) => observations)).filter((one) =>
          isWithin(one.fields.at, query),
        ),
        gaps: all.flatMap(({ gaps }) => gaps),
        coverage: coverageIn(all.flatMap(({ coverage }) => coverage)),
      };
    },
  };
}

function valuesOf(identifiers: readonly Identifier[]): ReadonlyMap<Parameter, readonly string[]> {
  const values = new Map<Parameter, Set<string>>();
  for (const { type, value } of identifiers) {
    const parameter = asks[type];
    if (parameter === undefined) continue;
    const own = type === 'job' || type === 'record' ? value.slice(value.lastIndexOf('/') + 1) : value;
    values.set(parameter, (values.get(parameter) ?? new Set()).add(own));
  }
  return new Map([...values].map(([parameter, all]) => [parameter, [...all]]));
}

/** One name of each sort at a time; what is not asked for is null, which equals nothing. */
function questionsOf(
  { parameters }: TableSelect,
  values: ReadonlyMap<Parameter, readonly string[]>,
  { since, until }: Pick<Query, 'since' | 'until'>,
): (string | null)[][] {
  const named = nameParameters.filter((name) => parameters.includes(name));
  const count = Math.max(0, ...named.map((name) => values.get(name)?.length ?? 0));
  return Array.from({ length: count }, (_, i) =>
    parameters.map((name) => {
      if (name === 'from') return since === undefined ? '-infinity' : toIso(since);
      if (name === 'to') return until === undefined ? 'infinity' : toIso(until);
      return values.get(name)?.[i] ?? null;
    }),
  );
}

function evidenceOf(table: OwnTable, answer: Answer, params: readonly (string | null)[], timeZone: string): Evidence {
  const { observations, gaps } = factsOfOwnRows(table, answer.rows, timeZone);
  if (answer.reached) return { observations, gaps: [...gaps, reachedGap(table, mostRows)], coverage: [] };
  return { observations, gaps, coverage: coverageOf(table, answer, params) };
}

/** Absence in a table shows something only where the configuration says that each row is there, and how long it stays. */
function coverageOf(
  { kind, keeps, select }: OwnTable,
  { upTo }: Answer,
  params: readonly (string | null)[],
): Coverage[] {
  const isByCause = select.parameters.some((name, i) => causes.has(name) && params[i] !== null);
  if (keeps === undefined || upTo === undefined || !isByCause) return [];
  const from = keeps.ms === undefined ? undefined : ((upTo - keeps.ms) as Instant);
  return [{ source: id, sees: [kind], from, to: upTo }];
}

/** One span for all kinds: that in which each of them was kept. */
function coverageIn(all: readonly Coverage[]): Coverage[] {
  if (all.length === 0) return [];
  const starts = all.flatMap(({ from }) => from ?? []);
  const from = starts.length === 0 ? undefined : (Math.max(...starts) as Instant);
  const to = Math.min(...all.flatMap(({ to: end }) => end ?? [])) as Instant;
  return [{ source: id, sees: [...new Set(all.flatMap(({ sees }) => sees))], from, to }];
}

function onlyGap(gap: Gap): Evidence {
  return { observations: [], gaps: [gap], coverage: [] };
}

function isWithin(at: number | undefined, { since, until }: Pick<Query, 'since' | 'until'>): boolean {
  return at === undefined || ((since === undefined || at >= since) && (until === undefined || at <= until));
}

async function inTime<T>(work: Promise<T>, late: AbortSignal, { shown, deadlineMs }: TablesPlace): Promise<T> {
  try {
    return await work;
  } catch (error) {
    if (!late.aborted) throw error;
    throw new DedupeError('DEDUPE_DB_UNREACHABLE', `${shown} did not answer within ${deadlineMs / 1000} s`, {
      hint: 'Is it overloaded, or is something in between that only accepts?',
      cause: error,
    });
  }
}

/** In the order of the questions, whichever answered first. */
async function inTurns<T>(work: readonly (() => Promise<T>)[]): Promise<T[]> {
  const results: T[] = [];
  let next = 0;
  const worker = async () => {
    for (let i = next++; i < work.length; i = next++) results[i] = (await work[i]?.()) as T;
  };
  await Promise.all(Array.from({ length: Math.min(atOnce, work.length) }, worker));
  return results;
}
