// A target whose settings cannot be meant is told with its name and its key, shows no secret, and stops no other one.
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { stringify } from 'yaml';
import { opening } from '../../src/config/adapters.ts';
import { DedupeError } from '../../src/errors.ts';
import { runMain } from '../run-main.ts';
import { acmeDescription, acmeSubject } from '../targets/fakes/acme.ts';
import { staged } from '../targets/subject.ts';

function folder(files: Readonly<Record<string, string>>): string {
  const cwd = mkdtempSync(join(tmpdir(), 'dedupe-bad-target-'));
  onTestFinished(() => rmSync(cwd, { recursive: true, force: true }));
  for (const [name, text] of Object.entries(files)) writeFileSync(join(cwd, name), text);
  return cwd;
}

const secret = 'a-secret-of-this-test';
const call = (at: string, target: string) =>
  JSON.stringify({
    ...{ dedupe: 'call', at, finished_at: at, call_id: target, target, operation: 'create', outcome: 'unknown' },
    source_event_key: 'slack:T1:Ev1',
  });

test.each([`host=db.example user=app password=${secret}`, `postgres://app:${secret}/x@db.example/app`])(
  'the other targets are asked all the same',
  async (bad) => {
    const { server, put } = await staged(acmeSubject);
    await put('slack:T1:Ev1');
    const cwd = folder({
      'dedupe.config.yaml': `targets:\n  acme:\n    type: http\n    url: ${server.url}/api\n    file: acme.yaml\n  tickets:\n    type: postgres\n    url_env: TICKETS\n    table: tickets\n`,
      'acme.yaml': stringify(acmeDescription),
      'app.jsonl': [call('2026-11-29T10:00:00Z', 'acme'), call('2026-11-29T10:00:00Z', 'tickets')].join('\n'),
    });
    const env = { ACME_TOKEN: 'token-of-a-test', TICKETS: bad };
    const { code, stdout, stderr } = await runMain(['reconcile', '--logs', 'app.jsonl', '--format', 'json'], {
      cwd,
      env,
    });
    expect(code).toBe(3);
    const because = expect.stringContaining('targets.tickets: TICKETS cannot be used');
    expect(JSON.parse(stdout).items).toMatchObject([
      { target: 'acme', verdict: 'one' },
      { target: 'tickets', verdict: 'cannot-see', proof: { because } },
    ]);
    const checked = await runMain(['targets', 'check', 'tickets'], { cwd, env });
    expect(checked).toMatchObject({ code: 3, stdout: expect.stringContaining('TICKETS cannot be used') });
    expect(`${stdout}${stderr}${checked.stdout}${checked.stderr}`).not.toContain(secret);
  },
);

test('an address that is none is told with its line before anything is asked', async () => {
  const of = (url: string) =>
    folder({ 'dedupe.config.yaml': `targets:\n  redmine:\n    url: ${url}\n    project: ops\n    key_field: 7\n` });
  const told = await runMain(['targets'], { cwd: of('http://redmine.example:99999') });
  expect(told).toMatchObject({ code: 2, stderr: expect.stringContaining('dedupe.config.yaml:3: targets.redmine.url') });
  expect((await runMain(['targets'], { cwd: of('http://redmine.example:9999') })).code).toBe(0);
});

test('whatever an adapter stumbles over when it opens is its settings, and is not repeated', () => {
  const open = (error: Error) => () =>
    opening({ key: 'targets', hint: '' }, 'acme', () => {
      throw error;
    });
  expect(open(new TypeError(secret))).toThrow('targets.acme cannot be opened with its settings');
  expect(open(new DedupeError('DEDUPE_TARGET_CREDENTIALS', 'needs X'))).toThrow('needs X');
});

test('a request that is told whole is asked about without a database, even where one is configured', async () => {
  const { server, put } = await staged(acmeSubject);
  await put('slack:T1:Ev1');
  const cwd = folder({
    'dedupe.config.yaml': `targets:\n  acme:\n    type: http\n    url: ${server.url}/api\n    file: acme.yaml\n`,
    'acme.yaml': stringify(acmeDescription),
  });
  const env = { ACME_TOKEN: 'token-of-a-test', DEDUPE_DATABASE_URL: 'postgres://127.0.0.1:9/app' };
  const words = ['reconcile', '--key', 'slack:T1:Ev1', '--target', 'acme'];
  const told = await runMain([...words, '--sent-at', '2h'], { cwd, env });
  expect(told).toMatchObject({ code: 0, stdout: expect.stringContaining('take it as made') });
  expect(told.stdout).toContain('one: it was made');
  expect(told.stdout).not.toMatch(/confirm|release/);
  expect((await runMain(words, { cwd, env })).stderr).toContain('DEDUPE_DB_UNREACHABLE');
  expect((await runMain(['reconcile', '--key', 'k', '--sent-at', '2h'], { cwd, env })).code).toBe(2);
});
