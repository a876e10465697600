// Does a count by SQL count the objects of one act, and say so when it cannot?
import { expect, inject, it } from 'vitest';
import { CountFailed, together } from '../../../src/drill/count/counter.ts';
import { type BoundQuery, bind, sqlCounter } from '../../../src/drill/count/sql.ts';
import { messageOf } from '../../../src/drill/world/payloads.ts';
import { freshDatabase, opened } from '../../postgres-database.ts';
import { acts, never } from '../played.ts';

const bound = (sql: string) => bind(sql) as BoundQuery;

it('binds what it is asked for, once for each name, and leaves casts and other text alone', () => {
  expect(bind("select id from t where a = :key and b = :ts::numeric and c = ':none' and d = :key")).toEqual({
    text: "select id from t where a = $1::text and b = $2::text::numeric and c = ':none' and d = $1::text",
    names: ['key', 'ts'],
  });
  expect(bind('select id from t where a::key = :marker')?.text).toBe('select id from t where a::key = $1::text');
});

it.each([
  'select id from t',
  'select id from t where team = :team and channel = :channel',
  'select 1 where a = :other',
])('refuses %s, which names no event', (sql) => expect(bind(sql)).toBeUndefined());

it('counts the objects of one act under any of its names, and never those of another', async (context) => {
  const url = await freshDatabase(context);
  const database = await opened(url);
  await database.script('create table tasks (id serial, key text, title text)');
  const all = acts();
  const [one, other] = [all.next(), all.next()];
  const eventId = JSON.parse(messageOf(one).body).event_id;
  const subject = `slack:${one.identity.teamId}:${one.identity.channelId}:${one.ts}`;
  const insert = (key: string, title = '') =>
    database.query('insert into tasks (key, title) values ($1, $2)', [key, title]);
  await insert(subject, `please ${one.marker}`);
  await insert(`slack:${one.identity.teamId}:${eventId}`);
  await insert('another', other.marker);
  const byKey = sqlCounter(url, bound('select id from tasks where key = :key'));
  const byMarker = sqlCounter(url, bound("select id from tasks where title like '%' || :marker || '%'"));
  expect(await byKey.count(one, never)).toEqual(['1', '2']);
  expect(await byMarker.count(one, never)).toEqual(['1']);
  expect(await byMarker.count(other, never)).toEqual(['3']);
  await Promise.all([byKey.close(), byMarker.close()]);
});

it.each([
  ['select count(*) from pg_class where relname = :marker', 'it must give a row for each object'],
  ['select null where :marker is not null', 'an object without an id'],
  ['select id from nowhere where id = :marker', 'relation "nowhere" does not exist'],
  ['insert into t values (:marker) returning 1', 'does not exist'],
])('%s cannot be used, and says why', async (sql, why) => {
  const counter = sqlCounter(inject('postgresUrl'), bound(sql));
  const act = acts().next();
  messageOf(act);
  const failed = await counter.count(act, never).catch((error: unknown) => error);
  expect(failed).toBeInstanceOf(CountFailed);
  expect(failed).toMatchObject({ message: expect.stringContaining(why), isMisuse: true });
  await counter.close();
});

it('cannot write', async (context) => {
  const url = await freshDatabase(context);
  const database = await opened(url);
  await database.script('create table tasks (id text)');
  const counter = sqlCounter(url, bound('insert into tasks values (:marker) returning id'));
  const act = acts().next();
  messageOf(act);
  await expect(counter.count(act, never)).rejects.toThrow(/read-only/);
  expect(await database.query('select * from tasks')).toEqual([]);
  await counter.close();
});

it('joins what several questions found without counting an object twice, or two as one', () => {
  expect(together([['a', 'b'], ['b', 'c'], []])).toEqual(['a', 'b', 'c']);
  expect(together([['a', 'a'], ['a']])).toEqual(['a', 'a']);
});
