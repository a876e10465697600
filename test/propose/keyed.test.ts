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
        ...{ name: 'arbeit', role: 'jobs', column: 'ereignis', unique: 'no' },
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
