// Everything about some events in one statement: found by any name, with siblings, without what people wrote, by index.
import { describe, expect, type TestContext, test } from 'vitest';
import { parseInstant } from '../../src/model/instant.ts';
import type { Database } from '../../src/postgres/database.ts';
import { readEventRows } from '../../src/store/event-rows.ts';
import type { EventRowsQuery } from '../../src/store/event-rows-query.ts';
import { eventRowsStatement } from '../../src/store/event-rows-statement.ts';
import { migrations } from '../../src/store/migrations/index.ts';
import { freshDatabase, migratedDatabase, opened } from '../postgres-database.ts';

const incident = `
insert into dedupe.inbound_events (provider, workspace_id, event_id, event_type, subject, source_event_key, received_at, payload)
values ('slack', 'T1', 'Ev1', 'app_mention', 'C1:1.1', 'slack:T1:Ev1', '2026-01-01 10:00:00.123456+00', 'words'),
       ('slack', 'T1', 'Ev2', 'message', 'C1:1.1', 'slack:T1:Ev2', '2026-01-01 10:00:01+00', 'words'),
       ('slack', 'T2', 'Ev1', 'message', 'C1:1.1', 'slack:T2:Ev1', '2026-01-01 10:00:02+00', 'words'),
       ('slack', 'T1', 'Ev9', 'message', 'C1:9.9', 'slack:T1:Ev9', '2026-01-01 10:00:03+00', 'words');
insert into dedupe.deliveries (delivery_id, provider, workspace_id, event_id, retry_num, received_at, instance_id)
values ('d1', 'slack', 'T1', 'Ev1', 0, '2026-01-01 10:00:00+00', 'api-1'), ('d2', 'slack', 'T1', 'Ev1', 1, '2026-01-01 10:00:03+00', 'api-1'),
       ('d3', 'slack', 'T1', 'Ev9', 0, '2026-01-01 10:00:03+00', 'api-2'), ('d4', 'slack', 'T1', 'EvGone', 0, '2026-01-01 10:00:03+00', 'api-2');
insert into dedupe.attempts (provider, workspace_id, event_id, job_id, attempt, claimed_at, instance_id)
values ('slack', 'T1', 'Ev1', 'j1', 1, '2026-01-01 10:00:01+00', 'worker-1'), ('slack', 'T1', 'Ev9', 'j9', 1, '2026-01-01 10:00:04+00', 'worker-2');
insert into dedupe.operations (source_event_key, workspace_id, provider, event_id, target, idempotency_key, request, state, external_id, sent_at)
values ('slack:T1:Ev1', 'T1', 'slack', 'Ev1', 'jira', 'k1', 'words', 'confirmed', 'OPS-41', now());
insert into dedupe.tasks (task_id, workspace_id, source_event_key, title) values ('task-1', 'T1', 'slack:T1:Ev2', 'words');
insert into dedupe.instances (instance_id, role) values ('api-1', 'api'), ('api-2', 'api'), ('worker-1', 'worker');
`;

async function withIncident(context: TestContext): Promise<Database> {
  const url = await migratedDatabase(context);
  const owner = await opened(url);
  await owner.script(incident);
  return opened(url, { readOnly: true });
}

test('an event id brings its siblings, and every row of all of them', async (context) => {
  const rows = await readEventRows(await withIncident(context), { eventIds: ['Ev2'] });
  expect(rows.events.map((row) => `${row.workspace_id} ${row.event_id}`)).toEqual(['T1 Ev1', 'T1 Ev2']);
  expect(rows.deliveries.map((row) => row.delivery_id)).toEqual(['d1', 'd2']);
  expect(rows.attempts.map((row) => row.job_id)).toEqual(['j1']);
  expect(rows.operations.map((row) => row.external_id)).toEqual(['OPS-41']);
  expect(rows.tasks.map((row) => row.task_id)).toEqual(['task-1']);
  expect(rows.instances.map((row) => row.instance_id)).toEqual(['api-1', 'worker-1']);
  expect(rows.reached).toEqual([]);
  expect(rows.events[0]?.received_at).toBeCloseTo(Date.UTC(2026, 0, 1, 10, 0, 0, 123) + 0.456, 2);
  expect(rows.horizon).toEqual({
    from: parseInstant('2026-01-01T10:00:00Z'),
    to: parseInstant('2026-01-01T10:00:03Z'),
  });
  expect(rows.schemaVersion).toBe(migrations.length);
});

test('what was made under the key of the event, or of its message, is there though it names no event', async (context) => {
  const url = await migratedDatabase(context);
  await (await opened(url)).script(`
    insert into dedupe.inbound_events (provider, workspace_id, event_id, event_type, subject, source_event_key, received_at, payload)
    values ('slack', 'T1', 'Ev1', 'message', 'slack:C1:1795981037.000100', 'slack:T1:C1:1795981037.000100', now(), ''),
           ('slack', 'T1', 'Ev2', 'message', 'slack:C1:1795981038.000100', 'slack:T1:Ev2', now(), '');
    insert into dedupe.tasks (task_id, workspace_id, source_event_key, title)
    values ('own', 'T1', 'slack:T1:C1:1795981037.000100', ''), ('by-event', 'T1', 'slack:T1:Ev1', ''),
           ('elsewhere', 'T2', 'slack:T1:Ev1', ''), ('own-2', 'T1', 'slack:T1:Ev2', ''),
           ('by-message', 'T1', 'slack:T1:C1:1795981038.000100', '')`);
  const database = await opened(url, { readOnly: true });
  const tasks = async (id: string) =>
    (await readEventRows(database, { eventIds: [id] })).tasks.map((row) => row.task_id).sort();
  expect(await tasks('Ev1')).toEqual(['by-event', 'own']);
  expect(await tasks('Ev2')).toEqual(['by-message', 'own-2']);
});

