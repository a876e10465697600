// What a column is for, by its name and its type. Columns that can hold what people wrote are never among them.
import type { CatalogColumn, CatalogTable } from '../model/own-catalog.ts';

export type Sort = 'text' | 'uuid' | 'whole' | 'moment' | 'json' | 'word' | 'other';

export function sortOf({ type, labels }: CatalogColumn): Sort {
  if (labels !== null) return 'word';
  if (/^(text|citext|character varying|character)$/.test(type)) return 'text';
  if (type === 'uuid') return 'uuid';
  if (/^(smallint|integer|bigint)$/.test(type)) return 'whole';
  if (type.startsWith('timestamp')) return 'moment';
  return type === 'json' || type === 'jsonb' ? 'json' : 'other';
}

/** `createdAt` and `created_at` are one name. */
export function plainName(name: string): string {
  return name.replace(/([a-z0-9])([A-Z])/g, '$1_$2').toLowerCase();
}

interface Meaning {
  /** The best name first. */
  readonly names: readonly string[];
  readonly sorts: readonly Sort[];
}

const ids: readonly Sort[] = ['text', 'uuid'];
const meanings = {
  event: {
    names: [
      ...[
        'event_id',
        'slack_event_id',
        'external_event_id',
        'provider_event_id',
        'source_event_id',
        'inbound_event_id',
      ],
      ...['slack_event', 'slack_event_uid', 'event_uid', 'event_uuid', 'source_event', 'inbound_event', 'evt_id'],
      ...['webhook_event_id', 'webhook_id', 'github_delivery', 'delivery_guid', 'delivery_uuid', 'message_uuid'],
    ],
    sorts: ids,
  },
  effectKey: {
    names: ['source_event_key', 'idempotency_key', 'dedupe_key', 'dedup_key', 'external_key', 'external_reference'],
    sorts: ['text'],
  },
  came: {
    names: [
      ...['received_at', 'arrived_at', 'received', 'arrived', 'received_on', 'arrived_on', 'came_at'],
      ...['created_at', 'created', 'inserted_at', 'created_on'],
    ],
    sorts: ['moment'],
  },
  made: {
    names: [
      ...['created_at', 'created', 'inserted_at', 'created_on', 'date_created', 'created_date', 'creation_date'],
      ...['opened_at', 'opened', 'opened_on', 'raised_at'],
    ],
    sorts: ['moment'],
  },
  queued: { names: ['queued_at', 'enqueued_at', 'queued_on', 'enqueued_on', 'queued', 'enqueued'], sorts: ['moment'] },
  started: {
    names: [
      ...['started_at', 'locked_at', 'claimed_at', 'picked_at', 'processing_started_at', 'started_on', 'started'],
      ...['begun_at', 'began_at', 'start_time'],
    ],
    sorts: ['moment'],
  },
  finished: {
    names: [
      ...['finished_at', 'completed_at', 'done_at', 'ended_at', 'processed_at', 'completed_on', 'date_done'],
      ...['finished', 'completed', 'ended', 'ended_on', 'end_time'],
    ],
    sorts: ['moment'],
  },
  lease: { names: ['lease_until', 'lease_expires_at', 'locked_until', 'visible_at'], sorts: ['moment'] },
  answered: {
    names: [
      'answered_at',
      'responded_at',
      'replied_at',
      'acked_at',
      'acknowledged_at',
      'answered',
      'responded',
      'replied',
    ],
    sorts: ['moment'],
  },
  removed: { names: ['deleted_at', 'removed_at', 'deleted_on', 'trashed_at'], sorts: ['moment'] },
  tries: {
    names: ['attempts', 'attempt', 'tries', 'attempt_count', 'try_count', 'retries', 'retry_count'],
    sorts: ['whole'],
  },
  queue: { names: ['queue', 'queue_name', 'task_name', 'job_class', 'job_name', 'kind'], sorts: ['text', 'word'] },
  worker: { names: ['locked_by', 'worker', 'worker_id', 'claimed_by', 'hostname'], sorts: ['text'] },
  state: { names: ['status', 'state', 'outcome'], sorts: ['text', 'word'] },
  retryNumber: {
    names: ['retry_num', 'slack_retry_num', 'x_slack_retry_num', 'retry_number', 'retry_no'],
    sorts: ['whole', 'text'],
  },
  retryReason: {
    names: ['retry_reason', 'slack_retry_reason', 'x_slack_retry_reason', 'retry_why', 'retry_cause'],
    sorts: ['text'],
  },
  provider: { names: ['provider'], sorts: ['text', 'word'] },
  workspace: {
    names: ['workspace_id', 'team_id', 'slack_team_id', 'workspace', 'team', 'slack_team'],
    sorts: ['text'],
  },
  app: { names: ['api_app_id', 'slack_app_id', 'app_id'], sorts: ['text'] },
  type: { names: ['event_type', 'event_name', 'type'], sorts: ['text', 'word'] },
  channel: { names: ['channel_id', 'channel', 'slack_channel_id', 'slack_channel', 'chan'], sorts: ['text'] },
  stamp: { names: ['message_ts', 'ts', 'slack_ts', 'msg_ts', 'slack_message_ts'], sorts: ['text'] },
  request: { names: ['request_id'], sorts: ids },
  address: { names: ['url', 'html_url', 'permalink', 'web_url'], sorts: ['text'] },
  called: {
    names: [
      'number',
      'key',
      'issue_key',
      'ticket_key',
      'ticket_number',
      'reference',
      'ref',
      'public_id',
      'external_id',
    ],
    sorts: ['text', 'uuid', 'whole'],
  },
  payload: { names: ['payload', 'args', 'data', 'arguments', 'kwargs', 'body'], sorts: ['json'] },
} as const satisfies Record<string, Meaning>;
export type MeaningName = keyof typeof meanings;

