// Are statements planned once for a session, and does a pooler that hands sessions on take nothing away?
import { expect, test } from 'vitest';
import { nameOfStatement } from '../../src/postgres/prepared.ts';
import { freshDatabase, opened } from '../postgres-database.ts';

const text = 'select $1::int + 1 as next';
const known = 'select name from pg_prepared_statements where not from_sql';

test('a session that asks again and again prepares, and no other one does', async (context) => {
  const url = await freshDatabase(context);
  const database = await opened(url, { prepared: true });
  expect(await database.query(text, [1])).toEqual([{ next: 2 }]);
  expect(await database.query(text, [2])).toEqual([{ next: 3 }]);
  expect(await database.query(known)).toContainEqual({ name: nameOfStatement(text) });
  await database.transaction(async (inside) => void (await inside.query('select $1::int as inside', [1])));
  expect(await database.query(known)).not.toContainEqual({ name: nameOfStatement('select $1::int as inside') });
  const other = await opened(url);
  await other.query(text, [1]);
  expect(await other.query(known)).toEqual([]);
});

test('what another session does not know is asked without a name, and answered', async (context) => {
  const database = await opened(await freshDatabase(context), { prepared: true });
  await database.query(text, [1]);
  await database.script('deallocate all');
  expect(await database.query(text, [2])).toEqual([{ next: 3 }]);
  expect(await database.query(text, [3])).toEqual([{ next: 4 }]);
});

test('a name that somebody took before is no obstacle', async (context) => {
  const database = await opened(await freshDatabase(context), { prepared: true });
  await database.script(`prepare ${nameOfStatement(text)} as select 7 as next`);
  expect(await database.query(text, [1])).toEqual([{ next: 2 }]);
});

test('a fault of the statement itself is told, and not asked twice', async (context) => {
  const database = await opened(await freshDatabase(context), { prepared: true });
  await database.script('create table once (n int); create sequence tries');
  const failing = "insert into once select (nextval('tries') / ($1::int - 1))::int returning n";
  await expect(database.query(failing, [1])).rejects.toMatchObject({ code: 'DEDUPE_DB_QUERY' });
  expect(await database.query('select last_value::int as tries from tries')).toEqual([{ tries: 1 }]);
});
