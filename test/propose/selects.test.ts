// By which name does a proposed SELECT call an object: the tracker's, where a column has it.
import { expect, test } from 'vitest';
import { classify } from '../../src/propose/classify.ts';
import { configText } from '../../src/propose/config-text.ts';
import { propose } from '../../src/propose/index.ts';
import { selectsFor } from '../../src/propose/selects.ts';
import { idAnd, table } from './tables.ts';

function recordId(columns: Record<string, string>, more = {}): string | undefined {
  const tickets = table(
    'tickets',
    idAnd({ event_id: 'text', created_at: 'timestamp with time zone', ...columns }),
    more,
  );
  return selectsFor(tickets, classify([tickets]).roles)[0]?.fields.get('record_id');
}

test.each(['jira_key', 'jiraKey', 'linear_issue_id', 'github_issue_number', 'zendesk_ticket_id', 'jira_issue'])(
  '%s names the object, and the row does where it is not there yet',
  (column) => {
    expect(recordId({ [column]: 'text' })).toBe(`coalesce(t.${column}::text, t.id::text)`);
  },
);

test.each(['jira_project_key', 'jira_user', 'github_login', 'jira_url'])('%s names something else', (column) => {
  expect(recordId({ [column]: 'text' })).toBe('t.id::text');
});

test('a link to another table of this database names a row there', () => {
  const links = [{ column: 'linear_issue_id', schema: 'public', table: 'linear_issues', to: 'id' }];
  expect(recordId({ linear_issue_id: 'uuid' }, { links })).toBe('t.id::text');
});

test('a key that is no tracker stands as it is', () => {
  expect(recordId({ ticket_key: 'text' })).toBe('t.ticket_key::text');
});

const moment = 'timestamp with time zone';
const fieldsOf = (...tables: Parameters<typeof classify>[0]) =>
  selectsFor(tables[0] as (typeof tables)[number], classify(tables).roles).map(({ fields, time, only }) => ({
    ...Object.fromEntries(fields),
    time,
    only,
  }));

test('an event is of the type that its row names, in the app that its row names', () => {
  const [delivery] = fieldsOf(
    table('webhooks', idAnd({ event_id: 'text', type: 'text', api_app_id: 'text', received_at: moment })),
  );
  expect(delivery).toMatchObject({ event_type: 'd.type::text', app_id: 'd.api_app_id::text', at: 'd.received_at' });
  const better = table('webhooks', idAnd({ event_id: 'text', type: 'text', event_type: 'text', received_at: moment }));
  expect(fieldsOf(better)).toMatchObject([{ event_type: 'd.event_type::text' }]);
});

const asTime = (column: string) =>
  `to_timestamp(case when ${column} > 100000000000 then ${column} / 1000.0 when ${column} > 0 then ${column} end)`;

test('a count of milliseconds is written as a time, wherever a time stands', () => {
  expect(fieldsOf(table('webhooks', idAnd({ event_id: 'text', receivedAt: 'bigint' })))).toMatchObject([
    { at: asTime('d.receivedAt'), time: asTime('d.receivedAt') },
  ]);
  const jobs = table(
    'jobs',
    idAnd({
      event_id: 'text',
      created_ms: 'bigint',
      started_at_ms: 'bigint',
      finished_epoch: 'bigint',
      lease_until: 'bigint',
    }),
  );
  expect(fieldsOf(jobs)).toMatchObject([
    { at: asTime('j.created_ms') },
    {
      ...{ started_at: asTime('j.started_at_ms'), finished_at: asTime('j.finished_epoch') },
      ...{ lease_until: asTime('j.lease_until'), only: 'j.started_at_ms > 0' },
    },
  ]);
  expect(fieldsOf(table('tasks', idAnd({ event_id: 'text', created: 'bigint', deleted_at: 'bigint' })))).toMatchObject([
    { at: asTime('t.created'), deleted: 'nullif(t.deleted_at > 0, false)' },
  ]);
});

