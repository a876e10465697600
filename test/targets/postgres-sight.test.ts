// What keeps the table adapter from believing an empty answer: what is no whole table, and who still writes to a part of it.
import { describe, expect, onTestFinished, test } from 'vitest';
import { operation } from './conformance.ts';
import { database, open, ordinary } from './postgres-table.ts';

const never = new AbortController().signal;

const partitioned = `create table tickets (id int, key text, at int) partition by range (at);
  create table old partition of tickets for values from (0) to (10) partition by range (at);
  create table older partition of old for values from (0) to (5)`;

describe('an empty answer proves nothing', () => {
  const cases: readonly (readonly [string, string, object, string])[] = [
    [
      'of a view with a condition',
      `${ordinary}; create view v as select * from tickets where open`,
      { table: 'v' },
      'a view',
    ],
    [
      'of a materialized view',
      `${ordinary}; create materialized view v as select * from tickets`,
      { table: 'v' },
      'a materialized view',
    ],
    ['of one partition', partitioned, { table: 'older' }, 'name old'],
    [
      'of a table that another one is a child of',
      `${ordinary}; create table child () inherits (tickets)`,
      { table: 'child' },
      'name tickets',
    ],
    [
      'of a table that a subscription fills',
      `${ordinary}; create subscription SUBSCRIPTION connection 'dbname=nowhere' publication p with (connect = false, slot_name = none, enabled = false);
       insert into pg_subscription_rel (srsubid, srrelid, srsubstate) select oid, 'tickets'::regclass, 'r' from pg_subscription where subname = 'SUBSCRIPTION'`,
      {},
      'logical subscription',
    ],
  ];
  for (const [name, sql, more, reason] of cases)
    test(name, async (context) => {
      const own = `s_${process.pid}_${Date.now()}`;
      const { url, inside } = await database(context, sql.replaceAll('SUBSCRIPTION', own));
      if (sql.includes('SUBSCRIPTION')) onTestFinished(() => inside.script(`drop subscription ${own}`));
      expect(await open(url, more).find('k', never)).toMatchObject({
        answer: 'cannot-see',
        reason: expect.stringContaining(reason),
      });
      expect(await open(url, more).probe(never)).toMatchObject({ visible: false });
    });

  test('of a table with a foreign part', async (context) => {
    const { url } = await database(
      context,
      `${partitioned}; create foreign data wrapper w; create server s foreign data wrapper w;
       create foreign table afar partition of tickets for values from (10) to (20) server s`,
    );
    expect(await open(url).find('k', never)).toMatchObject({ answer: 'cannot-see' });
  });

  test('while somebody writes to a partition by its own name', async (context) => {
    const { url, inside } = await database(context, partitioned);
    await inside.script(`begin; insert into older values (1, 'k', 1)`);
    expect(await open(url).find('k', never)).toMatchObject({
      answer: 'cannot-see',
      reason: expect.stringContaining('has not ended'),
    });
    await inside.script('commit');
    expect(await open(url).find('k', never)).toMatchObject({ answer: 'found' });
  });

  test('but that of a table, whole or in parts, does', async (context) => {
    const { url, inside } = await database(context, partitioned);
    expect(await open(url).find('k', never)).toMatchObject({ answer: 'none', store: 'primary' });
    await inside.script(`create table others (key text); begin; insert into others values ('k')`);
    expect(await open(url).find('k', never)).toMatchObject({ answer: 'none', store: 'primary' });
    await inside.script(`commit; drop table tickets; ${ordinary}; create view v as select * from tickets`);
    expect(await open(url).find('k', never)).toMatchObject({ answer: 'none', store: 'primary' });
  });
});

test('what is written while a list by time is read is in it', async (context) => {
  const { url, inside } = await database(
    context,
    `${ordinary}; alter table tickets add made timestamptz default now()`,
  );
  await inside.script(`begin; insert into tickets (key) values ('k')`);
  const now = Date.now();
  const target = open(url, { created_column: 'made' });
  const found = target.findWindow((now - 60_000) as never, (now + 60_000) as never, 'k', never);
  await inside.query('select pg_sleep(0.4)');
  await inside.script('commit');
  expect(await found).toMatchObject({ answer: 'found' });
});

