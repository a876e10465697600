// Does every event lead to exactly one task, whoever claims it, however often, and whatever goes wrong?
import { expect, test } from 'vitest';
import { wantedBy } from '../../../src/pipeline/worker/effects.ts';
import { type Effect, PermanentError, type Plan, taskForEach } from '../../../src/pipeline/worker/plan.ts';
import { registerArrivals } from '../../../src/store/intake/register-arrivals.ts';
import { claimEvents } from '../../../src/store/work/claim-events.ts';
import { opened } from '../../postgres-database.ts';
import { arrival, arrived, signal, statuses, toJira, worker, world } from './world.ts';

test('many at once, each event by one of three workers, each with one task', async (context) => {
  const at = await world(context);
  const numbers = Array.from({ length: 90 }, (_, i) => i);
  await arrived(at, ...numbers);
  const workers = [1, 2, 3].map(() => worker(at, taskForEach, { batch: 20 }));
  const steps = [];
  for (let round = 0; round < 3; round += 1)
    for (const result of await Promise.all(workers.map((one) => one.runOnce(signal))))
      if (result.step === 'more') steps.push(...result.done);
  expect(steps.map((step) => step.ended)).toEqual(numbers.map(() => 'processed'));
  expect(await workers[0]?.runOnce(signal)).toEqual({ step: 'idle' });
  const [counts] = await at.database.query(
    `select (select count(*)::int from dedupe.tasks) as tasks, (select count(*)::int from dedupe.operations where state = 'confirmed') as confirmed,
      (select count(*)::int from dedupe.inbound_events e join dedupe.tasks t on e.result_id = t.task_id where e.status = 'processed') as results,
      (select count(*)::int from dedupe.attempts where outcome = 'done' and attempt = 1) as attempts`,
  );
  expect(counts).toEqual({ tasks: 90, confirmed: 90, results: 90, attempts: 90 });
});

test('two events of one intent lead to one task and one result', async (context) => {
  const at = await world(context);
  await registerArrivals(at.database, [arrival(1, 'slack:T1:C9:1'), arrival(2, 'slack:T1:C9:1')]);
  await Promise.all([
    worker(at, taskForEach, { batch: 1 }).runOnce(signal),
    worker(at, taskForEach, { batch: 1 }).runOnce(signal),
  ]);
  const [first, second] = await statuses(at);
  expect(first).toEqual(['processed', expect.any(String)]);
  expect(second).toEqual(first);
  expect(await at.database.query('select 1 from dedupe.tasks')).toHaveLength(1);
});

test('a worker that lost its lease cannot commit, and its attempt is told lost', async (context) => {
  const at = await world(context);
  await arrived(at, 1);
  let goOn = () => {};
  const slow: Plan = async () => {
    await new Promise<void>((resolve) => {
      goOn = resolve;
    });
    return [{ target: 'tasks', title: 'by the slow one' }];
  };
  const first = worker(at, slow, { leaseMs: 60_000 }).runOnce(signal);
  await expect.poll(() => statuses(at)).toEqual([['processing', null]]);
  await at.database.script('update dedupe.inbound_events set available_at = now(), lease_expires_at = now()');
  const second = await worker(at, () => [{ target: 'tasks', title: 'by the second' }]).runOnce(signal);
  expect(second).toMatchObject({ step: 'more', done: [{ ended: 'processed', attempt: 2 }] });
  goOn();
  expect(await first).toMatchObject({ done: [{ ended: 'superseded', attempt: 1 }] });
  expect(await at.database.query('select title, attempt from dedupe.tasks')).toEqual([
    { title: 'by the second', attempt: 2 },
  ]);
  expect(await at.database.query('select attempt, outcome from dedupe.attempts order by attempt')).toEqual([
    { attempt: 1, outcome: 'lost' },
    { attempt: 2, outcome: 'done' },
  ]);
});

test('a living worker keeps its lease as long as its plan takes', async (context) => {
  const at = await world(context);
  await arrived(at, 1);
  let begin = () => {};
  const begun = new Promise<void>((resolve) => {
    begin = resolve;
  });
  const slow: Plan = () => {
    begin();
    return new Promise((resolve) => setTimeout(() => resolve([{ target: 'tasks' }]), 2_500));
  };
  const first = worker(at, slow, { leaseMs: 900, limitMs: 60_000 }).runOnce(signal);
  await begun;
  const other = worker(at, taskForEach);
  const seen: string[] = [];
  const watch = setInterval(() => void other.runOnce(signal).then(({ step }) => seen.push(step)), 150);
  expect(await first).toMatchObject({ done: [{ ended: 'processed', attempt: 1 }] });
  clearInterval(watch);
  expect(new Set(seen)).toEqual(new Set(['idle']));
});

