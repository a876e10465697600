// dedupe trace as a user calls it: what it answers, what it says when it cannot, and how it exits.
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { expect, it, onTestFinished } from 'vitest';
import { traceDocument } from '../../src/model/trace-document.ts';
import { tempFolder } from '../evidence/traced.ts';
import { runMain } from '../run-main.ts';

const log = fileURLToPath(new URL('../../fixtures/incidents/slow-work-before-answer/app.log', import.meta.url));
const ref = 'Ev08T4K2QX7B';
/** Nothing listens there: port 1 is reserved. */
const nobody = 'postgres://reader@127.0.0.1:1/app';

it('names the cause and exits with 1', async () => {
  const { code, stdout, stderr } = await runMain(['trace', ref, '--logs', log]);
  expect(stdout).toMatch(/^DUPLICATE {2}2 tasks from 1 Slack message · ack-late-retry · shown\n/);
  expect({ code, stderr }).toEqual({ code: 1, stderr: '' });
});

it('writes a document that follows its own schema', async () => {
  const { code, stdout } = await runMain(['trace', ref, '--logs', log, '--format', 'json']);
  expect(code).toBe(1);
  expect(traceDocument.parse(JSON.parse(stdout)).records).toMatchObject([
    { id: 'OPS-41', keep: true },
    { id: 'OPS-42', keep: false },
  ]);
});

it('reads standard input and leaves nothing of it behind', async () => {
  const text = `{"dedupe":"delivery","at":1795981036000,"delivery_id":"d1","event_id":"Ev08STDIN01"}\n`;
  const stdin = (async function* () {
    yield Buffer.from(text);
  })();
  const { code, stdout } = await runMain(['trace', 'Ev08STDIN01', '--logs', '-'], { stdin });
  expect(stdout).toMatch(/^INCONCLUSIVE/);
  expect(code).toBe(3);
});

it('says where it looked for an event that nobody knows', async () => {
  const { code, stdout, stderr } = await runMain(['trace', 'Ev08NOBODY1', '--logs', log]);
  expect({ code, stdout }).toEqual({ code: 2, stdout: '' });
  expect(stderr).toContain('nothing is known of Ev08NOBODY1');
  expect(stderr).toContain('app.log');
  expect(stderr).toContain('DEDUPE_UNKNOWN_REFERENCE');
});

it('never answers without a source', async () => {
  const { code, stdout, stderr } = await runMain(['trace', ref]);
  expect({ code, stdout }).toEqual({ code: 2, stdout: '' });
  expect(stderr).toContain('DEDUPE_NO_SOURCE');
});

it('is an error when the only source cannot be reached', async () => {
  const { code, stdout, stderr } = await runMain(['trace', ref, '--database', nobody]);
  expect({ code, stdout }).toEqual({ code: 3, stdout: '' });
  expect(stderr).toContain('DEDUPE_DB_UNREACHABLE');
});

it('answers from the log, names the gap and exits with 3 when a database that was asked for cannot be reached', async () => {
  const { code, stdout } = await runMain(['trace', ref, '--database', nobody, '--logs', log]);
  expect(stdout).toMatch(/^DUPLICATE/);
  expect(stdout).toMatch(/gaps +database: .*DEDUPE_DB_UNREACHABLE/s);
  expect(code).toBe(3);
});

it('opens no database for a trace of log files', async () => {
  const { code } = await runMain(['trace', ref, '--logs', log], { env: { DEDUPE_DATABASE_URL: nobody } });
  expect(code).toBe(1);
});

it('refuses a log that is not there before it reads anything', async () => {
  const { code, stderr } = await runMain(['trace', ref, '--logs', log, '--logs', 'nowhere.log']);
  expect(code).toBe(3);
  expect(stderr).toContain('no log file matches nowhere.log');
});

it('shows hostile text without letting it act', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'dedupe-test-'));
  onTestFinished(() => rmSync(folder, { recursive: true }));
  const token = ['xoxb', '1234567890', 'abcdefghijkl'].join('-');
  const fields = {
    at: 1795981036000,
    event_id: 'Ev08HOSTILE',
    delivery_id: `\u001b]0;owned\u0007${token}`,
    route: '\u202egnp.exe',
  };
  const lines = [
    { dedupe: 'delivery', ...fields },
    { dedupe: 'record', ...fields, target: '\u009b2J<script>', record_id: `1\nSINGLE  all is well` },
  ];
  writeFileSync(join(folder, 'evil.log'), lines.map((line) => JSON.stringify(line)).join('\n'));
  for (const format of ['text', 'json']) {
    const { stdout, stderr } = await runMain(['trace', 'Ev08HOSTILE', '--logs', 'evil.log', '--format', format], {
      cwd: folder,
    });
    expect(stderr).toBe('');
    expect(stdout).not.toMatch(/[\u0000-\u0008\u000b-\u001f\u007f-\u009f\u202a-\u202e\u2066-\u2069]/);
    expect(stdout).not.toContain(token);
    expect(stdout).not.toMatch(/^SINGLE {2}all/m);
  }
});

it('names the window as the reason of an empty answer, and says what it leaves out', async () => {
  const early = await runMain(['trace', ref, '--logs', log, '--until', '2026-11-29T19:00:00Z']);
  expect(early.code).toBe(2);
  expect(early.stderr).toMatch(/nothing is known of \S+ within --until 2026-11-29T19:00:00.000Z/);
  expect(early.stderr).toMatch(/leave out \d+ statements about it, from 2026-11-29T19:52:2\S+ to 2026-11-29T19:52:\S+/);
  // One object inside, and what makes the second one outside: it is not a SINGLE.
  const half = join(tempFolder(), 'half.log');
  const event = { event_id: 'Ev0WIN0001', channel: 'C1', ts: '1795981037.000100' };
  const at = 1795168800000;
  const told = [
    { dedupe: 'delivery', at, delivery_id: 'd1', retry_num: 0, answered_at: at + 90, status: 200, ...event },
    { dedupe: 'record', at: at + 60, target: 'jira', record_id: 'OPS-1', ...event },
    { dedupe: 'record', at: at + 600_000, target: 'jira', record_id: 'OPS-2', ...event },
    { dedupe: 'lifecycle', at: at + 900_000, what: 'stopped', instance_id: 'a1' },
  ];
  writeFileSync(half, told.map((line) => `${JSON.stringify(line)}\n`).join(''));
  const until = async (ms: number) =>
    (await runMain(['trace', 'Ev0WIN0001', '--logs', half, '--until', new Date(at + ms).toISOString()])).stdout;
  expect(await until(300_000)).toMatch(/^INCONCLUSIVE .*\n?.*leaves out 1 statement about it/);
  expect(await until(700_000)).toMatch(/^DUPLICATE/);
  const cut = await runMain(['trace', ref, '--logs', log, '--until', '2026-11-29T19:52:25.600Z', '--plain']);
  expect(cut.stdout).toMatch(/^gap\twindow\t--until 2026-11-29T19:52:25.600Z leaves out \d+ statements about it/m);
  const nothing = await runMain(['trace', 'Ev00NOBODY', '--logs', log, '--since', '1d']);
  expect(nothing.stderr).toContain('nothing is known of Ev00NOBODY');
  expect(nothing.stderr).not.toContain('leave out');
});
