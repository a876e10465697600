// A diagnosis changes nothing: it works without any right to write, and with all rights it leaves no trace of itself.
import { expect, it, type TestContext } from 'vitest';
import type { Database } from '../../src/postgres/database.ts';
import { openDatabase } from '../../src/postgres/open.ts';
import { incidents } from '../../src/scan/incidents.ts';
import { grantsScript } from '../../src/store/grants.ts';
import { loadRows } from '../../src/store/load-rows.ts';
import { migratedDatabase, opened, withUser } from '../postgres-database.ts';
import { runMain } from '../run-main.ts';

const incident = incidents().find(({ id }) => id === 'slow-work-before-answer');
const [ref = ''] = incident?.trace ?? [];
const tables = ['inbound_events', 'deliveries', 'attempts', 'operations', 'tasks', 'instances', 'migrations'];

it('traces under a role that may not write', async (context) => {
  const url = await loaded(context);
  const owner = await opened(url);
  const reader = `reader_${process.pid}`;
  await owner.script(grantsScript({ reader, writer: `writer_${process.pid}` }));
  await owner.script(`alter role ${reader} password 'only-for-this-test'`);
  const asReader = withUser(url, reader, 'only-for-this-test');
  const { code, stdout } = await runMain(['trace', ref, '--database', asReader]);
  expect(stdout).toMatch(/^DUPLICATE {2}2 tasks from 1 Slack message · ack-late-retry/);
  expect(code).toBe(1);
  await owner.script(`drop owned by ${reader}, writer_${process.pid}; drop role ${reader}, writer_${process.pid}`);
});

it('leaves the rows and the counters of a database as they were, with all rights', async (context) => {
  const url = await loaded(context);
  const before = await stateOf(url);
  expect((await runMain(['trace', ref, '--database', url])).code).toBe(1);
  expect((await runMain(['trace', 'Ev08NOBODY1', '--database', url])).code).toBe(2);
  expect(await stateOf(url)).toEqual(before);
  expect(before.rows.tasks).not.toBe('[]');
});

async function loaded(context: TestContext): Promise<string> {
  const url = await migratedDatabase(context);
  const database = await openDatabase(url);
  await loadRows(database, incident?.rows() ?? {});
  await database.close();
  return url;
}

/** Every row, and what the statistics say was written. */
async function stateOf(url: string) {
  const database = await opened(url);
  const rows: Record<string, unknown> = {};
  for (const table of tables)
    rows[table] = await one(
      database,
      `select coalesce(json_agg(t order by t::text), '[]')::text as v from dedupe.${table} t`,
    );
  const written = await one(
    database,
    "select coalesce(sum(n_tup_ins + n_tup_upd + n_tup_del), 0)::text as v from pg_stat_all_tables where schemaname = 'dedupe'",
  );
  return { rows, written };
}

async function one(database: Database, text: string): Promise<unknown> {
  const [row] = await database.query<{ v: unknown }>(text);
  return row?.v;
}

it('does not read a schema that says that it breaks older readers', async (context) => {
  const url = await loaded(context);
  const owner = await opened(url);
  const newer = "(version, name, checksum, breaking) values (99, '099_other', 'x', true)";
  await owner.script(`insert into dedupe.migrations ${newer}`);
  const { code, stdout, stderr } = await runMain(['trace', ref, '--database', url]);
  expect({ code, stdout }).toEqual({ code: 3, stdout: '' });
  expect(stderr).toContain('DEDUPE_SCHEMA_NEWER');
});
