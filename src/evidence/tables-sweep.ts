// A scan of a person's own tables: the rows of a span, read whole and put together.
import type { Observation } from '../model/fact.ts';
import type { FactKind } from '../model/fact-fields.ts';
import { toIso } from '../model/instant.ts';
import type { OwnTable, OwnTables } from '../model/own-tables.ts';
import type { Coverage, Gap } from '../model/source.ts';
import type { Sweep, SweepQuery, Tell } from '../model/sweep.ts';
import { type Running, runOwnSelect } from '../postgres/own-select.ts';
import { sweepHeld } from './held.ts';
import { evidenceEntry } from './index.ts';
import { lostIn, sweptCoverage, unshownLosses } from './tables-absence.ts';
import { fallenGap, isDown, reachedGap } from './tables-gaps.ts';
import { factsOfOwnRows } from './tables-rows.ts';
import { withEarlierStarts } from './tables-starts.ts';

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
  const coverage: Coverage[] = [];
  const whole = new Set<OwnTable>();
  const span: Record<string, string> = {
    from: query.since === undefined ? '-infinity' : toIso(query.since),
    to: query.until === undefined ? 'infinity' : toIso(query.until),
  };
  let fallen = 0;
  /** Kinds whose SELECT ran and whose rows were read; a status word that nobody described leaves the row what it is. */
  const seen = new Set<FactKind>();
  const swept = tables.filter(({ scan }) => scan !== undefined);
  for (const [i, table] of swept.entries()) {
    tell(`${table.name} in ${place}`, i, swept.length);
    const params = table.scan?.parameters.map((name) => span[name] ?? null) ?? [];
    const select = { name: `${table.name}.scan`, text: table.scan?.text ?? '', params };
    try {
      const answer = await runOwnSelect(select, {
        ...{ ...running, statementTimeoutMs },
        limit: mostRows,
        seesAllRows: table.keeps !== undefined,
      });
      const read = factsOfOwnRows(table, answer.rows, timeZone);
      observations.push(...read.observations);
      seen.add(table.kind);
      if (!answer.reached) whole.add(table);
      coverage.push(...sweptCoverage(table, answer, query, read.observations));
      gaps.push(...read.gaps, ...(answer.reached ? [reachedGap(table, mostRows)] : []));
    } catch (error) {
      running.signal.throwIfAborted();
      fallen += 1;
      if (fallen === swept.length || isDown(error)) throw error;
      gaps.push(fallenGap(table, error));
    }
  }
  for (const table of tables) if (table.scan === undefined) gaps.push(notSwept(table.name));
  const showsEffects = [...seen].some((kind) => effects.has(kind));
  gaps.push(...unshownLosses(tables, whole, coverage));
  const isLost = lostIn(coverage);
  return sweepHeld(
    {
      observations: withEarlierStarts(observations),
      gaps,
      coverage,
      showsEffects,
      isPartial: running.signal.aborted,
      isLost,
    },
    query,
  );
}

function notSwept(name: string): Gap {
  const reason = `${name} has no scan: a SELECT of the same columns between :from and :to`;
  return { source: id, reason, wouldSettle, kind: 'partial' };
}
