// Own tables on a real server: what is bound, what is refused, what becomes of a row.
import { expect, type TestContext, test } from 'vitest';
import { tables as tablesKey } from '../../src/config/table-keys.ts';
import { tablesSource } from '../../src/evidence/tables.ts';
import { parseInstant } from '../../src/model/instant.ts';
import type { OwnTables } from '../../src/model/own-tables.ts';
import type { Identifier } from '../../src/model/timeline/identifiers.ts';
import { freshDatabase, opened } from '../postgres-database.ts';

type Entry = { select: string; scan?: string; words?: Record<string, string> };
const place = { folder: '/', cwd: '/', now: 0 as never };
const never = new AbortController().signal;

function settled(entries: Record<string, Entry | string>): OwnTables {
  const checked = tablesKey.schema().parse(entries);
  return tablesKey.settle(checked, place) as OwnTables;
}

async function staged(context: TestContext, script: string) {
  const url = await freshDatabase(context);
  const database = await opened(url);
  await database.script(script);
  const source = (entries: Record<string, Entry | string>) =>
    tablesSource(settled(entries), { url, shown: 'here', deadlineMs: 20_000 });
  const ask = (entries: Record<string, Entry | string>, ...identifiers: Identifier[]) =>
    source(entries).collect({ identifiers }, never);
  return { url, database, source, ask };
}

const tickets = `create table tickets (id bigint primary key, event text, state text, at timestamp, ref uuid);
  insert into tickets values (41, 'Ev1', 'failed', '2026-11-29 09:00:05', null), (42, 'Ev1', 'ok', '2026-11-29 09:00:06.5', null)`;
const records = {
  select:
    "select 'tickets' as target, id as record_id, event as event_id, at from tickets where event = :event_id or id = :record_id order by id",
};

test('a row is found by any of its names, and a bare time stands in the zone of the configuration', async (context) => {
  const { ask } = await staged(context, tickets);
  const { observations, gaps } = await ask({ time_zone: '+02:00', records }, { type: 'event_id', value: 'Ev1' });
  expect(gaps).toEqual([]);
  expect(observations).toMatchObject([
    {
      kind: 'record',
      fields: { record_id: '41', target: 'tickets', event_id: 'Ev1', at: parseInstant('2026-11-29T07:00:05Z') },
    },
    { fields: { record_id: '42', at: parseInstant('2026-11-29T07:00:06.500Z') } },
  ]);
  const byRecord = await ask({ records }, { type: 'record', value: 'tickets/42' }, { type: 'record_id', value: '41' });
  expect(byRecord.observations.map(({ provenance }) => provenance.where)).toEqual(['records 42', 'records 41']);
});

test('a name that cannot be of its column is no row, and hides no other', async (context) => {
  const { ask } = await staged(context, tickets);
  const two = { select: records.select.replace('order by', 'or ref = :source_event_key order by') };
  const found = await ask(
    { records: two },
    { type: 'record_id', value: 'OPS-41' },
    { type: 'source_event_key', value: 'slack:T1:Ev1' },
    { type: 'event_id', value: 'Ev1' },
  );
  expect([found.observations.length, found.gaps]).toEqual([2, []]);
  const large = await ask({ records }, { type: 'record_id', value: '99999999999999999999' });
  expect([large.observations, large.gaps]).toEqual([[], []]);
});

