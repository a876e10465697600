// Which tables look like arrivals, like work and like what was made? By names, types and keys, never by their rows.
import type { CatalogTable } from '../model/own-catalog.ts';
import {
  columnFor,
  eventColumn,
  hasArrivals,
  isNamedForEvents,
  keyOf,
  namedFor,
  plainName,
  primaryOf,
  sortOf,
} from './columns.ts';

export type Role = 'events' | 'jobs' | 'records';

export interface Classified {
  readonly roles: ReadonlyMap<CatalogTable, Role>;
  /** In the order of the database; `why` finishes "left aside: it …". */
  readonly aside: readonly { readonly table: CatalogTable; readonly why: string }[];
}

export function classify(tables: readonly CatalogTable[]): Classified {
  const roles = new Map<CatalogTable, Role>();
  const aside: { table: CatalogTable; why: string }[] = [];
  for (const table of tables) {
    const role = roleOf(table);
    if (role === 'events' || role === 'jobs' || role === 'records') roles.set(table, role);
    else aside.push({ table, why: role });
  }
  // A table whose name could be anything is one of objects where something ties it to an event.
  for (const [table, role] of [...roles]) {
    if (role !== 'records' || isTied(table, roles)) continue;
    roles.delete(table);
    aside.push({ table, why: 'looks like objects, and nothing in it names an event, a job or a key' });
  }
  return { roles, aside };
}

function roleOf(table: CatalogTable): Role | string {
  const name = plainName(table.name);
  if (/\p{C}/u.test(`${table.name}${table.columns.map((one) => one.name).join('')}`))
    return 'has control characters in its names';
  if (!table.readable) return 'may not be read by this role';
  if (table.secured) return 'has row security, which may hide rows from this role';
  if (
    /schema_migrations|ar_internal_metadata|django_migrations|django_content_type|django_session|^auth_|_log$|^audit/.test(
      name,
    )
  )
    return 'belongs to the framework or is a log of changes';
  const role = likeness(table);
  if (keyOf(table) !== undefined) return role;
  // Arrivals are told apart by a key of several columns as well; nothing else is called by it.
  return role === 'events' && primaryOf(table).length > 0 ? role : 'has no primary key of one column';
}

function likeness(table: CatalogTable): Role | string {
  const name = plainName(table.name);
  const works = [
    columnFor(table, 'tries'),
    columnFor(table, 'started'),
    columnFor(table, 'worker'),
    columnFor(table, 'lease'),
  ];
  const signs = works.filter((one) => one !== undefined).length;
  if (/job|queue|outbox|work_item|task_?(run|result|execution)/.test(name) && signs > 0) return 'jobs';
  const isArrival = isNamedForEvents(table) || (eventColumn(table) !== undefined && hasArrivals(table));
  if (signs > 1 && !isArrival) return 'jobs';
  if (isArrival && eventColumn(table) !== undefined)
    return columnFor(table, 'came') ? 'events' : 'has an event id and no time at which it came';
  if (/(task|ticket|issue|card|case|todo|order|lead|deal|incident|request|item|note)s?$/.test(name)) return 'records';
  if (columnFor(table, 'effectKey') !== undefined) return 'records';
  if (eventColumn(table) !== undefined)
    return namedFor(table, 'made') && !table.columns.some((one) => sortOf(one) === 'json') ? 'records' : unclear;
  return 'looks like neither events, jobs nor tasks';
}

/** Rows of events that were taken for objects would make a duplicate of each repeat. */
export const unclear =
  'has an event id, and neither its name nor its columns say whether it holds events, jobs or objects';

export const isView = 'is a view, and no key tells its rows apart: its SELECT is yours to write';

function isTied(table: CatalogTable, roles: ReadonlyMap<CatalogTable, Role>): boolean {
  if (columnFor(table, 'effectKey') !== undefined || eventColumn(table) !== undefined) return true;
  return table.links.some(({ schema, table: name }) =>
    [...roles].some(([other, role]) => role !== 'records' && other.schema === schema && other.name === name),
  );
}
