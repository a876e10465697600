// Can a log that says nothing of requests, or not enough of one, be taken for "nothing to settle"?
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { stringify } from 'yaml';
import { runMain } from '../run-main.ts';
import { acmeDescription, acmeSubject } from '../targets/fakes/acme.ts';
import { staged } from '../targets/subject.ts';

const call = (key: string, more: object = {}) => ({
  ...{ dedupe: 'call', at: '2026-11-29T10:00:00Z', call_id: `c-${JSON.stringify(more)}-${key}`, target: 'acme' },
  ...{ operation: 'create', source_event_key: key, ...more },
});

async function reconciled(log: string | Buffer | readonly object[], ...words: string[]) {
  const { server, put } = await staged(acmeSubject);
  await put('made');
  const cwd = mkdtempSync(join(tmpdir(), 'dedupe-logs-'));
  onTestFinished(() => rmSync(cwd, { recursive: true, force: true }));
  const isText = typeof log === 'string' || Buffer.isBuffer(log);
  writeFileSync(join(cwd, 'app.jsonl'), isText ? log : log.map((line) => `${JSON.stringify(line)}\n`).join(''));
  writeFileSync(
    join(cwd, 'dedupe.config.yaml'),
    `targets:\n  acme:\n    type: http\n    url: ${server.url}/api\n    file: acme.yaml\n`,
  );
  writeFileSync(join(cwd, 'acme.yaml'), stringify(acmeDescription));
  const env = { ACME_TOKEN: 'token-of-a-test' };
  const { code, stdout, stderr } = await runMain(['reconcile', '--logs', 'app.jsonl', ...words], { cwd, env });
  return { code, stdout: stdout.replace(/\s+/g, ' '), stderr };
}

const keysIn = (stdout: string) =>
  JSON.parse(stdout).items.map(({ source_event_key }: Record<string, string>) => source_event_key);

test.each([
  ['nothing', ''],
  ['bytes', Buffer.from(Array.from({ length: 4000 }, (_, i) => (i * 7919) % 251))],
  ['text', '2026-11-29 10:00:00 ERROR time-out creating a ticket for Ev1 after 30000 ms\nTraceback\n'],
  [
    'lines that tell of no request',
    '{"dedupe":"delivery","at":"2026-11-29T10:00:00Z","event_id":"Ev1","delivery_id":"d"}\n',
  ],
])('a log of %s proves nothing, and says so', async (_, log) => {
  const { code, stdout } = await reconciled(log);
  expect(code).toBe(3);
  expect(stdout).toMatch(/^CANNOT SEE .* no line tells of a create/);
  expect(stdout).not.toContain('is left');
  const { gaps, items } = JSON.parse((await reconciled(log, '--format', 'json')).stdout);
  expect([items, gaps]).toMatchObject([[], [{ source: 'log', failed: true }]]);
  expect((await reconciled(log, '--plain')).stderr).toContain('no line tells of a create');
});

test('a log whose creates all have an answer leaves nothing', async () => {
  const { code, stdout } = await reconciled([
    call('k', { outcome: 'done', result_id: '1' }),
    call('l', { status: 201 }),
  ]);
  expect([code, stdout]).toEqual([0, expect.stringMatching(/^RECONCILED/)]);
});

test('an answer that settles nothing makes a candidate without the word "unknown", and so does a missing one', async () => {
  const finished = { finished_at: '2026-11-29T10:00:30Z' };
  const lines = [
    call('gateway', { status: 504, ...finished }),
    call('reset', { error_code: 'ECONNRESET', ...finished }),
    call('late', { error_code: 'ETIMEDOUT' }),
    call('conflict', { status: 409 }),
    call('cut'),
    call('refused', { status: 422 }),
    call('unsent', { error_code: 'ECONNREFUSED', ...finished }),
    call('done', { status: 201 }),
  ];
  const { stdout } = await reconciled(lines, '--format', 'json');
  expect(keysIn(stdout)).toEqual(['gateway', 'reset', 'late', 'conflict', 'cut']);
  // Also where no line of the log ever tells an end.
  expect(keysIn((await reconciled([call('cut')], '--format', 'json')).stdout)).toEqual(['cut']);
});

test('a second try that was answered, or a record, settles its key, although only the key ties them', async () => {
  const lines = [
    { ...call('x', { outcome: 'unknown' }), source_event_key: undefined, idempotency_key: 'twice' },
    { ...call('y', { outcome: 'done', result_id: '77' }), source_event_key: undefined, idempotency_key: 'twice' },
    call('recorded', { outcome: 'unknown' }),
    { dedupe: 'record', at: '2026-11-29T10:05:00Z', target: 'acme', record_id: '78', source_event_key: 'recorded' },
  ];
  const { code, stdout } = await reconciled(lines);
  expect(code).toBe(0);
  expect(stdout).toMatch(/^RECONCILED .*2 more of unknown result were made by what another try or a record says/);
  const open = await reconciled([...lines, call('made', { outcome: 'unknown' })], '--format', 'json');
  expect([open.code, keysIn(open.stdout)]).toEqual([0, ['made']]);
});

test('a create that cannot be looked for is counted, with its line, and the call ends as one that could not see', async () => {
  const nameless = { dedupe: 'call', at: '2026-11-29T10:00:00Z', target: 'acme', outcome: 'unknown' };
  const lines = [
    call('made', { outcome: 'unknown' }),
    { ...call('x', { status: 504 }), source_event_key: undefined },
    { ...call('no-target', { status: 504 }), target: undefined },
    nameless,
  ];
  const { code, stdout } = await reconciled(lines);
  expect(code).toBe(3);
  expect(stdout).toContain('Not looked for, 1: no key to look for');
  expect(stdout).toContain('(app.jsonl:2)');
  expect(stdout).toContain('Not looked for, 1: no target to look in');
  expect(stdout).toContain('(app.jsonl:3)');
  expect(stdout).toContain('Not looked for, 1: no id, key or event');
  expect((await reconciled(lines.slice(0, 1))).code).toBe(0);
});

test('a key of which the log knows nothing is misuse; one that was settled is not', async () => {
  const lines = [
    call('k', { outcome: 'unknown' }),
    call('k', { outcome: 'done' }),
    call('made', { outcome: 'unknown' }),
  ];
  expect(await reconciled(lines, '--key', 'nope')).toMatchObject({
    code: 2,
    stderr: expect.stringContaining('no operation of unknown result is called "nope"'),
  });
  expect((await reconciled(lines, '--key', 'k')).code).toBe(0);
  expect((await reconciled(lines, '--key', 'made')).code).toBe(0);
  // Nothing was understood: the key may stand there all the same.
  expect((await reconciled('', '--key', 'nope')).code).toBe(3);
});

test('a log that was only read in part says so', async () => {
  const long = `{"dedupe":"call","padding":"${'x'.repeat(3_000_000)}"}\n`;
  const { stdout } = await reconciled(`${JSON.stringify(call('made', { outcome: 'unknown' }))}\n${long}`);
  expect(stdout).toContain('lines are longer than 1 MiB');
});
