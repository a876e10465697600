// The statement behind event-rows: from names to events, from events to their siblings, from those to every row.
import { toIso } from '../model/instant.ts';
import { columnsOf, type RowKind } from './event-row.ts';
import type { EventRowsQuery } from './event-rows-query.ts';

const identity = 'event_id, workspace_id, provider';
const span = (column: string) =>
  `({since}::timestamptz is null or ${column} >= {since}) and ({until}::timestamptz is null or ${column} <= {until})`;

/**
 * Rows of one table, found from the rows of another step. Every step goes through an index whatever the statistics say: a
 * lateral look-up with a limit cannot be turned into a scan of the table, and the limit bounds what one busy event or
 * subject can cost. Columns are named: a reader has no right to all of them.
 */
const lookUp = (step: string, columns: string, table: string, condition: string, order = '') =>
  `select t.* from ${step} s cross join lateral
     (select ${columns} from dedupe.${table} t where ${condition} ${order} limit {limit}) t`;

const sameEvent = 't.event_id = s.event_id and t.workspace_id = s.workspace_id and t.provider = s.provider';
const sameKey = 't.source_event_key = s.source_event_key and t.workspace_id = s.workspace_id';
const keyAnywhere = 't.source_event_key = s.source_event_key';
const sameRecord = 't.external_id = s.id and (s.target is null or t.target = s.target)';
const sameSubject = 't.subject = s.subject and (s.workspace_id is null or t.workspace_id = s.workspace_id)';
const keyOf = 't.source_event_key, t.workspace_id';
const eventOf = 't.event_id, t.workspace_id, t.provider';

/** A part has a place in the statement where what it starts from is asked for, or is a step that has one. */
type Part = readonly [from: string, text: string];

const steps: Readonly<Record<string, readonly Part[]>> = {
  ids: [['eventIds', 'select unnest({eventIds}::text[]) as event_id']],
  jobs: [['jobIds', 'select * from unnest({queues}::text[], {jobIds}::text[]) as j (queue, job_id)']],
  records: [['recordIds', 'select * from unnest({targets}::text[], {recordIds}::text[]) as r (target, id)']],
  keys: [
    ['sourceEventKeys', 'select unnest({sourceEventKeys}::text[]) as source_event_key'],
    ['records', lookUp('records', 't.source_event_key', 'operations', sameRecord)],
    ['records', lookUp('records', 't.source_event_key', 'tasks', 't.task_id = s.id')],
  ],
  named: [
    ...['inbound_events', 'deliveries', 'attempts', 'operations', 'tasks'].map(
      (table): Part => ['ids', lookUp('ids', eventOf, table, 't.event_id = s.event_id')],
    ),
    ...['inbound_events', 'operations', 'tasks'].map(
      (table): Part => ['keys', lookUp('keys', eventOf, table, keyAnywhere)],
    ),
    [
      'deliveryIds',
      lookUp('(select unnest({deliveryIds}::text[]) as id)', eventOf, 'deliveries', 't.delivery_id = s.id'),
    ],
    ['jobs', lookUp('jobs', eventOf, 'attempts', 't.job_id = s.job_id and t.queue = s.queue')],
  ],
  subjects: [
    ['named', lookUp('named', 't.subject, t.workspace_id', 'inbound_events', `${sameEvent} and t.subject is not null`)],
    ['subjectNames', 'select unnest({subjectNames}::text[]) as subject, null::text as workspace_id'],
  ],
  every_event: [
    ['named', `select ${identity} from named where event_id is not null and provider is not null`],
    [
      'subjects',
      lookUp('subjects', eventOf, 'inbound_events', sameSubject, 'order by t.subject, t.workspace_id, t.received_at'),
    ],
  ],
  known: [['every_event', `select * from every_event order by ${identity} limit 10 * {limit}`]],
  all_keys: [
    ['known', lookUp('known', keyOf, 'inbound_events', `${sameEvent} and t.source_event_key is not null`)],
    // Whoever makes the key of the event or of its subject need not be who registered it.
    ['known', `select provider || ':' || workspace_id || ':' || event_id, workspace_id from known`],
    [
      'subjects',
      `select split_part(subject, ':', 1) || ':' || workspace_id || substr(subject, strpos(subject, ':')), workspace_id
      from subjects where workspace_id is not null and subject like '%:%'`,
    ],
    ['keys', lookUp('keys', keyOf, 'operations', keyAnywhere)],
    ['keys', lookUp('keys', keyOf, 'tasks', keyAnywhere)],
    ['known', lookUp('known', keyOf, 'operations', sameEvent)],
    ['known', lookUp('known', keyOf, 'tasks', sameEvent)],
  ],
  events: [rows('events', 'known', 'inbound_events', sameEvent, 'received_at')],
  deliveries: [rows('deliveries', 'known', 'deliveries', sameEvent, 'received_at')],
  attempts: [rows('attempts', 'known', 'attempts', sameEvent, 'claimed_at')],
  operations: [rows('operations', 'all_keys', 'operations', sameKey, 'planned_at')],
  tasks: [rows('tasks', 'all_keys', 'tasks', sameKey, 'created_at')],
  witnesses: [
    ['deliveries', 'select instance_id from deliveries where instance_id is not null'],
    ['attempts', 'select instance_id from attempts where instance_id is not null'],
  ],
  instances: [
    [
      'witnesses',
      `${lookUp('witnesses', columnsOf('instances', 't'), 'instances', 't.instance_id = s.instance_id')}
    order by t.started_at, t.instance_id limit {limit}`,
    ],
  ],
};