test('a plan that fails is tried again and ends in the dead letters, and a permanent one at once', async (context) => {
  const at = await world(context);
  await arrived(at, 1, 2);
  const plan: Plan = ({ eventId }) => {
    if (eventId === 'Ev2') throw new PermanentError('no_project');
    throw Object.assign(new Error('please reset the password of Zoe'), { code: 'ECONNREFUSED' });
  };
  const one = worker(at, plan);
  const ended = [];
  for (let i = 0; i < 3; i += 1) {
    const result = await one.runOnce(signal);
    if (result.step === 'more') ended.push(result.done.map((step) => [step.eventId, step.ended]).sort());
    await new Promise((resolve) => setTimeout(resolve, 5));
  }
  expect(ended).toEqual([
    [
      ['Ev1', 'retry'],
      ['Ev2', 'dead'],
    ],
    [['Ev1', 'retry']],
    [['Ev1', 'dead']],
  ]);
  const rows = await at.database.query(
    'select status, attempt_count, failures, last_error_code from dedupe.inbound_events order by 2',
  );
  expect(rows).toEqual([
    { status: 'permanent_error', attempt_count: 1, failures: 1, last_error_code: 'no_project' },
    { status: 'permanent_error', attempt_count: 3, failures: 3, last_error_code: 'ECONNREFUSED' },
  ]);
});

test('an event that its workers do not survive is given up', async (context) => {
  const at = await world(context);
  await arrived(at, 1);
  const claimer = { instanceId: 'gone', deploymentVersion: undefined, filterVersion: undefined };
  for (let i = 0; i < 3; i += 1)
    expect(await claimEvents(at.database, { limit: 1, leaseMs: 0, claimer })).toHaveLength(1);
  expect(await worker(at, taskForEach).runOnce(signal)).toMatchObject({
    done: [{ ended: 'dead', errorCode: 'lease_lost' }],
  });
  expect(await at.database.query('select 1 from dedupe.tasks')).toEqual([]);
});

test.each<[string, Effect[], string]>([
  ['two effects with one key', [{ target: 'tasks' }, { target: 'tasks' }], 'effects_with_one_key'],
  ['a target that nobody knows', [{ target: 'jirra', request: Buffer.from('') }], 'unknown_target'],
  ['an action that is no word', [{ target: 'tasks', action: 'a#b' }], 'action_not_a_word'],
])('%s is permanent', (_, effects, code) => {
  const event = { sourceEventKey: 'k', provider: 'slack', workspaceId: 'T1', eventId: 'Ev1', attempt: 1 } as never;
  expect(() => wantedBy(event, effects, new Set(['jira']), 'w')).toThrow(expect.objectContaining({ code }));
});

test('what cannot be written ends its event at once, tells so, and takes no neighbour along', async (context) => {
  const at = await world(context);
  await arrived(at, 1, 2);
  const told: unknown[] = [];
  const request = { title: 'no bytes' } as unknown as string;
  const plan: Plan = ({ eventId }) => (eventId === 'Ev1' ? [{ target: 'jira', request }] : [{ target: 'tasks' }]);
  const { done } = (await worker(at, plan, { onPlanError: (error) => told.push(error) }).runOnce(signal)) as never;
  expect(done).toMatchObject([{ ended: 'dead', errorCode: 'plan_invalid', attempt: 1 }, { ended: 'processed' }]);
  expect(told).toMatchObject([{ name: 'PlanFault', message: expect.stringContaining('an object as its request') }]);
});

test('what a plan throws is told and tried again, a lease that it lost is not', async (context) => {
  const at = await world(context);
  await arrived(at, 1);
  const told: unknown[] = [];
  const plan: Plan = () => (undefined as never as Effect[]).slice();
  const steps = await worker(at, plan, { onPlanError: (error) => told.push(error) }).runOnce(signal);
  expect(steps).toMatchObject({ done: [{ ended: 'retry', errorCode: 'TypeError' }] });
  expect(told).toEqual([expect.any(TypeError)]);
  const slow: Plan = () => new Promise(() => {});
  await expect
    .poll(() => worker(at, slow, { limitMs: 20, onPlanError: (error) => told.push(error) }).runOnce(signal))
    .toMatchObject({ done: [{ errorCode: 'Error' }] });
  expect(told).toHaveLength(1);
});

