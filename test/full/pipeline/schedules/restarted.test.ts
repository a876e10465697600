// The server goes down at a drawn moment and recovers, while events arrive and are worked on: is anything lost, or made twice?
import { setTimeout as sleep } from 'node:timers/promises';
import fc from 'fast-check';
import { expect, onTestFinished, test } from 'vitest';
import type { Created } from '../../../../src/model/target.ts';
import { slackFilter } from '../../../../src/pipeline/filter/slack-filter.ts';
import { serve } from '../../../../src/pipeline/serve.ts';
import { work } from '../../../../src/pipeline/work.ts';
import { openDatabase } from '../../../../src/postgres/open.ts';
import { migrate } from '../../../../src/store/migrate.ts';
import { messageEvent, secret, signed } from '../../../pipeline/ingress/signed.ts';
import { plans } from '../../../pipeline/worker/schedule-plans.ts';
import { seed } from '../../../pipeline/worker/schedules.ts';
import { fakeTarget } from '../../../pipeline/worker/world.ts';
import { findServers } from '../../../postgres-binaries.ts';
import { startServer } from '../../../postgres-server.ts';

const number = 20;
const schedule = fc.record({
  events: fc.integer({ min: 3, max: 25 }),
  effects: fc.constantFrom('local', 'outside', 'both'),
  /** Milliseconds from the first event to the restart. */
  restartAt: fc.integer({ min: 0, max: 400 }),
  /** Milliseconds that the target takes over a create. */
  answerAfter: fc.integer({ min: 0, max: 300 }),
});

test(`${number} schedules with a restart of the server, seed ${seed}: none lost, none double`, {
  timeout: 600_000,
}, async (context) => {
  const [binaries] = findServers();
  if (binaries === undefined) return context.skip('needs PostgreSQL');
  const server = await startServer(binaries, { durable: true });
  onTestFinished(() => server.stop());
  const created: string[] = [];
  let answerAfter = 0;
  const { target } = fakeTarget(async (key): Promise<Created> => {
    created.push(key);
    await sleep(answerAfter);
    return { outcome: 'done', id: `OPS-${key}`, url: undefined, existed: false };
  });
  const admin = await openDatabase(server.url);
  await migrate(admin);
  await admin.close();
  let effects: keyof typeof plans = 'local';
  const until = new AbortController();
  let isReady = () => {};
  const ready = new Promise<void>((resolve) => {
    isReady = resolve;
  });
  const working = work(
    {
      database: server.url,
      plan: (event, signal) => plans[effects](event, signal),
      targets: [target],
      leaseMs: 1_500,
      pollMs: 50,
      retry: { baseMs: 20, capMs: 200 },
      onReady: isReady,
    },
    until.signal,
  );
  // A worker that meets no database at its start ends: what is drawn here happens to one that has begun.
  await Promise.race([ready, working]);
  const serving = await serve({
    database: server.url,
    port: 0,
    receivers: [
      {
        path: '/slack/events',
        provider: 'slack',
        secrets: () => [secret],
        filter: slackFilter({ apps: ['A0DEMO1'] }),
        deadlineMs: 1_500,
      },
    ],
  });
  onTestFinished(async () => {
    until.abort();
    await Promise.all([working, serving.stop()]);
  });

  let serial = 0;
  const deliver = async (body: string): Promise<void> => {
    const answer = await fetch(`http://127.0.0.1:${serving.port}/slack/events`, signed(body));
    if (answer.status === 200) return;
    expect(answer.status).toBe(503);
    await sleep(100);
    return deliver(body);
  };
  await fc.assert(
    fc.asyncProperty(schedule, async (drawn) => {
      ({ effects, answerAfter } = drawn);
      const bodies = Array.from({ length: drawn.events }, () => messageEvent(serial++));
      const keys = bodies.map(
        (_, i) => `slack:T0DEMO1:C9:17329${String(serial - drawn.events + i).padStart(5, '0')}.000100`,
      );
      created.length = 0;
      const restarted = sleep(drawn.restartAt).then(() => server.restart());
      await Promise.all([...bodies.map(deliver), restarted]);
      await ended(server.url, keys, effects, created);
    }),
    // A schedule is as long as its leases: a smaller one that fails too is not worth the wait.
    { numRuns: number, seed, endOnFailure: true },
  );
});

async function ended(url: string, keys: readonly string[], effects: keyof typeof plans, created: readonly string[]) {
  const database = await openDatabase(url);
  try {
    const rows = () =>
      database.query(
        `select e.status, e.source_event_key as key, e.last_error_code as error,
          (select count(*)::int from dedupe.tasks t where t.source_event_key = e.source_event_key) as tasks
        from dedupe.inbound_events e where e.source_event_key = any($1)`,
        [keys],
      );
    const final = ['processed', 'unknown_result', 'permanent_error'];
    const open = async () => (await rows()).filter(({ status }) => !final.includes(String(status)));
    await expect.poll(open, { timeout: 60_000, interval: 100 }).toEqual([]);
    const all = await rows();
    expect(all).toHaveLength(keys.length);
    expect(new Set(created).size, 'an object was made twice').toBe(created.length);
    for (const { status, key, tasks, error } of all) {
      const made = created.filter((one) => one === key || one === `${key}#ticket`).length;
      if (status === 'processed') expect(made).toBe(effects === 'local' ? 0 : 1);
      else expect(error).toEqual(expect.any(String));
      if (effects !== 'outside') expect(tasks).toBe(1);
    }
  } finally {
    await database.close();
  }
}
