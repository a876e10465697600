// Which column of which table should be unique: by what the tables look like, and by what a configuration says of them.
import { expect, test } from 'vitest';
import { keyedTables } from '../../src/propose/keyed.ts';
import { idAnd, table } from './tables.ts';

const moment = 'timestamp with time zone';
const inbox = table('inbound_events', idAnd({ event_id: 'text', received_at: moment }));
const jobs = table('app_jobs', idAnd({ payload: 'jsonb', attempts: 'integer', started_at: moment }));
const odd = table('arbeit', { nr: 'bigint', ereignis: 'text', wann: moment });
const oddJobs = {
  role: 'jobs' as const,
  text: "select 'arbeit' as queue, a.nr::text as job_id, a.ereignis::text as event_id from arbeit a where a.ereignis = $1",
};

test('a table that no name gives away is what the configuration calls it, by the column that it calls the event', () => {
  expect(keyedTables([inbox, odd], [oddJobs])).toEqual({
    keyed: [
      {
        ...{ name: 'arbeit', role: 'jobs', columns: ['ereignis'], unique: 'no' },
        repair: 'create unique index concurrently on arbeit (ereignis)',
      },
    ],
    keyless: [],
  });
  const kept = table(
    'arbeit',
    { nr: 'bigint', ereignis: 'text' },
    {
      uniques: [{ primary: false, whole: true, columns: ['ereignis'] }],
    },
  );
  expect(keyedTables([kept], [oddJobs]).keyed).toMatchObject([{ unique: 'yes' }]);
});

test('without the configuration it is nothing', () => {
  expect(keyedTables([inbox, odd]).keyed.map(({ name }) => name)).toEqual(['inbound_events']);
});

test('a configured table whose event stands inside JSON is named, with why nothing can be told', () => {
  const text = "select j.id::text as job_id, (j.payload->>'event_id')::text as event_id from app_jobs j";
  expect(keyedTables([inbox, jobs], [{ role: 'jobs', text }])).toMatchObject({
    keyed: [],
    keyless: [{ name: 'app_jobs', role: 'jobs', why: expect.stringContaining('inside payload (jsonb)') }],
  });
});

test('a configured table without a name for the event is said to have none', () => {
  const text = 'select a.nr::text as job_id, a.wann as at from arbeit a';
  expect(keyedTables([odd], [{ role: 'jobs', text }])).toMatchObject({
    keyed: [],
    keyless: [{ name: 'arbeit', why: 'which of its columns names the event is not known' }],
  });
});

test('of two tables that no name gives away neither is chosen', () => {
  const text = 'select a.ereignis as event_id from arbeit a join auftrag b on b.nr = a.nr';
  expect(keyedTables([odd, table('auftrag', idAnd({}))], [{ role: 'jobs', text }])).toEqual({ keyed: [], keyless: [] });
});

const keyOf = (columns: Record<string, string>, more: Parameters<typeof table>[2] = {}) =>
  keyedTables([table('SlackEvent', idAnd({ ...columns, receivedAt: moment }), more)]).keyed[0];

test.each([
  ['eventId teamId', { eventId: 'text', teamId: 'text' }],
  ['eventId teamId provider apiAppId', { apiAppId: 'text', provider: 'text', eventId: 'text', teamId: 'text' }],
  ['event_id workspace_id app_id', { event_id: 'text', workspace_id: 'uuid', app_id: 'bigint' }],
  ['event_id', { event_id: 'text', channel_id: 'text', event_type: 'text' }],
])('an id of an event is unique for its sender, workspace and app only: %s', (key, columns) => {
  expect(keyOf(columns)).toMatchObject({
    ...{ columns: key.split(' '), unique: 'no' },
    repair: `create unique index concurrently on SlackEvent (${key.replaceAll(' ', ', ')})`,
  });
});

test('an index that has them is enough, and so is one on the id alone', () => {
  const unique = (...columns: string[]) => ({ uniques: [{ primary: false, whole: true, columns }] });
  const columns = { eventId: 'text', teamId: 'text', apiAppId: 'text', text: 'text' };
  expect(keyOf(columns, unique('teamId', 'eventId'))).toMatchObject({ unique: 'yes', columns: ['teamId', 'eventId'] });
  expect(keyOf(columns, unique('eventId', 'teamId', 'apiAppId'))).toMatchObject({ unique: 'yes' });
  expect(keyOf(columns, unique('eventId'))).toMatchObject({ unique: 'yes' });
  expect(keyOf(columns, unique('eventId', 'text'))).toMatchObject({ unique: 'no' });
});

test('rows without a workspace are held apart by no index, unless it says so', () => {
  const all = table('inbound_events', idAnd({ event_id: 'text', team_id: 'text', received_at: moment }));
  const columns = all.columns.map((one) => ({ ...one, nullable: one.name === 'team_id' }));
  expect(keyedTables([{ ...all, columns }]).keyed).toMatchObject([
    { repair: 'create unique index concurrently on inbound_events (event_id, team_id) nulls not distinct' },
  ]);
});

test('a key of an effect is unique in its workspace, and a link to one event is alone enough', () => {
  const tasks = table('tasks', idAnd({ source_event_key: 'text', team_id: 'text', app_id: 'text' }));
  const links = [{ column: 'inbound_id', schema: 'public', table: 'inbound_events', to: 'id' }];
  const work = table('jobs', idAnd({ inbound_id: 'bigint', team_id: 'text', attempts: 'integer' }), { links });
  expect(keyedTables([inbox, tasks, work]).keyed.slice(1)).toMatchObject([
    { columns: ['source_event_key', 'team_id'] },
    { columns: ['inbound_id'] },
  ]);
});

test.each([
  [['received_at'], /^claim \(event_id\) .* a table of its own.*inbound_events is cut into partitions by received_at,/],
  [[null], /is cut into partitions by an expression,/],
  [['event_id'], /^create unique index on inbound_events \(event_id\)$/],
  [null, /^create unique index concurrently on inbound_events \(event_id\)$/],
])('a table that is cut by %j is told what PostgreSQL allows there', (cut, repair) => {
  expect(keyedTables([{ ...inbox, cut }]).keyed).toMatchObject([{ repair: expect.stringMatching(repair) }]);
});
