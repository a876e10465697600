// Does the table adapter prove what it says on a real server, through a connection that loses what it is told to lose?
import { describe, expect, onTestFinished, type TestContext, test } from 'vitest';
import type { Database } from '../../src/postgres/database.ts';
import { postgres } from '../../src/targets/postgres.ts';
import { freshDatabase, opened, withUser } from '../postgres-database.ts';
import { tcpProxy } from '../tcp-proxy.ts';
import { type CheckName, checks, operation, type Stage } from './conformance.ts';

const never = new AbortController().signal;
const table = `create table tickets (id bigint generated always as identity primary key, source_event_key text not null unique, title text)`;
const request = (key: string) => Buffer.from(JSON.stringify({ source_event_key: key, title: 'x' }));

const open = (url: string, more: object = {}) => {
  const target = postgres.open(
    { table: 'tickets', ...more },
    { name: 'tickets', env: { DEDUPE_TARGET_DATABASE_URL: url }, folder: '/' },
  );
  onTestFinished(() => target.close?.());
  return target;
};

async function stage(context: TestContext): Promise<Stage & { reset(): Promise<void> }> {
  const url = await freshDatabase(context);
  const inside = await opened(url);
  await inside.script(`${table}; alter table tickets drop constraint tickets_source_event_key_key;
    create unique index only_key on tickets (source_event_key)`);
  const address = new URL(url);
  const proxy = await tcpProxy(address.hostname, Number(address.port), (bytes) =>
    bytes.includes('insert into "tickets"'),
  );
  onTestFinished(() => proxy.close());
  address.port = String(proxy.port);
  let blocking: Database | undefined;
  return {
    target: open(address.href),
    nobody: open('postgres://postgres@127.0.0.1:9/x'),
    request,
    bin: 'unseen',
    count: async (key) => {
      await proxy.answered();
      const rows = await inside.query('select 1 from tickets where source_event_key = $1', [key]);
      return rows.length;
    },
    put: async (key, { deleted = false } = {}) => {
      await inside.query('insert into tickets (source_event_key) values ($1)', [key]);
      if (deleted) await inside.query('delete from tickets where source_event_key = $1', [key]);
    },
    fill: async () => {},
    async fault(fault) {
      if (fault === 'lost-reply' || fault === 'dropped') proxy.loss = fault;
      if (fault === 'late-commit') {
        blocking = await opened(url);
        await blocking.script('begin; lock table tickets in share row exclusive mode');
      }
    },
    settle: async () => {
      await blocking?.script('commit');
      await inside.query('select pg_sleep(0.2)');
    },
    reset: async () => {
      proxy.loss = undefined;
      blocking = undefined;
      await inside.script('truncate tickets');
    },
  };
}

/** What is said of HTTP, of a search index or of more than one object means nothing to a table with a unique key. */
const apart: Partial<Record<CheckName, string>> = {
  'a key that systems trim or break is not sent': 'a text column keeps them',
  'a 504 after success is unknown, and the object is found': 'no gateway speaks this protocol',
  'an ignored filter is seen, and nothing follows from it': 'SQL does not ignore a condition',
  'a filter that finds nothing, whatever is there, is seen': 'SQL does not ignore a condition',
  'every page is read': 'a unique key has one row',
  'a further page that cannot be had makes nothing provable': 'a unique key has one row',
  'what moves over the edge of a page while it is read is not lost': 'a unique key has one row',
  'an answer that is only a part is not believed': 'a result comes whole or not',
  'a closed object counts': 'a row is a row',
  'an empty list without access is not believed': 'shown below, with row security',
  'a limit that is over in a moment is waited for': 'no limits of requests',
  'a limit without end is told as unreachable': 'no limits of requests',
  'a create over the limit is refused for a while': 'no limits of requests',
  'an answer that is no JSON is not believed': 'no JSON',
  'a create with an unreadable answer is unknown': 'no JSON',
  'a huge answer is cut off and not believed': 'one row',
  'a create with a huge answer is unknown': 'one row',
  'a redirect to another host is not followed': 'no redirects',
  'a broken gateway is unreachable, not empty': 'no gateway',
};