/** In whatever language its columns are named, the one that an insert stamps is when the row was made. */
export function columnFor(table: CatalogTable, meaning: MeaningName): CatalogColumn | undefined {
  return namedFor(table, meaning) ?? (meaning === 'made' || meaning === 'came' ? stampedIn(table) : undefined);
}

function stampedIn({ columns }: CatalogTable): CatalogColumn | undefined {
  const stamped = columns.filter(
    (one) => one.stamped && sortOf(one) === 'moment' && !/updat|modif|chang/.test(plainName(one.name)),
  );
  return stamped.length === 1 ? stamped[0] : undefined;
}

export function namedFor({ columns }: CatalogTable, meaning: MeaningName): CatalogColumn | undefined {
  const { names, sorts }: Meaning = meanings[meaning];
  const isMoment = sorts.includes('moment');
  return names
    .map((name) =>
      columns.find(
        (one) => (plainName(one.name) === name && sorts.includes(sortOf(one))) || (isMoment && isCount(one, name)),
      ),
    )
    .find((one) => one !== undefined);
}

/** Milliseconds or seconds since 1970, as programs in JavaScript and Java write times: `createdAt`, `received_ms`. */
function isCount(column: CatalogColumn, name: string): boolean {
  return (
    column.type === 'bigint' &&
    plainName(column.name).replace(/(?:_(?:epoch|unix))?(?:_(?:ms|millis|milliseconds|epoch|unix))?$/, '') === name
  );
}

export function isSet(alias: string, column: CatalogColumn): string {
  return `${alias}.${column.sql} ${sortOf(column) === 'moment' ? 'is not null' : '> 0'}`;
}

/** The column as a time. A count above 100,000,000,000 is one of milliseconds: as seconds it would be the year 5138. None is often 0. */
export function momentOf(alias: string, column: CatalogColumn): string {
  const own = `${alias}.${column.sql}`;
  return sortOf(column) === 'moment'
    ? own
    : `to_timestamp(case when ${own} > 100000000000 then ${own} / 1000.0 when ${own} > 0 then ${own} end)`;
}

/**
 * Whose event it is: an id alone may come again from another sender, workspace or app. Whatever the type of the column, also
 * where it leads to a table of these.
 */
export function ownersIn(
  { columns }: CatalogTable,
  owners: readonly ('provider' | 'workspace' | 'app')[],
): CatalogColumn[] {
  return owners.flatMap((owner) => {
    const { names }: Meaning = meanings[owner];
    return names.flatMap((name) => columns.filter((one) => plainName(one.name) === name)).slice(0, 1);
  });
}

/** A table in partitions has the time by which they are cut in its primary key as well. */
export function keyOf(table: CatalogTable): CatalogColumn | undefined {
  const primary = primaryOf(table);
  const [key, ...others] = primary.filter((one) => primary.length === 1 || sortOf(one) !== 'moment');
  return others.length === 0 && (primary.length === 1 || key !== eventColumn(table)) ? key : undefined;
}

/** Empty: there is none. */
export function primaryOf({ columns, uniques }: CatalogTable): CatalogColumn[] {
  const names = uniques.find(({ primary }) => primary)?.columns ?? [];
  return names.flatMap((name) => columns.filter((one) => one.name === name));
}

const trackers = [
  ...['jira', 'linear', 'github', 'gitlab', 'redmine', 'zendesk', 'hubspot', 'asana', 'trello', 'clickup', 'youtrack'],
  ...['salesforce', 'servicenow', 'shortcut', 'kommo', 'bitrix', 'bitrix24', 'notion', 'tracker'],
];
const objects = 'issue|ticket|task|card|story|case|lead|deal|incident|item|page';
const inTracker = new RegExp(
  `^(?:${trackers.join('|')})_(?:(?:${objects})(?:_(?:key|id|number|no|iid|ref))?|key|id|number|iid|ref)$`,
);

/** The column that says how a tracker calls the object of the row, which the row's own number never does. */
export function trackerKey({ columns, links }: CatalogTable): CatalogColumn | undefined {
  return columns.find(
    (one) =>
      inTracker.test(plainName(one.name)) &&
      ['text', 'uuid', 'whole'].includes(sortOf(one)) &&
      !links.some(({ column }) => column === one.name),
  );
}

/** `external_id` and `guid` say nothing by themselves: in a table of events they name the event. */
export function eventColumn(table: CatalogTable): CatalogColumn | undefined {
  const own = columnFor(table, 'event');
  if (own !== undefined && !table.links.some(({ column }) => column === own.name)) return own;
  if (!isNamedForEvents(table)) return undefined;
  return table.columns.find(
    (one) =>
      /^(external_id|guid|uid|provider_id|delivery_id|remote_id)$/.test(plainName(one.name)) &&
      ids.includes(sortOf(one)),
  );
}

/** Of what only an arrival has: the marks of a repeat, and when it was answered. */
export function hasArrivals(table: CatalogTable): boolean {
  return (['retryNumber', 'retryReason', 'answered'] as const).some((name) => columnFor(table, name) !== undefined);
}

export function isNamedForEvents({ name }: CatalogTable): boolean {
  return /event|webhook|inbound|incoming|deliver|inbox|callback/.test(plainName(name));
}
