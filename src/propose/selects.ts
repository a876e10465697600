// The SELECTs for one table: its columns under the names of fact lines.
import type { CatalogColumn, CatalogTable } from '../model/own-catalog.ts';
import type { TableName } from '../model/own-tables.ts';
import type { Role } from './classify.ts';
import {
  columnFor,
  eventColumn,
  isSet,
  keyOf,
  type MeaningName,
  momentOf,
  namedFor,
  primaryOf,
  trackerKey,
} from './columns.ts';
import { equals, eventLink, linked } from './links.ts';

export interface ProposedSelect {
  readonly kind: TableName;
  readonly table: CatalogTable;
  /** Field and expression, in the order in which they are written. */
  readonly fields: ReadonlyMap<string, string>;
  readonly from: string;
  readonly found: readonly string[];
  /** The moment by which a scan finds the row. */
  readonly time: string | undefined;
  /** Only these rows are facts of this kind. */
  readonly only: string | undefined;
}

type Roles = ReadonlyMap<CatalogTable, Role>;

export function selectsFor(table: CatalogTable, roles: Roles): ProposedSelect[] {
  const role = roles.get(table);
  if (role === 'events') return [deliveries(table)];
  if (role === 'records') return [records(table, roles)];
  return role === 'jobs' ? work(table, roles) : [];
}

function deliveries(table: CatalogTable): ProposedSelect {
  const event = eventColumn(table) as CatalogColumn;
  const key = keyOf(table);
  const several = key ? [] : primaryOf(table);
  const time = columnFor(table, 'came');
  const fields = fieldsOf('d', table, {
    provider: 'provider',
    workspace_id: 'workspace',
    app_id: 'app',
    event_type: 'type',
    channel: 'channel',
    ts: 'stamp',
    retry_num: 'retryNumber',
    retry_reason: 'retryReason',
    request_id: 'request',
    answered_at: 'answered',
  });
  return {
    ...{
      kind: 'deliveries',
      table,
      from: `${table.sql} d`,
      found: [equals('d', event, 'event_id'), ...ofOneMessage(table)],
      only: undefined,
    },
    fields: new Map([
      ...(key && key !== event ? [['delivery_id', `d.${key.sql}::text`] as const] : []),
      ...(several.length > 0
        ? [['delivery_id', `concat_ws('/', ${several.map(({ sql }) => `d.${sql}`).join(', ')})`] as const]
        : []),
      ['event_id', `d.${event.sql}::text`],
      ...(time ? [['at', momentOf('d', time)] as const] : []),
      ...fields,
    ]),
    time: time && momentOf('d', time),
  };
}

/** Other events about the same message: its subject is `slack:CHANNEL:TS`. */
function ofOneMessage(table: CatalogTable): string[] {
  const [channel, stamp] = [columnFor(table, 'channel'), columnFor(table, 'stamp')];
  if (channel === undefined || stamp === undefined) return [];
  const part = (number: number) => `split_part(:subject::text, ':', ${number})`;
  return [`(d.${channel.sql} = ${part(2)} and d.${stamp.sql} = ${part(3)})`];
}

function records(table: CatalogTable, roles: Roles): ProposedSelect {
  const key = keyOf(table) as CatalogColumn;
  const inTracker = trackerKey(table);
  const called = inTracker ?? calledIn(table);
  const own = `t.${key.sql}::text`;
  const effectKey = columnFor(table, 'effectKey');
  const link = eventLink(table, 't', roles);
  const [job] = linked(table, 'jobs', roles);
  const time = columnFor(table, 'made');
  const removed = columnFor(table, 'removed');
  return {
    ...{ kind: 'records', table, only: undefined },
    fields: new Map([
      ['target', literal(table.name)],
      // A row whose object is not in the tracker yet has its own name only.
      ['record_id', inTracker ? `coalesce(t.${inTracker.sql}::text, ${own})` : called ? `t.${called.sql}::text` : own],
      ...(time ? [['at', momentOf('t', time)] as const] : []),
      ...(effectKey ? [['source_event_key', `t.${effectKey.sql}`] as const] : []),
      ...(link ? [['event_id', `${bracketed(link.eventId)}::text`] as const] : []),
      ...(link?.deliveryId ? [['delivery_id', `${link.deliveryId}::text`] as const] : []),
      ...(job ? jobFields(job.other, 't', job.from) : []),
      ...fieldsOf('t', table, { url: 'address' }),
      ...(removed ? [['deleted', `nullif(${isSet('t', removed)}, false)`] as const] : []),
    ]),
    from: [`${table.sql} t`, ...(link?.joins ?? [])].join(' '),
    found: [
      ...(called ? [equals('t', called, 'record_id')] : []),
      equals('t', key, 'record_id'),
      ...(effectKey ? [equals('t', effectKey, 'source_event_key')] : []),
      ...(link ? [link.found] : []),
      ...(job ? [equals('t', job.from, 'job_id')] : []),
    ],
    time: time && momentOf('t', time),
  };
}

