// Evidence from a person's own tables: one SELECT of the configuration for each kind of fact.
import { DedupeError } from '../errors.ts';
import { toIso } from '../model/instant.ts';
import {
  nameParameters,
  type OwnTable,
  type OwnTables,
  type Parameter,
  type TableSelect,
} from '../model/own-tables.ts';
import type { Evidence, Gap, Query, Source } from '../model/source.ts';
import type { Identifier, IdentifierType } from '../model/timeline/identifiers.ts';
import { type Answer, type Running, runOwnSelect } from '../postgres/own-select.ts';
import { evidenceEntry } from './index.ts';
import { factsOfOwnRows } from './tables-rows.ts';

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
/** Questions to one table in one trace: an event has a handful of names. */
const mostQuestions = 40;
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
  const counts = new Map<OwnTable, number>();
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
    async sweep(query, signal, tell) {
      const { sweepTables } = await import('./tables-sweep.ts');
      return sweepTables({ tables, timeZone }, { ...running(signal), place: place.shown }, query, tell);
    },
    async collect(query, signal) {
      const fresh = query.identifiers.filter(({ type, value }) => !asked.has(`${type}\n${value}`));
      for (const { type, value } of fresh) asked.add(`${type}\n${value}`);
      const values = valuesOf(fresh);
      const late = AbortSignal.timeout(place.deadlineMs);
      const answers = await inTurns(
        tables.map((table) => async () => {
          const questions = questionsOf(table.select, values, query);
          const before = counts.get(table) ?? 0;
          const wanted = questions.slice(0, Math.max(0, mostQuestions - before));
          counts.set(table, before + wanted.length);
          const found: Evidence[] = [];
          for (const params of wanted) {
            const select = { name: `${table.name}.select`, text: table.select.text, params };
            const answer = await inTime(runOwnSelect(select, running(AbortSignal.any([signal, late]))), late, place);
            found.push(evidenceOf(table, answer, timeZone));
          }
          if (wanted.length < questions.length) found.push(onlyGap(tooMany(table, questions.length - wanted.length)));
          return found;
        }),
      );
      const all = answers.flat();
      return {
        observations: all.flatMap(({ observations }) => observations).filter((one) => isWithin(one.fields.at, query)),
        gaps: all.flatMap(({ gaps }) => gaps),
        // Whether a table holds every row there ever was is not known: absence in it shows nothing by itself.
        coverage: [],
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

function evidenceOf(table: OwnTable, { rows, reached }: Answer, timeZone: string): Evidence {
  const { observations, gaps } = factsOfOwnRows(table, rows, timeZone);
  return { observations, gaps: [...gaps, ...(reached ? [reachedGap(table, mostRows)] : [])], coverage: [] };
}

export function reachedGap({ name }: OwnTable, limit: number): Gap {
  return {
    source: id,
    reason: `${name} has more than ${limit} rows for this; ${limit} of them were read`,
    wouldSettle: 'what the others say',
    kind: 'partial',
  };
}

function tooMany({ name }: OwnTable, count: number): Gap {
  const reason = `${name}: ${count} more names stand in the other sources, and ${mostQuestions} at most are asked about`;
  return { source: id, reason, wouldSettle, kind: 'partial' };
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
