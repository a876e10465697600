// What own tables alone can say: one SELECT that fails costs its own kind, and absence shows something where somebody answers for it.
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, type TestContext, test } from 'vitest';
import type { ScanDocument } from '../../src/model/scan-document.ts';
import type { TraceDocument } from '../../src/model/trace-document.ts';
import { folder } from '../commands/examined.ts';
import { freshDatabase, opened, withUser } from '../postgres-database.ts';
import { runMain } from '../run-main.ts';

const script = `
  create table webhooks (id bigserial primary key, event_id text, came timestamptz, answered timestamptz);
  create table tickets (id bigserial primary key, event_id text, made timestamptz);
  insert into webhooks (event_id, came, answered) values
    ('Ev1', '2026-11-29 09:00:00+00', '2026-11-29 09:00:00.2+00'), ('Ev2', '2026-11-29 09:10:00+00', '2026-11-29 09:10:00.2+00');
  insert into tickets (event_id, made) values ('Ev1', '2026-11-29 09:00:01+00')`;

const deliveries = `deliveries:
    select: select id as delivery_id, event_id, came as at, answered as answered_at, 200 as status, 0 as retry_num from webhooks where event_id = :event_id
    scan: select id as delivery_id, event_id, came as at from webhooks where came between :from and :to`;
const records = (more = '', columns = "'tickets' as target, id as record_id, event_id, made as at") => `records:
    select: select ${columns} from tickets where event_id = :event_id or id = :record_id
    scan: select ${columns} from tickets where made between :from and :to${more}`;

async function staged(context: TestContext, ...tables: readonly string[]) {
  const url = await freshDatabase(context);
  const database = await opened(url);
  await database.script(script);
  const cwd = folder();
  const write = (...parts: readonly string[]) =>
    writeFileSync(join(cwd, 'dedupe.config.yaml'), `tables:\n  ${parts.join('\n  ')}\n`);
  write(...tables);
  const run = async (words: readonly string[], as = url) => {
    const ran = await runMain([...words, '--format', 'json'], { cwd, env: { DEDUPE_TABLES_DATABASE_URL: as } });
    const document = JSON.parse(ran.stdout || '{}') as TraceDocument;
    return {
      ...ran,
      document,
      gaps: (document.gaps ?? []).map(({ source, reason }) => `${source}: ${reason}`).join('\n'),
    };
  };
  return { url, cwd, database, write, run };
}

const keeps = '\n    keeps: all';

test('nobody answers for the table: one task is not called single, and the gap names the key that would do', async (context) => {
  const { run } = await staged(context, deliveries, records());
  const { document, code } = await run(['trace', 'Ev1']);
  expect([document.verdict, code]).toEqual(['inconclusive', 3]);
  expect(document.headline).toContain('tables.records.keeps in the configuration (all, or a span such as 90d)');
});

test('of an event of which no row tells that anything was made, the key is a gap; of one with a task it is none', async (context) => {
  const { run } = await staged(context, deliveries, records());
  expect((await run(['trace', 'Ev2'])).gaps).toContain('tables.records.keeps in the configuration');
  const made = (await run(['trace', 'Ev1'])).document.gaps.filter(({ source }) => source === 'tables');
  expect(made).toEqual([]);
});

test('with logs alone no database is opened, and whoever finds nothing is told so', async (context) => {
  const { run, url } = await staged(context, deliveries, records());
  const { stderr, code } = await run(['trace', 'Ev1', '--logs', 'dedupe.config.yaml']);
  expect([code, stderr]).toEqual([2, expect.stringContaining('not in tables (not opened: --logs without --database)')]);
  const doctor = await run(['doctor', '--logs', 'dedupe.config.yaml']);
  expect(doctor.stdout).toContain('not opened: --logs without --database');
  expect(doctor.stdout).not.toContain('no database is named');
  expect((await run(['trace', 'Ev1', '--logs', 'dedupe.config.yaml', '--database', url])).document.facts).toHaveLength(
    2,
  );
});

test('where every task has its row for ever, one task is single and none is lost', async (context) => {
  const { run } = await staged(context, deliveries, records(keeps));
  expect((await run(['trace', 'Ev1'])).document.verdict).toBe('single');
  const lost = await run(['trace', 'Ev2']);
  expect([lost.document.verdict, lost.code]).toEqual(['lost', 1]);
});

test('rows that were not kept for as long as the event is old show nothing', async (context) => {
  const { run, database } = await staged(context, deliveries, records('\n    keeps: 2d'));
  await database.script("update webhooks set came = now() - interval '30 days', answered = now() - interval '30 days'");
  expect((await run(['trace', 'Ev1'])).document.verdict).toBe('inconclusive');
  await database.script(
    `update webhooks set came = now() - interval '1 day', answered = now() - interval '1 day';
     update tickets set made = now() - interval '1 day'`,
  );
  expect((await run(['trace', 'Ev1'])).document.verdict).toBe('single');
});

test('row security that would hide rows is not taken for their absence', async (context) => {
  const { run, database, url } = await staged(context, deliveries, records(keeps));
  const reader = `hidden_reader_${process.pid}`;
  await database.script(
    `create role ${reader} login password 'only-for-this-test'; grant select on webhooks, tickets to ${reader};
     alter table tickets enable row level security; create policy p on tickets for select to ${reader} using (id > 100)`,
  );
  const { document, gaps, code } = await run(['trace', 'Ev1'], withUser(url, reader, 'only-for-this-test'));
  expect(gaps).toMatch(/tables\.records.*row-level security/);
  expect([document.verdict === 'lost', code]).toEqual([false, 3]);
  await database.script(`drop owned by ${reader}; drop role ${reader}`);
});