test('a value that cannot be read is blamed on its column, and not taken for a name that fits nowhere', async (context) => {
  const { ask } = await staged(context, tickets);
  const asked = (columns: string) =>
    ask(
      { records: { select: `select ${columns} from tickets where event = :event_id` } },
      { type: 'event_id', value: 'Ev1' },
    );
  await expect(asked("'soon' as created_at")).rejects.toThrow(
    'tables.records gives a column created_at, whose value cannot be used',
  );
  const delivered = (columns: string) =>
    ask(
      { deliveries: { select: `select ${columns} from tickets where event = :event_id` } },
      { type: 'event_id', value: 'Ev1' },
    );
  await expect(delivered('state as status')).rejects.toThrow(
    'tables.deliveries gives a column status, whose value cannot be used: not a whole number from 0',
  );
  await expect(delivered("'fax' as transport")).rejects.toThrow(
    'a column transport, whose value cannot be used: known are http, socket, rtm, poll, trigger',
  );
  await expect(delivered("'x' as init_ms")).rejects.toThrow(
    'init_ms, whose value cannot be used: not a number of milli',
  );
  await expect(delivered("'204' as status")).resolves.toMatchObject({
    observations: [{ fields: { status: 204 } }, {}],
  });
  await expect(asked("'x' as created_ta")).rejects.toThrow(
    'a column created_ta, which is no field of it; did you mean created_at?',
  );
  await expect(asked('state::int as record_id')).rejects.toThrow(
    'tables.records.select cannot be run: a value is not written as its type asks (22P02)',
  );
  await expect(asked('nobody as record_id')).rejects.toThrow('column "nobody" does not exist (42703)');
});

test('nothing is written, whatever the SELECT tries', async (context) => {
  const { ask, database } = await staged(
    context,
    `${tickets}; create sequence counter; create function sly() returns text language plpgsql as
     $$ begin delete from tickets; return 'x'; end $$`,
  );
  const tried = (columns: string, rest = '') =>
    ask(
      { records: { select: `select ${columns} from tickets where event = :event_id ${rest}` } },
      { type: 'event_id', value: 'Ev1' },
    );
  await expect(tried("nextval('counter') as record_id")).rejects.toThrow('tables.records.select would write');
  await expect(tried('sly() as record_id')).rejects.toThrow('would write');
  await expect(tried('id as record_id', 'for update')).rejects.toThrow('would write');
  const inside =
    'with gone as (delete from tickets returning id) select id as record_id from gone where :event_id::text is not null';
  await expect(ask({ records: { select: inside } }, { type: 'event_id', value: 'Ev1' })).rejects.toThrow(
    'cannot be run',
  );
  expect(await database.query('select id from tickets')).toHaveLength(2);
});

test('a time-out and a limit are told', async (context) => {
  const { ask, source } = await staged(context, `create table many as select n from generate_series(1, 1500) n`);
  const many = {
    select: "select n as record_id, 'many' as target from many where :event_id::text is not null",
    scan: "select n as record_id, 'many' as target, now() as at from many where now() between :from and :to",
  };
  const found = await ask({ records: many }, { type: 'event_id', value: 'Ev1' });
  expect(found.observations).toHaveLength(1000);
  expect(found.gaps).toMatchObject([{ kind: 'partial', reason: expect.stringContaining('more than 1000 rows') }]);
  const slow = { select: 'select pg_sleep(30)::text as record_id where :event_id::text is not null' };
  const hurried = tablesSource(settled({ records: slow }), {
    url: (await staged(context, 'select 1')).url,
    shown: 'here',
    deadlineMs: 300,
  });
  await expect(hurried.collect({ identifiers: [{ type: 'event_id', value: 'E' }] }, never)).rejects.toThrow(
    'here did not answer within 0.3 s',
  );
  expect(source({ records: many }).sweep).toBeDefined();
});

test('a bare "failed" is of unknown result until the configuration says what it means', async (context) => {
  const { ask } = await staged(context, tickets);
  const select =
    "select 'q' as queue, id as job_id, 1 as attempt, at as started_at, state as outcome from tickets where event = :event_id order by id";
  const outcomes = async (words?: Record<string, string>) => {
    const { observations, gaps } = await ask(
      { attempts: { select, ...(words && { words }) } },
      { type: 'event_id', value: 'Ev1' },
    );
    return [
      observations.map(({ fields }) => (fields as { outcome?: string }).outcome),
      gaps.map(({ reason }) => reason),
    ];
  };
  const [plain, told] = await outcomes();
  expect(plain).toEqual(['unknown', 'unknown']);
  expect(told).toEqual([
    'tables.attempts: in outcome 1 row says "failed", which does not say whether anything was made by then: map it under tables.attempts.words',
    'tables.attempts: in outcome 1 row says "ok", which is not known: map it under tables.attempts.words',
  ]);
  expect(await outcomes({ ok: 'done', failed: 'failed' })).toEqual([['failed', 'done'], []]);
});

