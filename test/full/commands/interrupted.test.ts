// Ctrl-C while a server says nothing: what the others know is told, as partial, and nobody waits. With real processes.
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { copyFileSync, writeFileSync } from 'node:fs';
import { type AddressInfo, createServer } from 'node:net';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { expect, onTestFinished, test } from 'vitest';
import { root } from '../../architecture/tree.ts';
import { tempFolder } from '../../evidence/traced.ts';

const event = 'Ev08T4K2QX7B';

/** It lets everybody in and answers nobody. */
async function silentServer() {
  const server = createServer((socket) => socket.on('error', () => {}));
  onTestFinished(() => void server.close());
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  return { server, at: `127.0.0.1:${(server.address() as AddressInfo).port}` };
}

async function interrupted(
  words: readonly string[],
  config: (at: string) => string = () => '{}',
  more: Readonly<Record<string, string>> = {},
) {
  const { server, at } = await silentServer();
  const cwd = tempFolder();
  copyFileSync(join(root, 'fixtures/incidents/slow-work-before-answer/app.log'), join(cwd, 'app.log'));
  writeFileSync(join(cwd, 'dedupe.config.yaml'), config(at));
  const given = words.map((word) => word.replace('DATABASE', `postgres://u@${at}/x`));
  const child = spawn(process.execPath, [join(root, 'bin/dedupe.js'), ...given], {
    ...{ cwd, detached: false, env: { ...process.env, ...more } },
  });
  onTestFinished(() => void child.kill('SIGKILL'));
  const said = { stdout: '', stderr: '' };
  for (const name of ['stdout', 'stderr'] as const)
    child[name].on('data', (part) => {
      said[name] += part;
    });
  await once(server, 'connection');
  // By then the log is read, which is all that the answer needs.
  await sleep(2_000);
  child.kill('SIGINT');
  const [code] = await once(child, 'close');
  return { code, ...said };
}

const redis = (at: string) => `queues: {q: {type: bullmq, url: "redis://${at}"}}\n`;
const celery = (at: string) => `queues: {q: {type: celery, url: "redis://${at}"}}\n`;
const reads = ['--logs', 'app.log', '--format', 'json'];

test.for([
  ['queue', ['trace', event, ...reads], redis],
  ['queue', ['trace', event, ...reads], celery],
  ['database', ['trace', event, ...reads, '--database', 'DATABASE'], undefined],
] as const)('a trace beside a silent %s tells what the log says', async ([source, words, config]) => {
  const { code, stdout, stderr } = await interrupted(words, config);
  expect([code, stderr]).toEqual([130, expect.stringContaining('the result is partial: interrupted')]);
  const { verdict, gaps } = JSON.parse(stdout);
  expect(verdict).toBe('duplicate');
  expect(gaps).toContainEqual(
    expect.objectContaining({ source, reason: expect.stringMatching(/interrupted before it had answered/) }),
  );
});

test('a trace that has nothing else says that it was interrupted', async () => {
  const { code, stdout, stderr } = await interrupted(['trace', event], redis);
  expect([code, stdout]).toEqual([130, '']);
  expect(stderr).toContain('interrupted');
});

test.for([
  ['scan', ...reads],
  ['doctor', ...reads],
  ['scan', ...reads, '--database', 'DATABASE'],
  ['doctor', ...reads, '--database', 'DATABASE'],
])('%s', async (words) => {
  const { code, stdout, stderr } = await interrupted(words, redis);
  expect([code, stderr]).toEqual([130, expect.stringContaining('the result is partial: interrupted')]);
  expect(JSON.parse(stdout)).toHaveProperty('version', 1);
  expect(stdout).toContain('interrupted before');
});

test('reconcile over a silent database', async () => {
  const ledger = () => 'ledger: {select: "select 1 as key"}\n';
  const { code, stderr } = await interrupted(['reconcile', '--database', 'DATABASE'], ledger);
  expect([code, stderr]).toEqual([130, expect.stringContaining('interrupted')]);
});

test('reconcile over a silent target tells what it wanted to know, as partial, and decides nothing', async () => {
  const target = (at: string) => `targets: {jira: {type: jira-data-center, url: "http://${at}", project: OPS}}\n`;
  const words = ['reconcile', '--key', 'slack:T1:Ev1', '--target', 'jira', '--format', 'json'];
  const { code, stdout, stderr } = await interrupted(words, target, { JIRA_TOKEN: 'only-for-this-test' });
  expect([code, stderr]).toEqual([130, expect.stringContaining('the result is partial: interrupted')]);
  expect(JSON.parse(stdout).items).toMatchObject([
    {
      ...{ source_event_key: 'slack:T1:Ev1', state: 'unknown', verdict: 'unreachable', action: 'stay', applied: null },
      proof: { because: 'interrupted before it had answered' },
    },
  ]);
  expect(stdout + stderr).not.toContain('only-for-this-test');
});