test('several effects of one event have a key each, and one result', async (context) => {
  const at = await world(context);
  await arrived(at, 1);
  const two: Plan = () => [{ target: 'tasks' }, { target: 'tasks', action: 'notify' }];
  await worker(at, two).runOnce(signal);
  const rows = await at.database.query('select source_event_key, task_id from dedupe.tasks order by 1');
  expect(rows.map((row) => row.source_event_key)).toEqual(['slack:T1:C9:1', 'slack:T1:C9:1#notify']);
  expect(await statuses(at)).toEqual([['processed', rows[0]?.task_id]]);
});

test('an effect elsewhere is planned with the claim and waits for the outbox', async (context) => {
  const at = await world(context);
  await arrived(at, 1);
  expect(await worker(at, toJira).runOnce(signal)).toMatchObject({ done: [{ ended: 'planned' }] });
  expect(await statuses(at)).toEqual([['processing', null]]);
  expect(await at.database.query('select target, source_event_key from dedupe.outbox')).toEqual([
    { target: 'jira', source_event_key: 'slack:T1:C9:1' },
  ]);
  expect(await worker(at, toJira).runOnce(signal)).toEqual({ step: 'idle' });
});

test('an event from which nothing follows is processed, unless an effect that was planned before stands for it', async (context) => {
  const at = await world(context);
  await arrived(at, 1);
  expect(await worker(at, toJira).runOnce(signal)).toMatchObject({ done: [{ ended: 'planned' }] });
  await arrived(at, 2, 3);
  await at.database.script("update dedupe.inbound_events set available_at = now() where event_id = 'Ev1'");
  const after = await worker(at, ({ eventId }) => (eventId === 'Ev3' ? [{ target: 'tasks' }] : [])).runOnce(signal);
  expect(after.step === 'more' && after.done.map(({ eventId, ended }) => [eventId, ended]).toSorted()).toEqual([
    ['Ev1', 'planned'],
    ['Ev2', 'processed'],
    ['Ev3', 'processed'],
  ]);
  expect(await statuses(at)).toEqual([
    ['processing', null],
    ['processed', null],
    ['processed', expect.any(String)],
  ]);
  expect(await at.database.query("select event_id from dedupe.attempts where outcome = 'running'")).toEqual([]);
});

test('a worker that lost its lease does not end an event from which nothing follows', async (context) => {
  const at = await world(context);
  await arrived(at, 1);
  let goOn = () => {};
  const slow: Plan = () =>
    new Promise((resolve) => {
      goOn = () => resolve([]);
    });
  const first = worker(at, slow, { leaseMs: 60_000 }).runOnce(signal);
  await expect.poll(() => statuses(at)).toEqual([['processing', null]]);
  await at.database.script('update dedupe.inbound_events set available_at = now(), lease_expires_at = now()');
  const claim = {
    limit: 1,
    leaseMs: 60_000,
    claimer: { instanceId: 'second', deploymentVersion: undefined, filterVersion: undefined },
  };
  expect(await claimEvents(at.database, claim)).toMatchObject([{ attempt: 2 }]);
  goOn();
  expect(await first).toMatchObject({ done: [{ ended: 'superseded', attempt: 1 }] });
  expect(await statuses(at)).toEqual([['processing', null]]);
});

test('it goes on when the database comes back', async (context) => {
  const at = await world(context);
  const stop = new AbortController();
  const trouble: unknown[] = [];
  const running = worker(at, taskForEach, { onTrouble: (error) => trouble.push(error) }).run(stop.signal);
  const killer = await opened(at.url);
  await killer.query(
    'select pg_terminate_backend(pid) from pg_stat_activity where pid <> pg_backend_pid() and datname = current_database()',
  );
  await registerArrivals(killer, [arrival(1)]);
  await expect
    .poll(() => killer.query("select 1 from dedupe.inbound_events where status = 'processed'"), { timeout: 10_000 })
    .toHaveLength(1);
  stop.abort();
  await running;
});
