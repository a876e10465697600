// Does every figure move when what it counts happens, on a real server?
import { setTimeout as sleep } from 'node:timers/promises';
import { expect, onTestFinished, test } from 'vitest';
import { createCounters } from '../../../src/pipeline/counters.ts';
import { slackFilter } from '../../../src/pipeline/filter/slack-filter.ts';
import { keepTotals } from '../../../src/pipeline/metrics/keep-totals.ts';
import { metricsPage } from '../../../src/pipeline/metrics/page.ts';
import { serve } from '../../../src/pipeline/serve.ts';
import { moveOperation } from '../../../src/pipeline/worker/settle.ts';
import { proveOperation } from '../../../src/store/operations/prove-operation.ts';
import { createSessions } from '../../../src/store/sessions.ts';
import { freshDatabase, migratedDatabase, opened } from '../../postgres-database.ts';
import { message } from '../../providers/slack/payloads.ts';
import { runMain } from '../../run-main.ts';
import { messageEvent, secret, signed } from '../ingress/signed.ts';
import { arrived, done, fakeTarget, sender, signal, toJira, worker, world } from '../worker/world.ts';
import { metricValue, parsed } from './parsed.ts';

async function serving(database: string) {
  const running = await serve({
    database,
    port: 0,
    deploymentVersion: 'v7',
    receivers: [
      { path: '/slack/events', provider: 'slack', secrets: () => [secret], filter: slackFilter({ apps: ['A0DEMO1'] }) },
    ],
  });
  onTestFinished(() => running.stop());
  const origin = `http://127.0.0.1:${running.port}`;
  return { running, origin, scrape: async () => (await fetch(`${origin}/metrics`)).text() };
}

test('a receiver shows conflicts, retries by reason, its own bot, refusals and its answer times', async (context) => {
  const url = await migratedDatabase(context);
  const { running, origin, scrape } = await serving(url);
  const post = (body: string, more: Record<string, string> = {}) => {
    const request = signed(body);
    return fetch(`${origin}/slack/events`, { ...request, headers: { ...request.headers, ...more } });
  };
  await post(messageEvent(1));
  await post(messageEvent(1), { 'x-slack-retry-num': '1', 'x-slack-retry-reason': 'http_timeout' });
  await post(messageEvent(1), { 'x-slack-retry-num': '2', 'x-slack-retry-reason': 'words of a stranger' });
  await post(
    JSON.stringify({ ...JSON.parse(messageEvent(2)), event: { ...message, bot_profile: { app_id: 'A0DEMO1' } } }),
  );
  await fetch(`${origin}/slack/events`, { method: 'POST', body: messageEvent(3) });
  await expect.poll(async () => metricValue(await scrape(), 'dedupe_instances', { deployment_version: 'v7' })).toBe(1);
  const text = await scrape();
  const slack = { provider: 'slack' };
  expect(metricValue(text, 'dedupe_deliveries_total', { ...slack, disposition: 'accepted' })).toBe(1);
  expect(metricValue(text, 'dedupe_deliveries_total', { ...slack, disposition: 'duplicate' })).toBe(2);
  expect(metricValue(text, 'dedupe_redeliveries_total', { ...slack, reason: 'http_timeout' })).toBe(1);
  expect(metricValue(text, 'dedupe_redeliveries_total', { ...slack, reason: 'other' })).toBe(1);
  expect(metricValue(text, 'dedupe_filtered_total', { ...slack, reason: 'own_bot' })).toBe(1);
  expect(metricValue(text, 'dedupe_refusals_total', { ...slack, reason: 'signature_missing' })).toBe(1);
  expect(metricValue(text, 'dedupe_queue_depth')).toBe(1);
  expect(metricValue(text, 'dedupe_database_up')).toBe(1);
  expect(text).toMatch(/^dedupe_answer_seconds_count\{provider="slack"\} 4$/m);
  expect(text).not.toContain('stranger');

  await running.stop();
  const stored = await runMain(['metrics', '--database', url]);
  expect(stored).toMatchObject({ code: 0, stderr: '' });
  expect(metricValue(stored.stdout, 'dedupe_deliveries_total', { ...slack, disposition: 'duplicate' })).toBe(2);
  expect(parsed(stored.stdout).get('dedupe_answer_seconds')?.type).toBe('HISTOGRAM');
});

