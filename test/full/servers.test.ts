// The same SQL on every PostgreSQL that this machine can run; DEDUPE_TEST_SERVERS names more folders with binaries.
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { checkDatabase } from '../../src/store/check-database.ts';
import { readEventRows } from '../../src/store/event-rows.ts';
import { grantsScript } from '../../src/store/grants.ts';
import { migrate } from '../../src/store/migrate.ts';
import { migrationOf } from '../../src/store/migration.ts';
import { migrations } from '../../src/store/migrations/index.ts';
import { findServers } from '../postgres-binaries.ts';
import { freshDatabase, opened, withUser } from '../postgres-database.ts';
import { type Server, startServer } from '../postgres-server.ts';
import { migrateProgram } from '../store/migrate-process.ts';

const start = migrateProgram();

describe.each(findServers())('PostgreSQL $version', (binaries) => {
  let server: Server;
  beforeAll(async () => {
    server = await startServer(binaries, { durable: true });
  });
  afterAll(() => server?.stop());

  test('twenty processes at once leave one correct schema', async (context) => {
    const url = await freshDatabase(context, server.url);
    const ended = await Promise.all(Array.from({ length: 20 }, () => start(url).ended));
    expect(ended.map(({ code, stderr }) => ({ code, stderr }))).toEqual(ended.map(() => ({ code: 0, stderr: '' })));
    const database = await opened(url);
    expect(await checkDatabase(database)).toEqual({ version: migrations.length, differences: [] });
    const [row] = await database.query<{ v: string }>("select current_setting('server_version_num') as v");
    expect(Math.floor(Number(row?.v) / 10_000)).toBe(binaries.version);
  });

  test('drift is found and repaired', async (context) => {
    const database = await opened(await freshDatabase(context, server.url));
    await migrate(database);
    await database.script(`alter table dedupe.attempts drop column attempt;
      alter table dedupe.inbound_events drop constraint inbound_events_key, alter column status type varchar(40);
      alter table dedupe.operations drop constraint operations_state_check; drop view dedupe.outbox; drop table dedupe.tasks;
      update pg_index set indisvalid = false where indexrelid = 'dedupe.deliveries_event'::regclass`);
    const { differences } = await checkDatabase(database);
    expect(differences.length).toBeGreaterThan(6);
    for (const statement of differences.flatMap(({ repair }) => repair)) await database.script(statement);
    expect((await checkDatabase(database)).differences).toEqual([]);
  });

  test('the reader reads, in one statement, and sees no words', async (context) => {
    const url = await freshDatabase(context, server.url);
    const owner = await opened(url);
    await migrate(owner);
    const roles = { reader: `reader_${binaries.version}`, writer: `writer_${binaries.version}` };
    await owner.script(`${grantsScript(roles)}; alter role ${roles.reader} password 'x'`);
    await owner.script(`insert into dedupe.inbound_events (provider, workspace_id, event_id, subject, payload)
      values ('slack', 'T1', 'Ev1', 's', 'words'), ('slack', 'T1', 'Ev2', 's', 'words')`);
    const reader = await opened(withUser(url, roles.reader, 'x'), { readOnly: true });
    const rows = await readEventRows(reader, { eventIds: ['Ev1'] });
    expect(rows.events.map(({ event_id }) => event_id).sort()).toEqual(['Ev1', 'Ev2']);
    await expect(reader.query('select payload from dedupe.inbound_events')).rejects.toMatchObject({
      code: 'DEDUPE_DB_REFUSED',
    });
    await owner.script(
      `drop owned by ${roles.reader}, ${roles.writer}; drop role ${roles.reader}; drop role ${roles.writer}`,
    );
  });

  test('an index is built outside a transaction, after its invalid leftover', async (context) => {
    const database = await opened(await freshDatabase(context, server.url));
    const list = [
      migrationOf('001_table', 'create table dedupe.t (a int);'),
      migrationOf(
        '002_index',
        '-- dedupe: outside-transaction\ncreate unique index concurrently t_a on dedupe.t (a);\n',
      ),
    ];
    await migrate(database, { migrations: list.slice(0, 1) });
    await database.script('insert into dedupe.t values (1), (1)');
    await expect(migrate(database, { migrations: list })).rejects.toMatchObject({ code: 'DEDUPE_MIGRATION_FAILED' });
    await database.script('delete from dedupe.t');
    expect((await migrate(database, { migrations: list })).map(({ status }) => status)).toEqual(['already', 'applied']);
  });
});
