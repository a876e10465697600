// What the two roles can do and what they cannot, asked as these roles.
import { expect, type TestContext, test } from 'vitest';
import type { Instant } from '../../src/model/instant.ts';
import type { Database } from '../../src/postgres/database.ts';
import { openDatabase } from '../../src/postgres/open.ts';
import { checkDatabase } from '../../src/store/check-database.ts';
import { readEventRows } from '../../src/store/event-rows.ts';
import { readFigures } from '../../src/store/figures.ts';
import { grantsScript } from '../../src/store/grants.ts';
import { readLives } from '../../src/store/instances.ts';
import { laterEvents, laterRepeats } from '../../src/store/later-events.ts';
import { readLiveConsumers } from '../../src/store/live-consumers.ts';
import { readRepeatedEffects } from '../../src/store/repeated-effects.ts';
import { assertReadable, assertWritable } from '../../src/store/schema-state.ts';
import { sweepEvents } from '../../src/store/sweep.ts';
import { migratedDatabase, opened, withUser } from '../postgres-database.ts';

const password = ['a', 'test', 'role'].join('-');
const denied = { code: 'DEDUPE_DB_REFUSED' };

interface Roles {
  readonly owner: Database;
  readonly reader: Database;
  readonly readerUrl: string;
  readonly writer: Database;
}

/** Names that SQL would trip over, and others than those of a test that runs at the same time. */
async function withRoles(context: TestContext, run: string): Promise<Roles> {
  const [readerName, writerName] = [`Reader "of" 100% ${run}'s`, `writer;--$do$ ${run}`];
  const url = await migratedDatabase(context);
  const owner = await opened(url);
  const script = grantsScript({ reader: readerName, writer: writerName });
  await owner.script(script);
  await owner.script(script);
  const [r, w] = [readerName, writerName].map((name) => `"${name.replaceAll('"', '""')}"`);
  await owner.script(`alter role ${r} password '${password}'; alter role ${w} password '${password}'`);
  context.onTestFinished(async () => {
    const cleaner = await openDatabase(url);
    await cleaner.script(`drop owned by ${r}, ${w}; drop role ${r}; drop role ${w}`);
    await cleaner.close();
  });
  return {
    owner,
    // Not opened read-only: what stops it must be its rights, and its own default can be changed by itself.
    reader: await opened(withUser(url, readerName, password)),
    readerUrl: withUser(url, readerName, password),
    writer: await opened(withUser(url, writerName, password)),
  };
}

test('the reader can diagnose and check', async (context) => {
  const { owner, reader } = await withRoles(context, 'a');
  await owner.script(
    `insert into dedupe.inbound_events (provider, workspace_id, event_id, payload) values ('slack', 'T1', 'Ev1', 'words')`,
  );
  await assertReadable(reader);
  const rows = await readEventRows(reader, { eventIds: ['Ev1'] });
  expect(rows.events.map(({ event_id }) => event_id)).toEqual(['Ev1']);
  expect(await reader.query('select * from dedupe.outbox')).toEqual([]);
  const all = { since: undefined, until: undefined };
  expect(await sweepEvents(reader, { ...all, limit: 10 }, () => {})).toMatchObject({ events: 1, effects: false });
  expect(await readFigures(reader, 'database', all)).not.toEqual([]);
  expect(await laterEvents(reader, 0 as Instant, 10)).toMatchObject({ eventIds: [] });
  expect(await laterRepeats(reader, 0 as Instant, 10)).toMatchObject({ several: [] });
  expect(await readLives(reader)).toEqual([]);
  expect(await readLiveConsumers(reader)).toEqual([]);
  expect(await readRepeatedEffects(reader)).toEqual([]);
  expect((await checkDatabase(reader)).differences).toEqual([]);
});