test('one event id in two workspaces is two events', async (context) => {
  const { events } = await readEventRows(await withIncident(context), { eventIds: ['Ev1'] });
  expect(events.map((row) => `${row.workspace_id} ${row.event_id}`)).toEqual(['T1 Ev1', 'T1 Ev2', 'T2 Ev1']);
});

describe('each name leads to its event', () => {
  test.for<[string, EventRowsQuery, string[]]>([
    ['subject', { subjects: ['C1:9.9'] }, ['Ev9']],
    ['source event key', { sourceEventKeys: ['slack:T1:Ev9'] }, ['Ev9']],
    ['delivery', { deliveryIds: ['d3'] }, ['Ev9']],
    ['job', { jobs: [{ queue: 'dedupe', jobId: 'j9' }] }, ['Ev9']],
    ['job of another queue', { jobs: [{ queue: 'other', jobId: 'j9' }] }, []],
    ['record of a target', { records: [{ target: 'jira', id: 'OPS-41' }] }, ['Ev1', 'Ev2']],
    ['record of any target', { records: [{ id: 'OPS-41' }] }, ['Ev1', 'Ev2']],
    ['record of another target', { records: [{ target: 'github', id: 'OPS-41' }] }, []],
    ['nothing', { eventIds: ['EvNone'] }, []],
    ['a delivery whose event has no row', { eventIds: ['EvGone'] }, []],
  ])('%s', async ([, query, expected], context) => {
    const rows = await readEventRows(await withIncident(context), query);
    expect(rows.events.map((row) => row.event_id)).toEqual(expected);
    if (query.eventIds?.[0] === 'EvGone') expect(rows.deliveries.map((row) => row.delivery_id)).toEqual(['d4']);
  });
});

test('a task that names no event leads to it by its key', async (context) => {
  const rows = await readEventRows(await withIncident(context), { records: [{ id: 'task-1' }] });
  expect(rows.events.map((row) => row.event_id)).toEqual(['Ev1', 'Ev2']);
  expect(rows.tasks.map((row) => row.source_event_key)).toEqual(['slack:T1:Ev2']);
});

test('the span limits the rows, not which events are meant', async (context) => {
  const since = parseInstant('2026-01-01T10:00:02Z');
  const rows = await readEventRows(await withIncident(context), { eventIds: ['Ev1'], since });
  expect(rows.deliveries.map((row) => row.delivery_id)).toEqual(['d2']);
  expect(rows.events.map((row) => row.workspace_id)).toEqual(['T2']);
});

test('a limit that is reached is said, with the earliest rows', async (context) => {
  const rows = await readEventRows(await withIncident(context), { eventIds: ['Ev1'], limit: 1 });
  expect(rows.deliveries.map((row) => row.delivery_id)).toEqual(['d1']);
  expect(rows.reached).toContain('deliveries');
  expect(rows.reached).not.toContain('operations');
});

/** Nothing of the incident is called so. */
const everything: Required<Omit<EventRowsQuery, 'since' | 'until' | 'limit'>> = {
  eventIds: ['nothing'],
  subjects: ['nothing'],
  sourceEventKeys: ['nothing'],
  deliveryIds: ['nothing'],
  jobs: [{ queue: 'nothing', jobId: 'nothing' }],
  records: [{ id: 'nothing' }, { target: 'nothing', id: 'nothing' }],
};

test('what is not asked for is left out of the statement and changes nothing', async (context) => {
  const reader = await withIncident(context);
  const questions: EventRowsQuery[] = [
    {},
    { eventIds: ['Ev1'] },
    { subjects: ['C1:9.9'] },
    { sourceEventKeys: ['slack:T1:Ev9'] },
    { deliveryIds: ['d1'] },
    { jobs: [{ queue: 'dedupe', jobId: 'j9' }] },
    { records: [{ id: 'OPS-41' }] },
    { eventIds: ['Ev1'], records: [{ target: 'jira', id: 'OPS-41' }], limit: 1 },
    { eventIds: ['Ev1'], until: parseInstant('2026-01-01T10:00:01Z') },
  ];
  let found = 0;
  for (const question of questions) {
    const { now: _, ...short } = await readEventRows(reader, question);
    const { now: __, ...whole } = await readEventRows(reader, joined(question));
    expect({ question, ...short }).toEqual({ question, ...whole });
    if (short.events.length + short.deliveries.length > 0) found += 1;
  }
  expect(found).toBeGreaterThan(4);
});

function joined(question: EventRowsQuery): EventRowsQuery {
  const both = Object.entries(everything).map(([name, list]) => [
    name,
    [...((question[name as keyof typeof everything] ?? []) as unknown[]), ...list],
  ]);
  return { ...question, ...Object.fromEntries(both) };
}

test('what people wrote is not in the statement', async (context) => {
  expect(eventRowsStatement(everything, 1000).text).not.toMatch(/payload|\brequest\b|title/i);
  const rows = await readEventRows(await withIncident(context), { eventIds: ['Ev1'] });
  expect(JSON.stringify(rows)).not.toMatch(/words|\\\\x/);
});

test('a database without the schema says so', async (context) => {
  const reader = await opened(await freshDatabase(context), { readOnly: true });
  await expect(readEventRows(reader, { eventIds: ['Ev1'] })).rejects.toMatchObject({ code: 'DEDUPE_SCHEMA_MISSING' });
});
