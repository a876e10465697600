// Schedules of what goes wrong: workers that die at any step, lost connections, lost and late answers, siblings at once.
import fc from 'fast-check';
import { expect, type TestContext } from 'vitest';
import type { Plan } from '../../../src/pipeline/worker/plan.ts';
import { registerArrivals } from '../../../src/store/intake/register-arrivals.ts';
import { type Fault, mortal } from './mortal.ts';
import { arrival, done, fakeTarget, sender, signal, type World, worker, world } from './world.ts';

const fault = fc.record<Fault>({
  at: fc.nat(7),
  when: fc.constantFrom('before', 'after', 'error-before', 'error-after'),
});
const run = fc.record({
  role: fc.constantFrom('worker', 'outbox'),
  fault: fc.option(fault, { nil: undefined, freq: 5 }),
});
const schedule = fc.record({
  /** For each event the number of its intent: two with one number are siblings. */
  events: fc.array(fc.nat(2), { minLength: 1, maxLength: 4 }),
  effects: fc.constantFrom('local', 'outside', 'both'),
  /** Runs in one group are under way at once. */
  groups: fc.array(fc.array(run, { minLength: 1, maxLength: 3 }), { minLength: 1, maxLength: 4 }),
  answers: fc.array(fc.constantFrom('done', 'lost', 'refused', 'busy'), { maxLength: 6 }),
});
type Schedule = typeof schedule extends fc.Arbitrary<infer T> ? T : never;

const plans: Readonly<Record<Schedule['effects'], Plan>> = {
  local: () => [{ target: 'tasks' }],
  outside: ({ body }) => [{ target: 'jira', request: body }],
  both: ({ body }) => [{ target: 'tasks' }, { target: 'jira', action: 'ticket', request: body }],
};

/** As the clock of the database would do it a little later. */
async function leasesEnd({ database }: World): Promise<void> {
  await database.script(`
    update dedupe.inbound_events set available_at = now(), lease_expires_at = case when status = 'processing' then now() end
      where status in ('processing', 'retryable_error') and available_at <> 'infinity';
    update dedupe.operations set available_at = now(), lease_expires_at = now() where state in ('planned', 'sent')`);
}

let serial = 0;

async function play(at: World, { events, effects, groups, answers }: Schedule): Promise<void> {
  await at.database.script(
    'truncate dedupe.inbound_events, dedupe.deliveries, dedupe.attempts, dedupe.operations, dedupe.tasks',
  );
  serial += 1;
  const keyOf = (intent: number) => `slack:T1:C${serial}:${intent}`;
  await registerArrivals(
    at.database,
    events.map((intent, n) => arrival(n, keyOf(intent))),
  );
  const objects: string[] = [];
  const outside = fakeTarget((key, n) => {
    const answer = answers[n - 1] ?? 'done';
    if (answer === 'refused') return { outcome: 'refused', reason: 'invalid', temporary: false };
    if (answer === 'busy') return { outcome: 'refused', reason: 'http_429', temporary: true };
    objects.push(key);
    return answer === 'lost' ? { outcome: 'unknown', reason: 'reset' } : done(`OPS-${key}`);
  });
  const once = async (role: string, chosen: Fault | undefined) => {
    const life = mortal(at.sessions, chosen);
    const one =
      role === 'worker' ? worker(life, plans[effects]) : sender(life, life.target(outside.target), { leaseMs: 3_000 });
    // A claim that fails is tried again by the loop; here the next run is that.
    return Promise.race([one.runOnce(signal).catch(() => 'failed' as const), life.died]);
  };
  for (const group of groups) {
    await Promise.all(group.map((one) => once(one.role, one.fault)));
    await leasesEnd(at);
  }
  for (let idle = 0; idle < 2; ) {
    const results = [await once('worker', undefined), await once('outbox', undefined)];
    idle = results.every((one) => typeof one === 'object' && one.step === 'idle') ? idle + 1 : 0;
    await leasesEnd(at);
  }
  expect(objects, 'an object was made twice').toEqual([...new Set(objects)]);
  await everythingEnded(at, effects, objects);
}

async function everythingEnded({ database }: World, effects: Schedule['effects'], objects: readonly string[]) {
  const rows = await database.query(`select e.event_id, e.status, e.source_event_key as key, e.last_error_code as error,
      (select count(*)::int from dedupe.tasks t where t.source_event_key = e.source_event_key) as tasks
    from dedupe.inbound_events e`);
  const operations = await database.query(
    'select source_event_key as key, target, state, external_id, last_error_code as error from dedupe.operations',
  );
  for (const { status, key, tasks, error } of rows) {
    expect(['processed', 'unknown_result', 'permanent_error']).toContain(status);
    if (status !== 'processed') expect(error).toEqual(expect.any(String));
    const made = objects.filter((one) => one === key || one === `${key}#ticket`).length;
    if (status === 'processed') expect(made).toBe(effects === 'local' ? 0 : 1);
    if (effects !== 'outside' && status === 'processed') expect(tasks).toBe(1);
    if (status === 'permanent_error') expect(made).toBe(0);
  }
  for (const { key, target, state, external_id } of operations.filter((one) => one.target === 'jira')) {
    expect([target, ['confirmed', 'unknown', 'dead'].includes(String(state))]).toEqual(['jira', true]);
    if (state === 'confirmed') expect(external_id).toBe(`OPS-${key}`);
    if (state !== 'unknown') expect(objects.includes(String(key))).toBe(state === 'confirmed');
  }
}

/** Drawn anew each time; the seed stands in the name of the test, and gives the same schedules again. */
export const seed = Number(process.env.DEDUPE_FAULT_SEED ?? Date.now() % 2 ** 31);

export async function playSchedules(context: TestContext, number: number): Promise<void> {
  const at = await world(context);
  await fc.assert(
    fc.asyncProperty(schedule, (drawn) => play(at, drawn)),
    { numRuns: number, seed },
  );
}