describe('the proof tells about the key', () => {
  test('whether any row has one', async (context) => {
    const { url, inside } = await database(context, ordinary);
    const told = async () => (await open(url).probe(never)).evidence;
    expect(await told()).toContain('it is empty');
    await inside.script('insert into tickets (open) values (true)');
    expect(await told()).toContain('none of them has a key yet');
    await inside.script(`insert into tickets (key) values ('k')`);
    expect(await told()).toContain('rows with a key are visible');
  });

  const cases: readonly (readonly [string, string, string])[] = [
    ['a unique index', 'create unique index whole on tickets (key)', 'unique index whole'],
    ['one over some rows', 'create unique index part on tickets (key) where open', 'no unique index on the key'],
    ['one on an expression', 'create unique index lowered on tickets (lower(key))', 'no unique index on the key'],
    [
      'one over two columns',
      'create unique index two on tickets (key, open)',
      'no unique index on the key alone (two has other columns too)',
    ],
    [
      'one that was never finished',
      "create unique index broken on tickets (key); update pg_index set indisvalid = false where indexrelid = 'broken'::regclass",
      'no unique index on the key',
    ],
    [
      'one of the parent alone',
      'create unique index whole on tickets (key); create table child () inherits (tickets)',
      'no unique index on the key',
    ],
    [
      'a name that is written with capitals',
      'alter table tickets rename key to "Key"; create unique index named on tickets ("Key")',
      'unique index named',
    ],
  ];
  for (const [name, sql, told] of cases)
    test(name, async (context) => {
      const { url } = await database(context, `create table tickets (id int, key text, open boolean); ${sql}`);
      const found = await open(url, sql.includes('"Key"') ? { key_column: 'Key' } : {}).find('k', never);
      expect(found.answer === 'none' && found.control.split(', ')).toContain(told);
      const more = sql.includes('"Key"') ? { key_column: 'Key' } : {};
      expect(await open(url, more).probe(never)).toMatchObject({ isUnique: told.startsWith('unique') });
    });
});

describe('a key is compared as the column compares', () => {
  const uuid = '0b5c7f0e-6a5e-4a53-9a3b-5d1f2d7b9a10';
  const other = '1b5c7f0e-6a5e-4a53-9a3b-5d1f2d7b9a10';

  test('a UUID in capitals is the same one', async (context) => {
    const { url, inside } = await database(
      context,
      'create table tickets (id int primary key, key uuid unique, at timestamptz)',
    );
    await inside.query('insert into tickets values (1, $1, now())', [uuid]);
    const target = open(url, { created_column: 'at' });
    const asked = uuid.toUpperCase();
    const found = { answer: 'found', records: [{ id: '1', key: asked }] };
    expect(await target.find(asked, never)).toMatchObject(found);
    const now = Date.now();
    expect(await target.findWindow((now - 60_000) as never, (now + 60_000) as never, asked, never)).toMatchObject(
      found,
    );
    expect(await target.find(other, never)).toMatchObject({ answer: 'none' });
    expect(
      await target.create(operation(asked), Buffer.from(JSON.stringify({ id: 2, key: asked })), never),
    ).toMatchObject({ id: '1', existed: true });
    const both = await target.findAll?.([uuid, asked], never);
    expect([...(both?.values() ?? [])].map(({ answer }) => answer)).toEqual(['found', 'found']);
  });

  test('a key that is longer than the column is not cut to fit', async (context) => {
    const { url, inside } = await database(context, 'create table tickets (id int primary key, key varchar(4) unique)');
    await inside.script(`insert into tickets values (1, 'key1')`);
    expect(await open(url).find('key12', never)).toMatchObject({ answer: 'none' });
  });
});

describe('a create', () => {
  const insert = (url: string, more: object = {}) =>
    open(url, more).create(operation('k'), Buffer.from(JSON.stringify({ key: 'k' })), never);
  const failing = (state: string) =>
    `${ordinary}; create function fails() returns trigger language plpgsql as
      $$ begin raise exception 'no' using errcode = '${state}'; end $$;
     create trigger fails before insert on tickets for each row execute function fails()`;

  for (const [state, temporary] of [
    ['57014', true],
    ['53100', true],
    ['53200', true],
    ['58030', true],
    ['23514', false],
    ['42501', false],
  ] as const)
    test(`that ends in ${state} is refused ${temporary ? 'for a while' : 'for good'}`, async (context) => {
      const { url } = await database(context, failing(state));
      expect(await insert(url)).toMatchObject({ outcome: 'refused', reason: state, temporary });
    });

  test('on a server that only reads for now is refused for a while', async (context) => {
    const { url, inside } = await database(context, ordinary);
    await inside.script(`alter database ${new URL(url).pathname.slice(1)} set default_transaction_read_only = on`);
    expect(await insert(url)).toMatchObject({ outcome: 'refused', reason: '25006', temporary: true });
  });

  test('through a view is not sent', async (context) => {
    const { url, inside } = await database(context, `${ordinary}; create view v as select * from tickets where open`);
    expect(await insert(url, { table: 'v' })).toEqual({ outcome: 'refused', reason: 'not_a_table', temporary: false });
    expect(await inside.query('select 1 from tickets')).toEqual([]);
  });
});