function rows(kind: RowKind, step: string, table: string, condition: string, time: string): Part {
  const found = lookUp(
    step,
    columnsOf(kind, 't'),
    table,
    `${condition} and ${span(`t.${time}`)}`,
    `order by t.${time}`,
  );
  return [step, `${found} order by t.${time} limit {limit}`];
}

const kinds = ['events', 'deliveries', 'attempts', 'operations', 'tasks', 'instances'] as const satisfies RowKind[];

const horizon = `select 'horizon' as kind, 0 as n, jsonb_build_object(
    'now', clock_timestamp(),
    'from', least((select min(received_at) from dedupe.inbound_events), (select min(received_at) from dedupe.deliveries)),
    'to', greatest((select max(received_at) from dedupe.inbound_events), (select max(received_at) from dedupe.deliveries)),
    'schema_version', (select max(version) from dedupe.migrations)) as row`;

/** `limit`: rows of each kind. What is not asked for is left out: planning is most of what a short question costs. */
export function eventRowsStatement(query: EventRowsQuery, limit: number): { text: string; values: unknown[] } {
  const given = valuesOf(query, limit);
  const has = new Set(Object.keys(given).filter((name) => (given[name] as { length?: number } | null)?.length));
  const kept = Object.entries(steps).flatMap(([name, parts]) => {
    const asked = parts.filter(([from]) => has.has(from));
    if (asked.length === 0) return [];
    has.add(name);
    return [`${name} as (${asked.map(([, text]) => text).join('\n    union ')})`];
  });
  const found = kinds
    .filter((kind) => has.has(kind))
    .map((kind) => `select '${kind}' as kind, row_number() over () as n, to_jsonb(r) as row from ${kind} r`);
  const text = `${kept.length > 0 ? `with ${kept.join(',\n')}` : ''}
select kind, row from (
  ${[horizon, ...found].join('\n  union all\n  ')}
) answer order by kind, n`;
  return numbered(text, given);
}

function valuesOf(query: EventRowsQuery, limit: number): Readonly<Record<string, unknown>> {
  const { eventIds = [], subjects = [], sourceEventKeys = [], deliveryIds = [], jobs = [], records = [] } = query;
  return {
    ...{ eventIds, subjectNames: subjects, sourceEventKeys, deliveryIds },
    queues: jobs.map(({ queue }) => queue),
    jobIds: jobs.map(({ jobId }) => jobId),
    targets: records.map(({ target }) => target ?? null),
    recordIds: records.map(({ id }) => id),
    since: query.since === undefined ? null : toIso(query.since),
    until: query.until === undefined ? null : toIso(query.until),
    limit: limit + 1,
  };
}

function numbered(text: string, given: Readonly<Record<string, unknown>>): { text: string; values: unknown[] } {
  const names: string[] = [];
  const whole = text.replace(/\{(\w+)\}/g, (_, name: string) => {
    if (!names.includes(name)) names.push(name);
    return `$${names.indexOf(name) + 1}`;
  });
  return { text: whole, values: names.map((name) => given[name]) };
}
