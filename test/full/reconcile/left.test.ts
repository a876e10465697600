// What is left decides how a call ends, after an apply as well.
import { type AddressInfo, connect, createServer } from 'node:net';
import { setTimeout as sleep } from 'node:timers/promises';
import { expect, onTestFinished, test } from 'vitest';
import { stage } from '../../reconcile/stage.ts';
import { runMain } from '../../run-main.ts';

test('several that the plan did not see end an apply with 1, and so does what is too old', async (context) => {
  const at = await stage(context, '');
  await at.unknown('twice');
  await at.unknown('once');
  await at.run('--plan', 'plan.json');
  await at.object('once');
  expect(await at.json('--apply', 'plan.json', '--max-age', '1d')).toMatchObject({
    code: 0,
    items: [
      { source_event_key: 'twice', verdict: 'none-proved', applied: 'released' },
      { source_event_key: 'once', verdict: 'one', applied: 'changed', state: 'unknown' },
    ],
  });
  expect((await at.json('--apply', 'plan.json', '--max-age', '1m')).code).toBe(1);
  await at.unknown('more');
  await at.run('--plan', 'plan.json');
  await at.object('more');
  await at.object('more');
  expect(await at.json('--apply', 'plan.json')).toMatchObject({ code: 1 });
});

test('what somebody else has ended meanwhile is not left, and is told as it stands', async (context) => {
  const at = await stage(context);
  await at.unknown('k');
  await at.object('k');
  await at.run('--plan', 'plan.json');
  await at.json('--apply', 'plan.json');
  expect(await at.json('--apply', 'plan.json', '--max-age', '1m')).toMatchObject({
    code: 0,
    items: [{ applied: 'changed', state: 'confirmed', external_id: '1' }],
  });
});

test('--key and --target beside --apply restrict what is done of the plan', async (context) => {
  const at = await stage(context);
  for (const key of ['f1', 'f2']) {
    await at.unknown(key);
    await at.object(key);
  }
  await at.run('--plan', 'plan.json');
  expect(await at.json('--apply', 'plan.json', '--key', 'f1')).toMatchObject({
    items: [{ source_event_key: 'f1', applied: 'confirmed' }],
  });
  expect(await at.states()).toMatchObject({
    f1: ['confirmed', '1', 'processed'],
    f2: ['unknown', null, expect.anything()],
  });
  expect(await at.run('--apply', 'plan.json', '--key', 'f3')).toMatchObject({
    code: 2,
    stderr: expect.stringContaining('has no operation of this --key'),
  });
  expect(await at.json('--apply', 'plan.json', '--target', 'tickets')).toMatchObject({
    items: [{ applied: 'changed' }, { source_event_key: 'f2', applied: 'confirmed' }],
  });
});

test('a target that nobody has configured is misuse, and never "nothing left"; one without operations is not', async (context) => {
  const at = await stage(context);
  await at.unknown('k');
  await at.run('--plan', 'plan.json');
  for (const words of [[], ['--apply'], ['--apply', 'plan.json']])
    expect(await at.run(...words, '--target', 'tikets')).toMatchObject({
      code: 2,
      stderr: expect.stringContaining('Did you mean "tickets"?'),
    });
  await at.database.script(`update dedupe.operations set target = 'elsewhere'`);
  expect(await at.json('--target', 'elsewhere')).toMatchObject({ code: 3, items: [{ verdict: 'cannot-see' }] });
  expect(await at.run('--target', 'tickets')).toMatchObject({
    code: 0,
    stdout: expect.stringContaining('no operation'),
  });
});

test('--watch goes on through a time without a database, and says so once', async (context) => {
  const at = await stage(context);
  await at.unknown('k');
  await at.object('k');
  const { port, hostname } = new URL(at.url);
  const gate = createServer((socket) => {
    const there = connect(Number(port), hostname);
    for (const one of [socket, there]) one.on('error', () => {});
    socket.pipe(there).pipe(socket);
  });
  const own = await new Promise<number>((resolve) =>
    gate.listen(0, '127.0.0.1', () => resolve((gate.address() as AddressInfo).port)),
  );
  await new Promise((resolve) => gate.close(resolve));
  const url = new URL(at.url);
  url.port = String(own);
  url.hostname = '127.0.0.1';
  const stop = new AbortController();
  const watching = runMain(['reconcile', '--database', url.href, '--watch', '--apply'], {
    cwd: at.folder,
    env: { TICKETS: at.url },
    signal: stop.signal,
  });
  await sleep(2_500);
  gate.listen(own, '127.0.0.1');
  onTestFinished(() => void gate.close());
  await expect.poll(() => at.states(), { timeout: 30_000 }).toEqual({ k: ['confirmed', '1', 'processed'] });
  stop.abort();
  const { code, stderr } = await watching;
  expect(code).toBe(130);
  expect(stderr.match(/tried again until it answers/g)).toHaveLength(1);
});