test('a worker shows waits, attempts, retries by reason, and effects that were there already', async (context) => {
  const at = await world(context);
  const counters = createCounters();
  await arrived(at, 1, 2);
  await at.database.query("update dedupe.inbound_events set source_event_key = 'slack:T1:C9:1'");
  let fails = 1;
  const flaky = worker(
    at,
    () => {
      if (fails-- > 0) throw Object.assign(new Error('x'), { code: 'ECONNREFUSED' });
      return [{ target: 'tasks' }];
    },
    { counters, batch: 1 },
  );
  for (let n = 0; n < 20; n += 1) await flaky.runOnce(signal);
  const page = await metricsPage(at.sessions, counters, () => 0)();
  expect(metricValue(page, 'dedupe_work_retries_total', { role: 'worker', reason: 'ECONNREFUSED' })).toBe(1);
  expect(metricValue(page, 'dedupe_effect_conflicts_total', { target: 'tasks' })).toBe(1);
  expect(page).toMatch(/^dedupe_event_attempts_sum 3$/m);
  expect(page).toMatch(/^dedupe_queue_wait_seconds_count 3$/m);
});

test('the tries of an effect in another system are those of its event, and planning it is none', async (context) => {
  const at = await world(context);
  const counters = createCounters();
  await arrived(at, 1, 2);
  const { target } = fakeTarget((key, n) =>
    key.endsWith(':1') && n < 5 ? { outcome: 'refused', reason: 'http_429', temporary: true } : done(`OPS-${n}`),
  );
  await worker(at, toJira, { counters }).runOnce(signal);
  const attempts = async () =>
    (await metricsPage(at.sessions, counters, () => 0)()).match(/(?<=^dedupe_event_attempts_(sum|count) )\d+$/gm);
  expect(await attempts()).toBe(null);
  const sending = sender(at, target, { counters });
  for (let n = 0; n < 5; n += 1) await sending.runOnce(signal);
  // One after one try, one after three.
  expect(await attempts()).toEqual(['4', '2']);
});

test('an answer is as late as its body was slow, and the event is written down all the same', async (context) => {
  const url = await migratedDatabase(context);
  const { running, origin, scrape } = await serving(url);
  const { headers, body } = signed(messageEvent(1));
  const given = String(body);
  const slow = new ReadableStream({
    async start(to) {
      to.enqueue(Buffer.from(given.slice(0, 9)));
      await sleep(2_600);
      to.enqueue(Buffer.from(given.slice(9)));
      to.close();
    },
  });
  const request = { method: 'POST', headers, body: slow, duplex: 'half' } as RequestInit;
  expect((await fetch(`${origin}/slack/events`, request)).status).toBe(200);
  await expect.poll(scrape).toMatch(/^dedupe_answer_seconds_bucket\{provider="slack",le="2.5"\} 0$/m);
  expect(await scrape()).toMatch(/^dedupe_answer_seconds_bucket\{provider="slack",le="5"\} 1$/m);
  await running.stop();
  const [delivery] = await (await opened(url)).query(
    'select extract(epoch from answered_at - received_at)::float8 as seconds from dedupe.deliveries',
  );
  expect(Number(delivery?.seconds)).toBeGreaterThan(2.5);
});

