// --save, --from and --anonymize at the command line: one answer on all three ways, and nothing written that must not be.
import { existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { afterAll, expect, it } from 'vitest';
import type { SavedTrace } from '../../src/model/saved-trace.ts';
import { type Ran, runMain } from '../run-main.ts';

const folder = mkdtempSync(join(tmpdir(), 'dedupe-share-'));
afterAll(() => rmSync(folder, { recursive: true, force: true }));
const log = fileURLToPath(new URL('../../fixtures/incidents/slow-work-before-answer/app.log', import.meta.url));
const live = ['Ev08T4K2QX7B', '--logs', log];

const dedupe = (...argv: string[]): Promise<Ran> => runMain(['trace', ...argv], { cwd: folder });
const read = (name: string) => JSON.parse(readFileSync(join(folder, name), 'utf8')) as SavedTrace;

it('saves the evidence beside the answer, and replays it without the log', async () => {
  const first = await dedupe(...live, '--save', 'a.json');
  const again = await dedupe('--from', 'a.json');
  expect([again.code, again.stderr]).toEqual([first.code, '']);
  // Where to look further is for the one who has the sources.
  expect(again.stdout).toBe(first.stdout.replace(/\n {9}dedupe trace .*\n$/, '\n'));
  const { written_by, saved_at, anonymized, document } = read('a.json');
  expect({ written_by, saved_at, anonymized }).toMatchObject({
    saved_at: '2026-11-29T12:00:00.000Z',
    anonymized: null,
  });
  expect(written_by).toMatch(/^event-dedupe \d/);
  expect(document.verdict).toBe('duplicate');
});

it('says when this version answers something else', async () => {
  await dedupe(...live, '--save', 'b.json');
  const saved = read('b.json');
  const [primary, ...others] = saved.document.findings;
  const findings = [{ ...primary, rule: 'another-cause' }, ...others];
  const changed = { ...saved, written_by: 'event-dedupe 0.0.9', document: { ...saved.document, findings } };
  writeFileSync(join(folder, 'b.json'), JSON.stringify(changed));
  const { stderr, code } = await dedupe('--from', 'b.json');
  expect(stderr).toBe(
    'b.json: event-dedupe 0.0.9 answered duplicate, another-cause; this version answers duplicate, ack-late-retry\n',
  );
  expect(code).toBe(1);
});

it.each(['text', 'json', 'markdown', 'html'])('hides every name in %s, live and from a file', async (format) => {
  await dedupe(...live, '--save', 'named.json');
  const now = await dedupe(...live, '--anonymize', '--format', format);
  const later = await dedupe('--from', 'named.json', '--anonymize', '--format', format);
  expect(later.stdout).toBe(now.stdout);
  for (const { stdout, code } of [now, later]) {
    expect(code).toBe(1);
    expect(stdout).not.toMatch(/T07BIRCHLAB|Ev08T4K2QX7B|C07HELPDESK|A08SUPPORTB|2026-11|incidents/);
    expect(stdout).toContain('ack-late-retry');
    expect(stdout).toContain('http_timeout');
  }
  expect(now.stderr).toMatch(
    /^left out: \d+ names and ids, each replaced by the same one everywhere\nleft out: the date/,
  );
});

it('saves a trace that can be shown: without names and date, and replayed to the same answer', async () => {
  await dedupe(...live, '--anonymize', '--save', 'shown.json');
  const text = readFileSync(join(folder, 'shown.json'), 'utf8');
  expect(text).not.toMatch(/T07BIRCHLAB|Ev08T4K2QX7B|C07HELPDESK|2026|17959/);
  expect(read('shown.json')).toMatchObject({
    saved_at: null,
    anonymized: [expect.stringContaining('names and ids'), ...Array(2).fill(expect.any(String))],
  });
  const { stdout, code } = await dedupe('--from', 'shown.json');
  expect(stdout).toMatch(/^DUPLICATE {2}2 tasks from 1 Slack message · ack-late-retry · shown\n/);
  expect(code).toBe(1);
});

it.each([
  [['--from', 'a.json', 'Ev1'], '--from replays a file, and a reference asks the sources'],
  [['--from', 'a.json', '--logs', log], '--from replays a file, and --logs asks the sources'],
  [['--from', 'a.json', '--since', '1h'], '--from replays a file, and --since asks the sources'],
  [['--from', 'a.json', '--save', './a.json'], './a.json is the file that is replayed'],
  [['--from', 'a.json', '--output', 'html=a.json'], 'a.json is the file that is replayed'],
  [[], "missing required argument 'ref'"],
  [['--from', ''], '--from needs a value that is not empty'],
])('refuses %j', async (argv, sentence) => {
  await dedupe(...live, '--save', 'a.json');
  const before = readFileSync(join(folder, 'a.json'), 'utf8');
  const { code, stderr, stdout } = await dedupe(...argv);
  expect([code, stdout]).toEqual([2, '']);
  expect(stderr).toContain(`error: ${sentence}\n`);
  expect(readFileSync(join(folder, 'a.json'), 'utf8')).toBe(before);
});

it('does not let a saved trace replace the log that it is made from', async () => {
  const copy = join(folder, 'app.log');
  writeFileSync(copy, readFileSync(log));
  const { code, stderr } = await dedupe('Ev08T4K2QX7B', '--logs', 'app.log', '--save', 'app.log');
  expect(code).toBe(2);
  expect(stderr).toContain('app.log is one of the logs that are read');
  expect(readFileSync(copy)).toEqual(readFileSync(log));
});

it('writes no file that cannot be written whole, and says so', async () => {
  const { code, stderr } = await dedupe(...live, '--save', 'nowhere/a.json');
  expect(code).toBe(3);
  expect(stderr).toContain('cannot write nowhere/a.json: its folder does not exist');
  expect(existsSync(join(folder, 'nowhere'))).toBe(false);
});

it('keeps how a described sender repeats, so that the replay needs no configuration, and hides its name', async () => {
  const line = (fields: object) => JSON.stringify({ provider: 'birchpay', event_id: 'evt_birch7781', ...fields });
  const at = (second: number) => new Date(Date.UTC(2026, 10, 29, 10, 0, second)).toISOString();
  const lines = [
    line({ dedupe: 'delivery', at: at(0), delivery_id: 'd1', answered_at: at(14), status: 200 }),
    line({ dedupe: 'record', at: at(2), delivery_id: 'd1', target: 'jira', record_id: 'OPS-1' }),
    line({ dedupe: 'delivery', at: at(10), delivery_id: 'd2', answered_at: at(11), status: 200 }),
    line({ dedupe: 'record', at: at(11), delivery_id: 'd2', target: 'jira', record_id: 'OPS-2' }),
  ];
  writeFileSync(join(folder, 'pay.log'), lines.join('\n'));
  const described = { title: 'Birch Pay', event_id: 'id', answer_within: '10s', retries: ['0s', '1m'] };
  writeFileSync(
    join(folder, 'pay.yaml'),
    JSON.stringify({ providers: { birchpay: described, other: { event_id: 'id' } } }),
  );
  const first = await dedupe(
    'evt_birch7781',
    '--logs',
    'pay.log',
    '--config',
    'pay.yaml',
    '--plain',
    '--save',
    'pay.json',
  );
  const answer = ({ stdout }: Ran) => stdout.split('\n').filter((row) => /^(verdict|finding|because)\t/.test(row));
  expect(first.stdout).toContain('Birch Pay');
  expect(answer(await dedupe('--from', 'pay.json', '--plain'))).toEqual(answer(first));
  expect(read('pay.json').senders).toMatchObject([{ name: 'birchpay', answer_within_ms: 10_000 }]);
  const shown = await dedupe('--from', 'pay.json', '--anonymize', '--plain', '--save', 'pay-shown.json');
  expect(`${shown.stdout}${readFileSync(join(folder, 'pay-shown.json'), 'utf8')}`).not.toMatch(/birch/i);
  const causes = (ran: Ran) =>
    answer(ran)
      .filter((row) => row.startsWith('finding'))
      .map((row) => row.split('\t').slice(1, 4));
  expect(causes(shown)).toEqual(causes(first));
});
