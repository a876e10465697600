// How a live schema differs from the one that the migrations make, and the statements that repair each difference.
import type { SchemaDescription } from './catalog.ts';
import { namedBack, renamedTables, takenNames } from './renamed-tables.ts';
import * as repair from './repair.ts';

export interface Difference {
  /** One sentence: what, where, and how it differs. */
  readonly problem: string;
  /** In the order in which they must run; each is one statement, and none may share a transaction with another. */
  readonly repair: readonly string[];
}

type Found = Difference & { readonly rank: number };

/** In the order in which the repairs must run. What is there beside the schema and hurts nobody is not a difference. */
export function differences(expected: SchemaDescription, seen: SchemaDescription): Difference[] {
  const renamed = renamedTables(expected, seen);
  const live = namedBack(seen, renamed);
  const missing = new Set(expected.tables.filter((table) => !live.tables.includes(table)));
  const here = <T extends { table: string }>(list: readonly T[]) => list.filter(({ table }) => !missing.has(table));
  const found: Found[] = [
    ...renamed.map(({ from, to }) => ({
      rank: -1,
      problem: `table dedupe.${to} is missing: it is called ${from}`,
      repair: [repair.renameTable(from, to)],
    })),
    ...takenNames(expected, live).map((index) => ({
      rank: -1,
      problem: `index dedupe.${index.name} belongs to ${index.table}, so that no table of this schema can have it`,
      repair: [repair.renameIndex(index)],
    })),
    ...[...missing].map((table) => ({
      rank: 1,
      problem: `table dedupe.${table} is missing`,
      repair: repair.createTable(expected, table),
    })),
    ...compareColumns(here(expected.columns), live),
    ...compareConstraints(here(expected.constraints), expected, live),
    ...compareIndexes(here(expected.indexes), live),
    ...extras(expected, live),
    ...compareViews(expected, live),
  ];
  return found.sort((a, b) => a.rank - b.rank).map(({ problem, repair }) => ({ problem, repair }));
}

function compareColumns(expected: SchemaDescription['columns'], live: SchemaDescription): Found[] {
  return expected.flatMap((column): Found[] => {
    const name = `column dedupe.${column.table}.${column.name}`;
    const other = same(live.columns, column);
    if (!other) return [{ rank: 2, problem: `${name} is missing`, repair: repair.addColumn(column) }];
    const found: Found[] = [];
    if (other.type !== column.type)
      found.push({
        rank: 2,
        problem: `${name} has type ${other.type}, not ${column.type}`,
        repair: repair.changeType(column, other.default !== null),
      });
    else if (other.default !== column.default)
      found.push({
        rank: 2,
        problem: `${name} has default ${other.default ?? 'none'}, not ${column.default ?? 'none'}`,
        repair: repair.changeDefault(column),
      });
    if (other.notNull !== column.notNull)
      found.push({
        rank: 4.5,
        problem: `${name} ${other.notNull ? 'refuses null' : 'accepts null'}`,
        repair: repair.changeNull(column),
      });
    return found;
  });
}

function compareConstraints(
  expected: SchemaDescription['constraints'],
  whole: SchemaDescription,
  live: SchemaDescription,
): Found[] {
  return expected.flatMap((constraint): Found[] => {
    const name = `constraint ${constraint.name} of dedupe.${constraint.table}`;
    const other = same(live.constraints, constraint);
    // An index of its name that is not unique would be taken for the one that is to be made, and could not be adopted.
    const inItsPlace = ours(whole, live.indexes).filter(
      (one) => one.name === constraint.name && !one.constraint && !one.unique,
    );
    const add = [
      ...inItsPlace.map(repair.dropIndex),
      ...repair.addConstraint(constraint, same(whole.indexes, constraint)?.definition),
    ];
    if (!other) return [{ rank: 4, problem: `${name} is missing`, repair: add }];
    if (other.definition !== constraint.definition)
      return [
        {
          rank: 4,
          problem: `${name} says ${other.definition}, not ${constraint.definition}`,
          repair: [repair.dropConstraint(constraint), ...add],
        },
      ];
    if (other.validated) return [];
    return [{ rank: 4, problem: `${name} was never validated`, repair: [repair.validateConstraint(constraint)] }];
  });
}

function compareIndexes(expected: SchemaDescription['indexes'], live: SchemaDescription): Found[] {
  return expected.flatMap((index): Found[] => {
    const name = `index dedupe.${index.name}`;
    const other = same(live.indexes, index);
    if (other && !other.valid)
      return [{ rank: 5, problem: `${name} is invalid: nothing uses or enforces it`, repair: repair.rebuild(other) }];
    // What a constraint brings is told once, as the constraint.
    if (index.constraint) return [];
    if (!other) return [{ rank: 5, problem: `${name} is missing`, repair: [repair.createIndex(index)] }];
    if (other.definition === index.definition) return [];
    return [
      {
        rank: 5,
        problem: `${name} is ${other.definition}, not ${index.definition}`,
        repair: [repair.dropIndex(index), repair.createIndex(index)],
      },
    ];
  });
}

/** Only what makes the pipeline's rows fail: rules and columns that this version does not know and cannot satisfy. */
function extras(expected: SchemaDescription, live: SchemaDescription): Found[] {
  const columns = ours(expected, live.columns).filter(
    (one) => !same(expected.columns, one) && one.notNull && one.default === null,
  );
  const constraints = ours(expected, live.constraints).filter((one) => !same(expected.constraints, one));
  const indexes = ours(expected, live.indexes).filter(
    (one) => one.unique && !one.constraint && !plainIndex(expected, one),
  );
  return [
    ...columns.map((one) => ({
      rank: 3,
      problem: `column dedupe.${one.table}.${one.name} is not of this schema and refuses null`,
      repair: repair.changeNull({ ...one, notNull: false }),
    })),
    ...constraints.map((one) => ({
      rank: 3,
      problem: `constraint ${one.name} of dedupe.${one.table} is not of this schema: ${one.definition}`,
      repair: [repair.dropConstraint(one)],
    })),
    ...indexes.map((one) => ({
      rank: 3,
      problem: `unique index dedupe.${one.name} is not of this schema${one.valid ? '' : ' and invalid'}`,
      repair: [repair.dropIndex(one)],
    })),
  ];
}

function compareViews(expected: SchemaDescription, live: SchemaDescription): Found[] {
  return expected.views.flatMap((view): Found[] => {
    const other = live.views.find(({ name }) => name === view.name);
    const create = { rank: 6, repair: [repair.createView(view)] };
    if (!other) return [{ ...create, problem: `view dedupe.${view.name} is missing` }];
    if (other.definition === view.definition && other.columns.join() === view.columns.join()) return [];
    return [
      // Dropped before the columns are repaired: a column that a view shows cannot change its type.
      { rank: 0, problem: `view dedupe.${view.name} is another one`, repair: [repair.dropView(view)] },
      { ...create, problem: `view dedupe.${view.name} has to be made again` },
    ];
  });
}

/** What stands on the tables of this schema. */
function ours<T extends { table: string }>(expected: SchemaDescription, list: readonly T[]): T[] {
  return list.filter((one) => expected.tables.includes(one.table));
}

function plainIndex(expected: SchemaDescription, one: SchemaDescription['indexes'][number]): boolean {
  return same(expected.indexes, one)?.constraint === false;
}

function same<T extends { table: string; name: string }>(list: readonly T[], one: { table: string; name: string }) {
  return list.find(({ table, name }) => table === one.table && name === one.name);
}