test('rows that row security hides are not taken for none', async (context) => {
  const { owner, readerUrl } = await withRoles(context, 'rls');
  await owner.script('alter table dedupe.tasks enable row level security');
  const whole = await opened(readerUrl, { readOnly: true, wholeTables: true });
  await expect(readEventRows(whole, { eventIds: ['Ev1'] })).rejects.toMatchObject({
    ...denied,
    message: expect.stringContaining('hides rows from this role'),
  });
});

test('the reader sees nothing that people wrote, and writes nothing', async (context) => {
  const { reader } = await withRoles(context, 'b');
  await reader.script('set default_transaction_read_only = off');
  const refused = [
    'select payload from dedupe.inbound_events',
    'select request from dedupe.operations',
    'select title from dedupe.tasks',
    'select * from dedupe.tasks',
    "insert into dedupe.instances (instance_id, role) values ('x', 'y')",
    "update dedupe.tasks set status = 'done'",
    'delete from dedupe.deliveries',
    'truncate dedupe.deliveries',
    'create table dedupe.mine (a int)',
    'drop table dedupe.tasks',
    'insert into dedupe.migrations select 2, name, checksum, breaking from dedupe.migrations',
  ];
  for (const statement of refused) await expect(reader.query(statement), statement).rejects.toMatchObject(denied);
  expect(await reader.query('select task_id, status from dedupe.tasks')).toEqual([]);
});

test('the writer does the work of the pipeline, and neither deletes nor changes the schema', async (context) => {
  const { writer } = await withRoles(context, 'c');
  await assertWritable(writer);
  await writer.transaction(async (inside) => {
    await inside.script(`insert into dedupe.inbound_events (provider, workspace_id, event_id, payload) values ('slack', 'T1', 'Ev1', 'words') on conflict do nothing;
      insert into dedupe.deliveries (delivery_id, provider, workspace_id, event_id) values ('d1', 'slack', 'T1', 'Ev1');
      update dedupe.deliveries set answered_at = clock_timestamp() where delivery_id = 'd1';
      insert into dedupe.attempts (provider, workspace_id, event_id, job_id, attempt) values ('slack', 'T1', 'Ev1', 'j1', 1);
      insert into dedupe.operations (source_event_key, workspace_id, provider, target, idempotency_key, request) values ('k', 'T1', 'slack', 'jira', 'i', 'words');
      update dedupe.operations set state = 'sent', sent_at = clock_timestamp(), attempt = attempt + 1 where state = 'planned' and attempt = 0;
      insert into dedupe.tasks (workspace_id, source_event_key, title) values ('T1', 'k', 'words');
      insert into dedupe.instances (instance_id, role) values ('i1', 'worker') on conflict (instance_id, role, workspace_id) do update set seen_at = clock_timestamp();
      update dedupe.inbound_events set payload = null where event_id = 'Ev1'`);
    await inside.query(`select event_id from dedupe.inbound_events where status = 'received' for update skip locked`);
  });
  const refused = [
    'delete from dedupe.tasks',
    'truncate dedupe.tasks',
    'alter table dedupe.tasks add column mine text',
    'create table dedupe.mine (a int)',
    'create index on dedupe.tasks (title)',
    'update dedupe.migrations set checksum = name',
  ];
  for (const statement of refused) await expect(writer.query(statement), statement).rejects.toMatchObject(denied);
});

test('a role without any right is told so, not that nothing is there', async (context) => {
  const { owner, reader } = await withRoles(context, 'd');
  await owner.script(`do $$ declare r text; begin for r in select rolname from pg_roles where rolname like 'Reader%d''s'
    loop execute format('revoke all on all tables in schema dedupe from %I; revoke all on schema dedupe from %I', r, r); end loop; end $$`);
  await expect(assertReadable(reader)).rejects.toMatchObject({
    ...denied,
    message: expect.stringContaining('may not read'),
  });
  await expect(readEventRows(reader, { eventIds: ['Ev1'] })).rejects.toMatchObject(denied);
});