test('a SELECT that fails is a gap of its kind, in a trace, a scan and the doctor; the others are told', async (context) => {
  const { run, database } = await staged(context, deliveries, records('', 'gone as record_id, event_id, made as at'));
  const { document, gaps, code } = await run(['trace', 'Ev1']);
  expect(document.facts.map(({ kind }) => kind)).toEqual(['delivery']);
  expect(gaps).toMatch(/tables\.records\.select cannot be run: column "gone" does not exist/);
  expect(code).toBe(3);
  const scan = await run(['scan']);
  expect(scan.stdout).toMatch(/tables\.records\.scan cannot be run/);
  expect(scan.code).toBe(3);
  const doctor = await run(['doctor']);
  expect(doctor.stdout).toMatch(/1 of 2 SELECTs run; rows of tables\.deliveries were seen; tables\.records: /);
  await database.script('drop table tickets, webhooks');
  const none = await run(['trace', 'Ev1']);
  expect(none.stderr).toContain('cannot be run');
  expect(none.code).toBe(3);
});

test('a span that is none is refused with the place', async (context) => {
  const { run } = await staged(context, deliveries, records('\n    keeps: forever'));
  const { code, stderr, stdout } = await run(['trace', 'Ev1']);
  expect([code, stderr + stdout]).toEqual([2, expect.stringContaining('tables.records.keeps is \\"forever\\"')]);
});

describe('a scan of own tables alone', () => {
  const lostOf = ({ stdout }: { stdout: string }) => {
    const { groups } = JSON.parse(stdout) as ScanDocument;
    return groups.filter(({ kind }) => kind === 'lost').flatMap(({ examples }) => examples.map(({ ref }) => ref));
  };
  const noted = (gaps: string) => gaps.split('\n').filter((line) => line.includes('tables.'));

  test('lists an event of which nothing was made, where each task has its row', async (context) => {
    const { run } = await staged(context, deliveries, records(keeps));
    const scan = await run(['scan']);
    expect([lostOf(scan), scan.code]).toEqual([['Ev2'], 1]);
    expect(noted(scan.gaps)).toEqual([]);
    // What was made after the end of the span is not in it, and may be what the event became.
    const early = await run(['scan', '--until', '2026-11-29T09:10:00.1Z']);
    expect(lostOf(early)).toEqual([]);
  });

  test('lists none where nothing says so, and tells what would', async (context) => {
    const { run, write } = await staged(context, deliveries, records());
    const unkept = await run(['scan']);
    expect([lostOf(unkept), noted(unkept.gaps)]).toEqual([[], [expect.stringContaining('tables.records.keeps in')]]);
    write(deliveries);
    const blind = await run(['scan']);
    expect([lostOf(blind), noted(blind.gaps)]).toEqual([[], [expect.stringContaining('no scan of tables.records')]]);
    write(deliveries, records(keeps, "'tickets' as target, id as record_id, made as at"));
    const nameless = await run(['scan']);
    expect([lostOf(nameless), noted(nameless.gaps)]).toEqual([[], [expect.stringContaining('tables.records has no')]]);
  });

  test('lists none whose row is younger than what it is asked about, or that was turned away on purpose', async (context) => {
    const { run, database } = await staged(
      context,
      deliveries.replaceAll(' from webhooks', ', why as disposition from webhooks'),
      records('\n    keeps: 2d'),
    );
    await database.script(
      "alter table webhooks add why text; update webhooks set why = 'filtered' where event_id = 'Ev2'",
    );
    expect(lostOf(await run(['scan']))).toEqual([]);
    await database.script(
      "update webhooks set why = 'accepted', came = now() - interval '30 days' where event_id = 'Ev2'",
    );
    expect(lostOf(await run(['scan']))).toEqual([]);
    await database.script("update webhooks set came = now() - interval '1 day' where event_id = 'Ev2'");
    expect(lostOf(await run(['scan']))).toEqual(['Ev2']);
  });

  test('shows it of events that only a log received, and finds the task of one by any of its names', async (context) => {
    const { run, url, cwd } = await staged(context, records(keeps));
    const came = (id: string) =>
      JSON.stringify({
        dedupe: 'delivery',
        at: '2026-11-29T09:00:00Z',
        event_id: id,
        delivery_id: `d-${id}`,
        disposition: 'accepted',
        answered_at: '2026-11-29T09:00:00.1Z',
        status: 200,
      });
    writeFileSync(join(cwd, 'app.jsonl'), `${came('Ev1')}\n${came('Ev9')}\n`);
    const scan = await run(['scan', '--logs', 'app.jsonl', '--database', url]);
    expect(lostOf(scan)).toEqual(['Ev9']);
    // One that is another database has to hold the schema that it is named for.
    const another = await run(['scan', '--logs', 'app.jsonl', '--database', await freshDatabase(context)]);
    expect([another.code, another.gaps]).toEqual([
      3,
      expect.stringContaining('has no dedupe schema (DEDUPE_SCHEMA_MISSING)'),
    ]);
  });
});
