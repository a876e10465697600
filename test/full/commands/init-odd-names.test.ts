// As a new user with a database whose names nobody foresaw: dedupe init, a trace beside an nginx log, a scan.
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { expect, onTestFinished, type TestContext, test } from 'vitest';
import type { TraceDocument } from '../../../src/model/trace-document.ts';
import { freshDatabase, opened } from '../../postgres-database.ts';
import { runMain } from '../../run-main.ts';

const nginx = (at: string, seconds: string, id: string) =>
  `203.0.113.7 - - [28/Nov/2026:${at} +0000] "POST /slack/events HTTP/1.1" 200 0 "-" "Slackbot 1.0" rt=${seconds} rid=${id}`;

async function staged(context: TestContext, name: string) {
  const url = await freshDatabase(context);
  const script = readFileSync(
    fileURLToPath(new URL(`../../../fixtures/own-tables/${name}.sql`, import.meta.url)),
    'utf8',
  );
  await (await opened(url)).script(script);
  const cwd = mkdtempSync(join(tmpdir(), 'dedupe-odd-'));
  onTestFinished(() => rmSync(cwd, { recursive: true, force: true }));
  const log = [
    nginx('09:00:03', '0.110', 'a1f1'),
    nginx('09:00:04', '4.780', 'a1f0'),
    nginx('11:00:00', '0.15', 'a1f3'),
  ];
  writeFileSync(join(cwd, 'access.log'), `${log.join('\n')}\n`);
  const config = join(cwd, 'dedupe.config.yaml');
  const run = (...words: string[]) => runMain(words, { cwd, env: { DEDUPE_TABLES_DATABASE_URL: url } });
  const traced = async (...words: string[]) =>
    JSON.parse((await run('trace', ...words, '--format', 'json')).stdout) as TraceDocument;
  return { url, run, traced, config };
}

test('events, work and cases are known by what only they have, and lead to one another', async (context) => {
  const { url, run, traced, config } = await staged(context, 'odd-names');
  const { stdout, code } = await run('init');
  expect(code).toBe(0);
  for (const line of ['deliveries  desk.slack_in', 'attempts    desk.bg_work', 'records     desk.HelpdeskCases'])
    expect(stdout).toContain(line);
  expect(stdout).not.toContain('left aside');
  // Logs alone open no database, so it is named.
  const trace = await traced('4711', '4712', '--logs', 'access.log', '--database', url);
  expect(trace).toMatchObject({ verdict: 'duplicate', event: { event_id: 'Ev0A1B2C3D4E', workspace_id: 'T0ACME' } });
  expect(trace.findings[0]).toMatchObject({ rule: 'ack-late-retry' });
  expect(trace.records.map(({ id }) => id)).toEqual(['4711', '4712']);
  // The number of a row stands in every line of a log, and says nothing of it.
  const lost = await traced('Ev0LOST00001', '--logs', 'access.log', '--database', url);
  expect(lost.gaps.map(({ reason }) => reason).join('\n')).toContain('tables.records.keeps');
  expect(lost.gaps.map(({ reason }) => reason).join('\n')).not.toContain('access.log');
  writeFileSync(config, readFileSync(config, 'utf8').replace('# keeps: all', 'keeps: all'));
  expect((await traced('Ev0LOST00001')).verdict).toBe('lost');
  const scan = await run('scan');
  expect(scan.stdout).toMatch(/^FOUND {2}1 duplicate \(1 surplus record\), 1 lost in 3 events/);
});

test('what tells neither by its name nor by its columns what it holds is left aside, and never taken for objects', async (context) => {
  const { run, traced, config } = await staged(context, 'other-language');
  const { stdout, code } = await run('init');
  expect(code).toBe(0);
  expect(stdout).toContain('records     desk.Tickets');
  for (const name of ['arbeit', 'eingang'])
    expect(stdout).toContain(`left aside: desk.${name}, it has an event id, and`);
  expect(stdout).toContain('is written by hand: "Your own tables" in the README');
  // The time of a ticket is known by the default of its column.
  expect(readFileSync(config, 'utf8')).toContain('t."ErstelltAm" as at');
  const { records, verdict } = await traced('Ev08LANG001');
  expect([verdict, records.map(({ id }) => id)]).toEqual(['inconclusive', ['4711']]);
});
