// The statement behind event-rows: from names to events, from events to their siblings, from those to every row.
import { columnsOf, type RowKind } from './event-row.ts';

/*
 * Every step goes through an index whatever the statistics say: a lateral look-up with a limit cannot be turned into a
 * scan of the table, and the limit bounds what one busy event or subject can cost.
 * $1 event ids, $2 subjects, $3 source event keys, $4 delivery ids, $5 and $6 queues and jobs, $7 and $8 targets and ids,
 * $9 and $10 the span, $11 the limit of each kind.
 */
const identity = 'event_id, workspace_id, provider';
const span = (column: string) =>
  `($9::timestamptz is null or ${column} >= $9) and ($10::timestamptz is null or ${column} <= $10)`;

/** Rows of one table, found from the rows of another step. Columns are named: a reader has no right to all of them. */
const lookUp = (step: string, columns: string, table: string, condition: string, order = '') =>
  `select t.* from ${step} s cross join lateral
     (select ${columns} from dedupe.${table} t where ${condition} ${order} limit $11) t`;

const sameEvent = 't.event_id = s.event_id and t.workspace_id = s.workspace_id and t.provider = s.provider';
const sameKey = 't.source_event_key = s.source_event_key and t.workspace_id = s.workspace_id';
const sameRecord = 't.external_id = s.id and (s.target is null or t.target = s.target)';
const keyOf = 't.source_event_key, t.workspace_id';
const eventOf = 't.event_id, t.workspace_id, t.provider';

const steps = {
  ids: 'select unnest($1::text[]) as event_id',
  jobs: 'select * from unnest($5::text[], $6::text[]) as j (queue, job_id)',
  records: 'select * from unnest($7::text[], $8::text[]) as r (target, id)',
  keys: `select unnest($3::text[]) as source_event_key
    union ${lookUp('records', 't.source_event_key', 'operations', sameRecord)}
    union ${lookUp('records', 't.source_event_key', 'tasks', 't.task_id = s.id')}`,
  named: [
    ...['inbound_events', 'deliveries', 'attempts', 'operations', 'tasks'].map((table) =>
      lookUp('ids', eventOf, table, 't.event_id = s.event_id'),
    ),
    ...['inbound_events', 'operations', 'tasks'].map((table) =>
      lookUp('keys', eventOf, table, 't.source_event_key = s.source_event_key'),
    ),
    lookUp('(select unnest($4::text[]) as id)', eventOf, 'deliveries', 't.delivery_id = s.id'),
    lookUp('jobs', eventOf, 'attempts', 't.job_id = s.job_id and t.queue = s.queue'),
  ].join('\n union '),
  subjects: `${lookUp('named', 't.subject, t.workspace_id', 'inbound_events', `${sameEvent} and t.subject is not null`)}
    union select unnest($2::text[]), null`,
  known: `select * from (select ${identity} from named where event_id is not null and provider is not null
    union ${lookUp(
      'subjects',
      eventOf,
      'inbound_events',
      't.subject = s.subject and (s.workspace_id is null or t.workspace_id = s.workspace_id)',
      'order by t.subject, t.workspace_id, t.received_at',
    )}) every_event order by ${identity} limit 10 * $11`,
  all_keys: `${lookUp('known', keyOf, 'inbound_events', `${sameEvent} and t.source_event_key is not null`)}
    union ${lookUp('keys', keyOf, 'operations', 't.source_event_key = s.source_event_key')}
    union ${lookUp('keys', keyOf, 'tasks', 't.source_event_key = s.source_event_key')}
    union ${lookUp('known', keyOf, 'operations', sameEvent)}
    union ${lookUp('known', keyOf, 'tasks', sameEvent)}`,
  events: rows('events', 'known', 'inbound_events', sameEvent, 'received_at'),
  deliveries: rows('deliveries', 'known', 'deliveries', sameEvent, 'received_at'),
  attempts: rows('attempts', 'known', 'attempts', sameEvent, 'claimed_at'),
  operations: rows('operations', 'all_keys', 'operations', sameKey, 'planned_at'),
  tasks: rows('tasks', 'all_keys', 'tasks', sameKey, 'created_at'),
  witnesses: `select instance_id from deliveries where instance_id is not null
    union select instance_id from attempts where instance_id is not null`,
  instances: `${lookUp('witnesses', columnsOf('instances', 't'), 'instances', 't.instance_id = s.instance_id')}
    order by t.started_at, t.instance_id limit $11`,
};

function rows(kind: RowKind, step: string, table: string, condition: string, time: string): string {
  const found = lookUp(
    step,
    columnsOf(kind, 't'),
    table,
    `${condition} and ${span(`t.${time}`)}`,
    `order by t.${time}`,
  );
  return `${found} order by t.${time} limit $11`;
}

const kinds = ['events', 'deliveries', 'attempts', 'operations', 'tasks', 'instances'] as const satisfies RowKind[];

const horizon = `select 'horizon', 0, jsonb_build_object(
    'now', clock_timestamp(),
    'from', least((select min(received_at) from dedupe.inbound_events), (select min(received_at) from dedupe.deliveries)),
    'to', greatest((select max(received_at) from dedupe.inbound_events), (select max(received_at) from dedupe.deliveries)),
    'schema_version', (select max(version) from dedupe.migrations))`;

export const eventRowsStatement = `with ${Object.entries(steps)
  .map(([name, text]) => `${name} as (${text})`)
  .join(',\n')}
select kind, row from (
${kinds.map((kind) => `  select '${kind}' as kind, row_number() over () as n, to_jsonb(r) as row from ${kind} r`).join('\n  union all\n')}
  union all ${horizon}
) answer order by kind, n`;