test('a scan reads the span, keeps stories with a sign, and names a table that it cannot scan', async (context) => {
  const { source } = await staged(
    context,
    `${tickets}; insert into tickets values (43, 'Ev2', 'ok', '2026-11-29 10:00'), (44, 'Ev3', 'ok', '2026-11-20')`,
  );
  const columns = "select 'tickets' as target, id as record_id, event as event_id, at from tickets";
  const sweep = await source({
    records: { select: `${columns} where event = :event_id`, scan: `${columns} where at between :from and :to` },
    runs: { select: 'select event as event_id from tickets where event = :event_id' },
  }).sweep?.(
    {
      since: parseInstant('2026-11-29T00:00:00Z'),
      until: undefined,
      limit: 10,
      eventIds: [],
      effectsElsewhere: false,
      figures: false,
    },
    never,
    () => {},
  );
  expect(sweep).toMatchObject({ count: 1, left: 0, events: 2, showsEffects: true });
  expect((await sweep?.look([0], never))?.observations.map(({ fields }) => fields.event_id)).toEqual(['Ev1', 'Ev1']);
  expect(sweep?.gaps).toMatchObject([{ reason: expect.stringContaining('tables.runs has no scan') }]);
});

test('a scan whose SELECT for what was created fell shows no effects', async (context) => {
  const { source } = await staged(context, tickets);
  const columns = "select event as event_id, at, 'slack' as provider from tickets";
  const span = 'where at between :from and :to';
  const sweep = await source({
    deliveries: { select: `${columns} where event = :event_id`, scan: `${columns} ${span}` },
    records: {
      select: "select 'tickets' as target, id as record_id from tickets where event = :event_id",
      scan: `select 'tickets' as target, nocol as record_id from tickets ${span}`,
    },
  }).sweep?.(
    { since: undefined, until: undefined, limit: 10, eventIds: [], effectsElsewhere: false, figures: false },
    never,
    () => {},
  );
  expect(sweep).toMatchObject({ showsEffects: false });
  expect(sweep?.gaps).toMatchObject([{ reason: expect.stringContaining('nocol') }]);
});

test('a scan whose calls bear a word that nobody described has seen them all the same', async (context) => {
  const { source } = await staged(context, tickets);
  const columns = "select 'tickets' as target, id as call_id, 'odd' as outcome, event as event_id, at from tickets";
  const sweep = await source({
    calls: { select: `${columns} where event = :event_id`, scan: `${columns} where at between :from and :to` },
  }).sweep?.(
    { since: undefined, until: undefined, limit: 10, eventIds: [], effectsElsewhere: false, figures: false },
    never,
    () => {},
  );
  expect(sweep?.gaps).toMatchObject([{ reason: expect.stringContaining('"odd", which is not known') }]);
  expect(sweep).toMatchObject({ showsEffects: true });
});

test.each([
  [{ records: { select: 'select 1; select 2' } }, 'records.select holds more than one statement'],
  [{ records: { select: 'select 1 where a = :id' } }, 'records.select names :id'],
  [{ records: { select: 'select 1' } }, 'records.select asks for none of :event_id'],
  [
    { records: { select: 'select :event_id', scan: 'select 1 where :from < now()' } },
    'records.scan needs both :from and :to',
  ],
  [{ records: { select: 'select :event_id', scan: 'select :event_id' } }, 'records.scan names :event_id'],
  [{ time_zone: 'Mars' }, 'no zone: Mars'],
])('%j is refused before anything is opened', (entries, why) => {
  expect(tablesKey.settle(tablesKey.schema().parse(entries), place)).toMatchObject({
    why: expect.stringContaining(why),
  });
});
