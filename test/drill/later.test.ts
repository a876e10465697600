// Is a double that comes when a lease has ended seen, and is nothing called safe that was not looked at for so long?
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { buffer } from 'node:stream/consumers';
import { expect, onTestFinished, test } from 'vitest';
import type { Hooks } from '../../src/drill/world/hooks.ts';
import { countedBy } from './naive.ts';
import { drillOf, playAll, quick } from './played.ts';

const leaseMs = 600;

/** Each event once, by a worker with a lease: what was not acknowledged is done again when that has ended. */
async function leased({ hasKey = false, isHasty = false } = {}) {
  const made: string[] = [];
  const jobs = new Map<string, { due: number }>();
  let mode: 'answers' | 'loses' = 'answers';
  let isAlive = true;
  const server = createServer(async (request, response) => {
    const marker = /drill-[0-9a-z]{8}-\d{5}/.exec((await buffer(request)).toString())?.[0] ?? '';
    if (!jobs.has(marker)) jobs.set(marker, { due: 0 });
    response.end();
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const worker = setInterval(() => {
    if (isAlive)
      for (const [marker, job] of jobs)
        if (job.due <= performance.now()) {
          if (!hasKey || !made.includes(marker)) made.push(marker);
          job.due = mode === 'answers' ? Number.POSITIVE_INFINITY : performance.now() + (isHasty ? 0 : leaseMs);
        }
  }, 5);
  onTestFinished(() => {
    clearInterval(worker);
    server.closeAllConnections();
    server.close();
  });
  const sets =
    (next: typeof mode, alive = isAlive) =>
    async () => {
      [mode, isAlive] = [next, alive];
      return '';
    };
  const hooks: Hooks = {
    lose_answers: sets('loses'),
    hold_answers: sets('loses'),
    restore_answers: sets('answers'),
    kill_worker: async () => {
      isAlive = false;
      return '';
    },
    start_worker: async () => {
      isAlive = true;
      return '';
    },
  };
  const counter = countedBy(({ marker }) => made.flatMap((one, i) => (one === marker ? [`T${i}`] : [])));
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}/`;
  return (longestRepeatMs: number | undefined) => {
    const drill = drillOf(url, counter, { hooks, timing: { ...quick, quietMs: 60, longestRepeatMs } });
    return playAll(drill, 'same-event-twice', 'timeout-after-success', 'worker-killed-before-answer');
  };
}

const resultsOf = (played: Awaited<ReturnType<typeof playAll>>) => played.map(({ result }) => result);

test('with the lease declared, the second object that comes when it has ended is seen', async () => {
  const [once, lost, killed] = resultsOf(await (await leased())(leaseMs + 100));
  expect(once).toMatchObject({ verdict: 'safe' });
  expect(lost).toMatchObject({ verdict: 'unsafe', count: { wanted: 1, got: 2 } });
  expect(killed).toMatchObject({ verdict: 'unsafe', count: { wanted: 1, got: 2 } });
});

test('a target with a key makes one, and the verdict says that the lease was waited for', async () => {
  const [once, lost, killed] = resultsOf(await (await leased({ hasKey: true }))(leaseMs + 100));
  for (const one of [lost, killed])
    expect(one).toMatchObject({ verdict: 'safe', count: { wanted: 1, got: 1 }, lookedMs: expect.any(Number) });
  const lookedMs = (one: typeof once) => (one && 'lookedMs' in one ? one.lookedMs : 0);
  expect(lookedMs(lost)).toBeGreaterThanOrEqual(leaseMs + 100);
  expect(lookedMs(once)).toBeLessThan(leaseMs);
});

test('without it nothing that leaves work is safe, and what is wrong at once is unsafe all the same', async () => {
  const [once, ...later] = resultsOf(await (await leased({ hasKey: true }))(undefined));
  expect(once).toMatchObject({ verdict: 'safe' });
  for (const one of later)
    expect(one).toMatchObject({
      verdict: 'not-run',
      reason: expect.stringMatching(/^\d+\.\d s after .*drill\.longest_repeat/),
    });
  const [, lost] = resultsOf(await (await leased({ isHasty: true }))(undefined));
  expect(lost).toMatchObject({ verdict: 'unsafe' });
});
