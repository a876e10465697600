// From the catalogs of a database to a configuration that reads its tables.
import type { CatalogTable } from '../model/own-catalog.ts';
import { classify, type Role } from './classify.ts';
import { columnFor, eventColumn } from './columns.ts';
import { nameOf, type Proposal } from './config-text.ts';
import { eventLink } from './links.ts';
import { selectsFor } from './selects.ts';

/** Schemas with a reader of their own. */
const known: Readonly<Record<string, string>> = {
  dedupe: 'is the dedupe schema, which dedupe reads by itself',
  pgboss: 'belongs to pg-boss',
  graphile_worker: 'belongs to graphile-worker',
  bullmq: 'belongs to BullMQ',
};

/** `schema`: what is to be said of the dedupe schema where it is there. */
export function propose(all: readonly CatalogTable[], schema: string | undefined): Proposal {
  const tables = all.filter((table) => !Object.hasOwn(known, table.schema));
  const { roles, aside } = classify(tables);
  const selects = [...roles.keys()].flatMap((table) => selectsFor(table, roles));
  const foreign = [
    ...new Map(all.filter((one) => Object.hasOwn(known, one.schema)).map((one) => [one.schema, one])).values(),
  ];
  return {
    selects,
    aside: [
      ...aside,
      ...foreign.map((table) => ({
        table: { ...table, schema: table.schema, name: '*' },
        why: known[table.schema] ?? '',
      })),
    ],
    missing: [...roles].flatMap(([table, role]) => missingUnique(table, role, roles)),
    schema,
  };
}

/** What would stop the second row: a unique index on the event's name, alone or with the sender and the workspace. */
function missingUnique(table: CatalogTable, role: Role, roles: ReadonlyMap<CatalogTable, Role>): string[] {
  const key = columnFor(table, 'effectKey');
  const column = role === 'events' ? eventColumn(table)?.name : (key?.name ?? eventLink(table, 'x', roles)?.column);
  if (column === undefined) return [];
  const beside = ['provider', 'workspace', 'type'] as const;
  const allowed = new Set([column, ...beside.map((meaning) => columnFor(table, meaning)?.name)]);
  const own = table.uniques.find(
    ({ columns }) => columns.includes(column) && columns.every((name) => allowed.has(name)),
  );
  if (own?.whole) return [];
  const kind = { events: 'an event', jobs: 'the job of an event', records: 'the object of an event' }[role];
  const but = own === undefined ? '' : ' over all rows (there is one over some of them)';
  return [`${nameOf(table)} (${column.replace(/\p{C}/gu, '?')})${but}: ${kind} could be written twice`];
}