describe('a table', () => {
  test('survives everything that can happen to one', async (context) => {
    const one = await stage(context);
    for (const [name, check] of Object.entries(checks)) {
      if (apart[name as CheckName]) continue;
      await one.reset();
      const keepsKeys = name.startsWith('nobody') || name.startsWith('a request without');
      const put: Stage['put'] = (key, more) =>
        one.put(more?.title && !keepsKeys ? `${key}/${more.title.length}` : key, more);
      await check({ ...one, put }).catch((error: unknown) => {
        throw new Error(name, { cause: error });
      });
    }
  });

  test('tells rows that are marked as deleted, by a time or by true', async (context) => {
    const url = await freshDatabase(context);
    const inside = await opened(url);
    await inside.script(`create table tickets (id int primary key, source_event_key text not null, gone timestamptz, hidden boolean);
      create index on tickets (source_event_key); insert into tickets values
        (1, 'k', now(), true), (2, 'k', null, false), (3, 'old', now(), null)`);
    const states = async (more: object, key: string) => {
      const found = await open(url, more).find(key, never);
      return found.answer === 'found' && found.records.map(({ id, state }) => `${id} ${state}`);
    };
    expect(await states({ deleted_column: 'gone' }, 'k')).toEqual(['2 open', '1 deleted']);
    expect(await states({ deleted_column: 'hidden' }, 'k')).toEqual(['2 open', '1 deleted']);
    expect(await states({ deleted_column: 'gone' }, 'old')).toEqual(['3 deleted']);
    expect(await states({}, 'k')).toEqual(['1 open', '2 open']);
  });

  test('is believed by nobody whom row security keeps out, and by nobody who may not read it', async (context) => {
    const url = await freshDatabase(context);
    const inside = await opened(url);
    const [seer, stranger] = [`seer_${process.pid}`, `stranger_${process.pid}`];
    await inside.script(`${table}; insert into tickets (source_event_key) values ('k');
      alter table tickets enable row level security; create role ${seer} login password 'x';
      grant select on tickets to ${seer}; create role ${stranger} login password 'x'`);
    const hidden = open(withUser(url, seer, 'x'));
    expect(await hidden.find('k', never)).toMatchObject({ reason: expect.stringContaining('row security') });
    expect(await hidden.probe(never)).toMatchObject({ visible: false });
    expect(await open(withUser(url, stranger, 'x')).find('k', never)).toMatchObject({ answer: 'cannot-see' });
    expect(await open(withUser(url, stranger, 'wrong')).find('k', never)).toMatchObject({ answer: 'cannot-see' });
  });

  test('whose writer noted its transaction tells what became of it', async (context) => {
    const url = await freshDatabase(context);
    const [inside, writer] = [await opened(url), await opened(url)];
    await inside.script(`${table}; create table noted (key text, xid xid8)`);
    const target = open(url, { xid_query: 'select xid from noted where key = $1' });
    await writer.script('begin');
    const [row] = await writer.query<{ xid: string }>('select pg_current_xact_id()::text as xid');
    await inside.query('insert into noted values ($1, $2::xid8)', ['k', row?.xid]);
    expect(await target.find('k', never)).toMatchObject({
      answer: 'cannot-see',
      reason: expect.stringContaining('in progress'),
    });
    await writer.script('rollback');
    expect(await target.find('k', never)).toMatchObject({
      answer: 'none',
      control: expect.stringContaining('rolled back'),
    });
  });

  test('answers for ten thousand keys in a few statements', async (context) => {
    const url = await freshDatabase(context);
    const inside = await opened(url);
    await inside.script(
      `${table}; insert into tickets (source_event_key) select 'k' || n from generate_series(1, 10000, 2) n`,
    );
    const found = await open(url).findAll?.(
      Array.from({ length: 10_000 }, (_, n) => `k${n}`),
      never,
    );
    const answers = [...(found?.values() ?? [])].map(({ answer }) => answer);
    expect([answers.length, answers.filter((one) => one === 'found').length]).toEqual([10_000, 5_000]);
  });

  test('that has the key already answers a second create with the first row', async (context) => {
    const url = await freshDatabase(context);
    await (await opened(url)).script(table);
    const target = open(url);
    const first = await target.create(operation('k'), request('k'), never);
    expect(first).toMatchObject({ outcome: 'done', existed: false });
    expect(await target.create(operation('k'), request('k'), never)).toEqual({ ...first, existed: true });
  });

  test('that is not there cannot be seen', async (context) => {
    const url = await freshDatabase(context);
    expect(await open(url).find('k', never)).toMatchObject({ answer: 'cannot-see' });
    expect(await open(url).probe(never)).toMatchObject({ visible: false });
  });
});

test('a row into which a trigger writes another key is told as made without it; another spelling of the same value is not', async (context) => {
  const url = await freshDatabase(context);
  const database = await opened(url);
  await database.script(`${table};
    create function other() returns trigger language plpgsql as $$ begin new.source_event_key := 'x-' || new.source_event_key; return new; end $$;
    create trigger t before insert on tickets for each row when (new.title = 'changed') execute function other();
    create table ids (id bigint generated always as identity primary key, source_event_key uuid not null unique)`);
  const make = (key: string, title: string, more: object = {}) => {
    const body = { source_event_key: key, ...(title && { title }) };
    return open(url, more).create(operation(key), Buffer.from(JSON.stringify(body)), never);
  };
  expect(await make('k', 'changed')).toMatchObject({ outcome: 'done', keyless: true });
  expect(await make('k', 'kept')).not.toHaveProperty('keyless');
  const capitals = 'A0EEBC99-9C0B-4EF8-BB6D-6BB9BD380A11';
  expect(await make(capitals, '', { table: 'ids' })).toEqual({
    ...{ outcome: 'done', id: '1', url: undefined, existed: false },
  });
});
