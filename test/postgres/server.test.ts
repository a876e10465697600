// A connection to a real server: what it can do, what a reader cannot, and what its errors say.
import { expect, inject, test } from 'vitest';
import { failureOf } from '../../src/postgres/failure.ts';
import { openDatabase } from '../../src/postgres/open.ts';
import { freshDatabase, opened, withDatabase, withUser } from '../postgres-database.ts';
import { testPassword } from '../postgres-server.ts';

test('rows, parameters and several statements', async (context) => {
  const database = await opened(await freshDatabase(context));
  await database.script('create table t (a int, b text[]); insert into t values (1, null)');
  await database.query('insert into t values ($1, $2)', [2, ['x', 'y']]);
  expect(await database.query('select * from t order by a')).toEqual([
    { a: 1, b: null },
    { a: 2, b: ['x', 'y'] },
  ]);
  expect(database.engine).toBe('server');
});

test('a transaction is whole or nothing, and others wait for it', async (context) => {
  const database = await opened(await freshDatabase(context));
  await database.script('create table t (a int)');
  const failing = database.transaction(async (inside) => {
    await inside.query('insert into t values (1)');
    throw new Error('changed my mind');
  });
  const count = database.query<{ n: number }>('select count(*)::int as n from t');
  await expect(failing).rejects.toThrow('changed my mind');
  expect(await count).toEqual([{ n: 0 }]);
});

test('a reader cannot write, nor talk itself out of it', async (context) => {
  const url = await freshDatabase(context);
  const writer = await opened(url);
  await writer.script('create table t (a int)');
  const reader = await opened(url, { readOnly: true });
  await expect(reader.query('insert into t values (1)')).rejects.toThrow(/read-only transaction.*25006/);
  await expect(reader.script('commit; insert into t values (1)')).rejects.toThrow(/25006/);
  await reader.query("select set_config('default_transaction_read_only', 'off', false)");
  await expect(reader.query('insert into t values (1)')).rejects.toThrow(/25006/);
  expect(await reader.query('select a from t')).toEqual([]);
});

test('a reader is bounded in time, and can go on afterwards', async (context) => {
  const reader = await opened(await freshDatabase(context), { readOnly: true, statementTimeoutMs: 50 });
  await expect(reader.query('select pg_sleep(20)')).rejects.toMatchObject({ code: 'DEDUPE_DB_QUERY' });
  expect(await reader.query("select current_setting('transaction_read_only') as it")).toEqual([{ it: 'on' }]);
});

test('an abort breaks the statement under way', async (context) => {
  const stop = new AbortController();
  const database = await opened(await freshDatabase(context), { signal: stop.signal });
  const sleeping = database.query('select pg_sleep(20)');
  setTimeout(() => stop.abort(), 50);
  await expect(sleeping).rejects.toMatchObject({ code: 'DEDUPE_INTERRUPTED' });
});

test('errors carry their code and place, never the password', async (context) => {
  const url = await freshDatabase(context);
  const wrong = 'not:the/right@one';
  const cases = [
    [withUser(url, 'postgres', wrong), 'DEDUPE_DB_REFUSED'],
    [withDatabase(url, 'no_such_database'), 'DEDUPE_DB_REFUSED'],
    [url.replace(/:\d+\//, ':1/'), 'DEDUPE_DB_UNREACHABLE'],
    [`postgres://postgres:${testPassword}@host.invalid/x`, 'DEDUPE_DB_UNREACHABLE'],
  ] as const;
  for (const [address, code] of cases) {
    const error = await openDatabase(address).catch((caught: unknown) => caught);
    expect(error).toMatchObject({ code });
    const told = `${(error as Error).message}${(error as Error).stack}${((error as Error).cause as Error).stack}`;
    for (const secret of [wrong, encodeURIComponent(wrong), testPassword]) expect(told).not.toContain(secret);
  }
});

test('a password that the server repeats is masked', async (context) => {
  const database = await opened(await freshDatabase(context));
  const error = await database.query(`select '${testPassword}'::int`).catch((caught: unknown) => caught);
  expect((error as Error).message).toContain('a value is not written as its type asks (22P02)');
  expect(failureOf(error)?.sqlState).toBe('22P02');
  expect(failureOf(error)?.position).toBe(8);
  expect(String(failureOf(error)?.stack)).not.toContain(testPassword);
});

test('describe names host, port and database only', async (context) => {
  const url = await freshDatabase(context);
  const database = await opened(url);
  expect(database.describe()).toBe(`127.0.0.1:${new URL(inject('postgresUrl')).port}${new URL(url).pathname}`);
});