function calledIn(table: CatalogTable): CatalogColumn | undefined {
  const named = columnFor(table, 'called');
  const isUnique = table.uniques.some(({ columns }) => columns.length === 1 && columns[0] === named?.name);
  return named !== undefined && (isUnique || /number|key|ref/i.test(named.name)) ? named : undefined;
}

/** A job's row is the job, and its newest execution. */
function work(table: CatalogTable, roles: Roles): ProposedSelect[] {
  const key = keyOf(table) as CatalogColumn;
  const link = eventLink(table, 'j', roles);
  const made = namedFor(table, 'made') ?? columnFor(table, 'queued') ?? columnFor(table, 'made');
  const [tries, started, finished] = [
    columnFor(table, 'tries'),
    columnFor(table, 'started'),
    columnFor(table, 'finished'),
  ];
  const from = [`${table.sql} j`, ...(link?.joins ?? [])].join(' ');
  const found = [equals('j', key, 'job_id'), ...(link ? [link.found] : [])];
  const tied: [string, string][] = [
    ...jobFields(table, 'j', key),
    ...(link ? [['event_id', `${bracketed(link.eventId)}::text`] as [string, string]] : []),
  ];
  const job: ProposedSelect = {
    ...{ kind: 'jobs', table, from, found, only: undefined },
    fields: new Map([
      ...tied,
      ...(made ? [['at', momentOf('j', made)] as const] : []),
      ...(link?.deliveryId ? [['delivery_id', `${link.deliveryId}::text`] as const] : []),
    ]),
    // A job has no earlier moment than its event, and is enqueued a moment later.
    time: made ? momentOf('j', made) : (link?.came ?? (started && momentOf('j', started))),
  };
  const begun = [tries && `j.${tries.sql} > 0`, started && isSet('j', started)].filter(Boolean).join(' or ');
  const attempt: ProposedSelect = {
    ...{ kind: 'attempts', table, from, found, only: begun || undefined },
    fields: new Map([
      ...tied,
      // A counter of repeats begins at none.
      ...(tries
        ? [['attempt', /^retr/i.test(tries.name) ? `j.${tries.sql} + 1` : `nullif(j.${tries.sql}, 0)`] as const]
        : []),
      ...fieldsOf('j', table, {
        started_at: 'started',
        finished_at: 'finished',
        lease_until: 'lease',
        outcome: 'state',
      }),
      ...(columnFor(table, 'worker') ? [['instance_id', `j.${columnFor(table, 'worker')?.sql}`] as const] : []),
    ]),
    time: [started, finished, made].flatMap((one) => (one ? [momentOf('j', one)] : [])).at(0),
  };
  return begun === '' ? [job] : [job, attempt];
}

function jobFields(jobs: CatalogTable, alias: string, column: CatalogColumn): [string, string][] {
  return [
    ['queue', literal(jobs.name)],
    ['job_id', `${alias}.${column.sql}::text`],
  ];
}

function fieldsOf(
  alias: string,
  table: CatalogTable,
  wanted: Readonly<Record<string, MeaningName>>,
): [string, string][] {
  return Object.entries(wanted).flatMap(([field, meaning]): [string, string][] => {
    const column = columnFor(table, meaning);
    if (column === undefined) return [];
    const text = `${alias}.${column.sql}::text`;
    const isMoment = field.endsWith('_at') || field.endsWith('_until');
    return [[field, field === 'provider' ? `lower(${text})` : isMoment ? momentOf(alias, column) : text]];
  });
}

function bracketed(expression: string): string {
  return expression.includes('->>') ? `(${expression})` : expression;
}

function literal(text: string): string {
  return `'${text.replaceAll("'", "''")}'`;
}
