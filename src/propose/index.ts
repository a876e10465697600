// From the catalogs of a database to a configuration that reads its tables.
import type { CatalogTable } from '../model/own-catalog.ts';
import { classify, isView } from './classify.ts';
import { nameOf, type Proposal } from './config-text.ts';
import { type Keyed, keysIn, readByThemselves } from './keyed.ts';
import { selectsFor } from './selects.ts';

type Named = Pick<CatalogTable, 'schema' | 'name'>;

/** `schema`: what is to be said of the dedupe schema where it is there. */
export function propose(
  all: readonly CatalogTable[],
  schema: string | undefined,
  views: readonly Named[] = [],
): Proposal {
  const tables = all.filter((table) => !Object.hasOwn(readByThemselves, table.schema));
  const { roles, aside } = classify(tables);
  const selects = [...roles.keys()].flatMap((table) => selectsFor(table, roles));
  const foreign = [
    ...new Map(
      all.filter((one) => Object.hasOwn(readByThemselves, one.schema)).map((one) => [one.schema, one]),
    ).values(),
  ];
  return {
    selects,
    aside: [
      ...aside,
      ...views.filter((one) => !Object.hasOwn(readByThemselves, one.schema)).map((table) => ({ table, why: isView })),
      ...foreign.map((table) => ({
        table: { ...table, schema: table.schema, name: '*' },
        why: readByThemselves[table.schema] ?? '',
      })),
    ],
    missing: keysIn(roles).flatMap(missingUnique),
    schema,
  };
}

function missingUnique({ table, role, columns, unique }: Keyed): string[] {
  if (unique === 'yes') return [];
  const kind = { events: 'an event', jobs: 'the job of an event', records: 'the object of an event' }[role];
  const but = unique === 'no' ? '' : ' over all rows (there is one over some of them)';
  return [`${nameOf(table)} (${columns.join(', ').replace(/\p{C}/gu, '?')})${but}: ${kind} could be written twice`];
}