test('unknown operations age until they are proven, and then the time to the proof stands there for all', async (context) => {
  const at = await world(context);
  await arrived(at, 1);
  const { target } = fakeTarget(() => ({ outcome: 'unknown', reason: 'reset' }));
  await worker(at, toJira).runOnce(signal);
  await sender(at, target).runOnce(signal);
  await at.database.query("update dedupe.operations set unknown_at = unknown_at - interval '10 min'");
  const before = await runMain(['metrics', '--database', at.url]);
  expect(metricValue(before.stdout, 'dedupe_unknown_operations')).toBe(1);
  expect(metricValue(before.stdout, 'dedupe_unknown_oldest_seconds')).toBeGreaterThanOrEqual(600);

  const claim = { sourceEventKey: 'slack:T1:C9:1', workspaceId: 'T1', attempt: 1 };
  await moveOperation(at.sessions, { base_key: claim.sourceEventKey, workspace_id: 'T1' }, (inside) =>
    proveOperation(inside, claim, { proof: 'found', externalId: 'OPS-1', evidence: 'seen' }),
  );
  const after = await runMain(['metrics', '--database', at.url]);
  expect(metricValue(after.stdout, 'dedupe_unknown_operations')).toBe(0);
  expect(after.stdout).toMatch(/^dedupe_unknown_to_proof_seconds_bucket\{le="300",proof="found"\} 0$/m);
  expect(after.stdout).toMatch(/^dedupe_unknown_to_proof_seconds_bucket\{le="900",proof="found"\} 1$/m);
});

test('dead letters and surplus objects are counted where they stand', async (context) => {
  const at = await world(context);
  await arrived(at, 1, 2);
  const { target } = fakeTarget(() => ({ outcome: 'refused', reason: 'invalid', temporary: false }));
  await worker(at, ({ eventId, body }) => {
    if (eventId === 'Ev2') return [{ target: 'nowhere', request: body }];
    return [{ target: 'jira', request: body }];
  }).runOnce(signal);
  await sender(at, target).runOnce(signal);
  await at.database.query(
    `update dedupe.operations set reconcile_history = '[{"what": "surplus", "external_id": "OPS-9"}]'`,
  );
  const { stdout } = await runMain(['metrics', '--database', at.url]);
  expect(metricValue(stdout, 'dedupe_dead_letters', { kind: 'operation' })).toBe(1);
  expect(metricValue(stdout, 'dedupe_dead_letters', { kind: 'event' })).toBe(1);
  expect(metricValue(stdout, 'dedupe_surplus_records')).toBe(1);
});

test('totals of two processes add up, and one that could not be written goes with the next', async (context) => {
  const url = await migratedDatabase(context);
  const sessions = createSessions(url);
  onTestFinished(() => sessions.close());
  const [one, two] = [createCounters(), createCounters()];
  let broken = true;
  const use: typeof sessions.use = (work) => (broken ? Promise.reject(new Error('gone')) : sessions.use(work));
  const keepers = [keepTotals({ ...sessions, use }, one, 5), keepTotals(sessions, two, 5)];
  one.count('dedupe_questions_total', { provider: 'slack', question: 'ssl_check' }, 3);
  two.count('dedupe_questions_total', { provider: 'slack', question: 'ssl_check' }, 4);
  const database = await opened(url);
  const total = async () => (await database.query('select value from dedupe.totals'))[0]?.value;
  await expect.poll(total).toBe(4);
  broken = false;
  await expect.poll(total).toBe(7);
  await Promise.all(keepers.map((keeper) => keeper.stop()));
  expect(await total()).toBe(7);
});

test('without a database a scrape still tells what the process has seen', async () => {
  const counters = createCounters();
  counters.count('dedupe_refusals_total', { provider: 'slack', reason: 'too_large' });
  const sessions = { use: () => Promise.reject(new Error('gone')), close: async () => {} };
  const text = await metricsPage(sessions, counters, () => 0)();
  expect(metricValue(text, 'dedupe_database_up')).toBe(0);
  expect(metricValue(text, 'dedupe_refusals_total')).toBe(1);
  expect(parsed(text).has('dedupe_queue_depth')).toBe(false);
});

test('a database without the schema is no zero', async (context) => {
  const { code, stdout, stderr } = await runMain(['metrics', '--database', await freshDatabase(context)]);
  expect([code, stdout]).toEqual([3, '']);
  expect(stderr).toContain('dedupe migrate');
});