test('a smaller number, or one of another name, is no time', () => {
  const tasks = table(
    'tasks',
    idAnd({ event_id: 'text', created_at: 'integer', created_by: 'bigint', duration_ms: 'bigint' }),
  );
  expect(fieldsOf(tasks)).toMatchObject([{ time: undefined }]);
});

function wordsOf(labels: readonly string[] | null): string[] {
  const jobs = table(
    'jobs',
    idAnd({ event_id: 'text', attempts: 'integer', started_at: moment, status: 'job_status' }),
  );
  const columns = jobs.columns.map((one) =>
    one.name === 'status' ? { ...one, type: labels ? 'job_status' : 'text', labels } : one,
  );
  const text = configText(propose([{ ...jobs, columns }], undefined), 'db');
  return text.split('\n').filter((line) => /words:|only you know/.test(line));
}

test('the words of an enumeration are its own, and what nobody can know of them is left to a person', () => {
  expect(wordsOf(['QUEUED', 'inProgress', 'Succeeded', 'FAILED', 'on hold'])).toEqual([
    '    # What these mean, only you know: FAILED, "on hold"',
    '    words: { QUEUED: unknown, inProgress: running, Succeeded: done }',
  ]);
  expect(wordsOf(['error', 'off'])).toEqual(['    # What these mean, only you know: error, "off"']);
});

test('a text can hold any word, so that the usual ones stand there', () => {
  expect(wordsOf(null)).toEqual([
    expect.stringMatching(/^ {4}words: \{ done: done, .*SUCCESS: done.*STARTED: running/),
  ]);
});

const partitioned = (name: string, columns: Record<string, string>, key: string[]) => ({
  ...table(name, columns),
  uniques: [{ primary: true, whole: true, columns: key }],
});

test('a table in partitions is called by its id, and the time by which it is cut is no part of that', () => {
  const columns = { event_id: 'text', created_at: moment };
  const tasks = partitioned('tasks', idAnd(columns), ['id', 'created_at']);
  expect(fieldsOf(tasks)).toMatchObject([{ record_id: 't.id::text', event_id: 't.event_id::text' }]);
  const two = partitioned('tasks', idAnd({ ...columns, region: 'text' }), ['id', 'region']);
  expect(classify([two]).aside).toMatchObject([{ why: 'has no primary key of one column' }]);
});

test('arrivals are told apart by a key of several columns, and not by the event that they share', () => {
  const columns = { event_id: 'text', received_at: moment };
  const events = partitioned('webhook_events', columns, ['event_id', 'received_at']);
  expect(fieldsOf(events)).toMatchObject([{ delivery_id: "concat_ws('/', d.event_id, d.received_at)" }]);
  expect(propose([events], undefined).missing).toEqual(['webhook_events (event_id): an event could be written twice']);
  const none = { ...events, uniques: [] };
  expect(classify([none]).aside).toMatchObject([{ why: 'has no primary key of one column' }]);
});

test('a job is enqueued when its own column says, before any other stamp', () => {
  const columns = { event_id: 'text', attempts: 'integer', queued_at: moment };
  const [job] = fieldsOf(table('jobs', idAnd(columns)));
  expect(job).toMatchObject({ at: 'j.queued_at', time: 'j.queued_at' });
  const both = fieldsOf(table('jobs', idAnd({ ...columns, created_at: moment })));
  expect(both[0]).toMatchObject({ at: 'j.created_at' });
});

test('a view is left aside by its name, and one of a schema that is read by itself is not named', () => {
  const views = [
    { schema: 'public', name: 'tasks_v' },
    { schema: 'graphile_worker', name: 'jobs' },
  ];
  const { aside, selects } = propose([], undefined, views);
  expect(selects).toEqual([]);
  expect(aside.map(({ table: { name }, why }) => `${name} ${why}`)).toEqual([
    'tasks_v is a view, and no key tells its rows apart: its SELECT is yours to write',
  ]);
});
