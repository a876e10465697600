// How a row of one table leads to the event that caused it: by a column of its own, or by foreign keys.
import type { CatalogColumn, CatalogTable } from '../model/own-catalog.ts';
import type { Parameter } from '../model/own-tables.ts';
import type { Role } from './classify.ts';
import { columnFor, eventColumn, keyOf, momentOf, sortOf } from './columns.ts';

export interface EventLink {
  readonly joins: readonly string[];
  readonly eventId: string;
  readonly deliveryId: string | undefined;
  /** The condition that finds the rows of one event. */
  readonly found: string;
  /** When that event came, where its row is joined. */
  readonly came?: string | undefined;
  /** The column of the table itself that leads there: a second row of one event has the same value in it. */
  readonly column: string;
}

/** Whatever the column's type, a name that it cannot hold matches no row, and an index on it is used. */
export function equals(alias: string, column: CatalogColumn, parameter: Parameter): string {
  const left = `${alias}.${column.sql}`;
  const sort = sortOf(column);
  if (sort === 'whole')
    return `${left} = case when :${parameter}::text ~ '^[0-9]{1,18}$' then :${parameter}::text::bigint end`;
  if (sort === 'uuid')
    return `${left} = case when :${parameter}::text ~* '^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$' then :${parameter}::text::uuid end`;
  return sort === 'text' ? `${left} = :${parameter}::text` : `${left}::text = :${parameter}::text`;
}

export function eventLink(
  table: CatalogTable,
  alias: string,
  roles: ReadonlyMap<CatalogTable, Role>,
): EventLink | undefined {
  const own = eventColumn(table);
  const [events] = linked(table, 'events', roles);
  if (own !== undefined)
    return {
      joins: [],
      eventId: `${alias}.${own.sql}`,
      // The row that it names is one arrival of that event.
      deliveryId: events && events.to === keyOf(events.other) ? `${alias}.${events.from.sql}` : undefined,
      found: equals(alias, own, 'event_id'),
      column: own.name,
    };
  if (events) {
    const event = eventColumn(events.other) as CatalogColumn;
    const came = columnFor(events.other, 'came');
    return {
      joins: [`left join ${events.other.sql} e on e.${events.to.sql} = ${alias}.${events.from.sql}`],
      eventId: `e.${event.sql}`,
      came: came && momentOf('e', came),
      deliveryId: `e.${events.to.sql}`,
      found: `${alias}.${events.from.sql} = any (array(select e.${events.to.sql} from ${events.other.sql} e where ${equals('e', event, 'event_id')}))`,
      column: events.from.name,
    };
  }
  const [jobs] = linked(table, 'jobs', roles);
  const further = jobs && jobs.other !== table ? eventLink(jobs.other, 'j', roles) : undefined;
  if (jobs && further) {
    const inner = `select j.${jobs.to.sql} from ${jobs.other.sql} j where ${further.found}`;
    return {
      joins: [`left join ${jobs.other.sql} j on j.${jobs.to.sql} = ${alias}.${jobs.from.sql}`, ...further.joins],
      eventId: further.eventId,
      deliveryId: further.deliveryId,
      found: `${alias}.${jobs.from.sql} = any (array(${inner}))`,
      column: jobs.from.name,
    };
  }
  const payload = columnFor(table, 'payload');
  if (payload === undefined || roles.get(table) !== 'jobs') return undefined;
  const path = `${alias}.${payload.sql}->>'event_id'`;
  return { joins: [], eventId: path, deliveryId: undefined, found: `${path} = :event_id::text`, column: payload.name };
}

/** Foreign keys to tables of one role. */
export function linked(table: CatalogTable, wanted: Role, roles: ReadonlyMap<CatalogTable, Role>) {
  return table.links.flatMap(({ column, schema, table: name, to }) => {
    const other = [...roles.keys()].find((one) => one.schema === schema && one.name === name);
    const from = table.columns.find((one) => one.name === column);
    const target = other && (other.columns.find((one) => one.name === to) ?? keyOf(other));
    return other && from && target && roles.get(other) === wanted ? [{ other, from, to: target }] : [];
  });
}
