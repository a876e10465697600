// Schedules of what goes wrong: workers that die at any step, sessions that are ended, lost and late answers, siblings at once.
import fc from 'fast-check';
import { expect, type TestContext } from 'vitest';
import { DedupeError } from '../../../src/errors.ts';
import { registerArrivals } from '../../../src/store/intake/register-arrivals.ts';
import { type Fault, mortal } from './mortal.ts';
import { plans } from './schedule-plans.ts';
import { arrival, done, fakeTarget, sender, signal, type World, worker, world } from './world.ts';

const fault = fc.record<Fault>({
  at: fc.nat(7),
  when: fc.constantFrom('before', 'after', 'error-before', 'error-after', 'terminated'),
});
const run = fc.record({
  /** `intake`: every event arrives once more. */
  role: fc.constantFrom('worker', 'worker', 'outbox', 'outbox', 'intake'),
  fault: fc.option(fault, { nil: undefined, freq: 5 }),
});
export const schedule = fc.record({
  /** For each event the number of its intent: two with one number are siblings. */
  events: fc.array(fc.nat(2), { minLength: 1, maxLength: 4 }),
  effects: fc.constantFrom('local', 'outside', 'both'),
  /** Runs in one group are under way at once. */
  groups: fc.array(fc.array(run, { minLength: 1, maxLength: 3 }), { minLength: 1, maxLength: 4 }),
  answers: fc.array(fc.constantFrom('done', 'lost', 'refused', 'busy'), { maxLength: 6 }),
});
export type Schedule = typeof schedule extends fc.Arbitrary<infer T> ? T : never;
export type Answer = Schedule['answers'][number];
export type Role = Schedule['groups'][number][number]['role'];

/** What the schedule's system outside answers to a create, and what it holds. */
export interface Outside {
  readonly objects: string[];
  ask(key: string): Answer;
}

/** One life of a worker: one claim, or as many as there are, until it dies or ends. `idle`: there was nothing to do. */
export type Live = (role: Exclude<Role, 'intake'>, fault: Fault | undefined) => Promise<'idle' | 'other'>;

/** As the clock of the database would do it a little later. */
async function leasesEnd({ database }: World): Promise<void> {
  await database.script(`
    update dedupe.inbound_events set available_at = now(), lease_expires_at = case when status = 'processing' then now() end
      where status in ('processing', 'retryable_error') and available_at <> 'infinity';
    update dedupe.operations set available_at = now(), lease_expires_at = now() where state in ('planned', 'sent')`);
}

/** A worker that was abandoned may still hold rows of the schedule before: then the server ends one of the two, and it may be this. */
async function empty(database: World['database'], tries = 5): Promise<void> {
  // Not truncate, which makes the files of every index anew.
  const tables = ['inbound_events', 'deliveries', 'attempts', 'operations', 'tasks'];
  try {
    await database.script(tables.map((name) => `delete from dedupe.${name}`).join(';'));
  } catch (error) {
    if (tries === 0 || !(error instanceof DedupeError && error.code === 'DEDUPE_DB_BUSY')) throw error;
    await empty(database, tries - 1);
  }
}

let serial = 0;

export async function play(
  at: World,
  { events, effects, groups, answers }: Schedule,
  livesIn: (outside: Outside, effects: Schedule['effects']) => Live,
): Promise<void> {
  await empty(at.database);
  serial += 1;
  if (serial % 200 === 0) await at.database.query('vacuum');
  const keyOf = (intent: number) => `slack:T1:C${serial}:${intent}`;
  let copies = 0;
  const arrive = (sessions = at.sessions) => {
    copies += 1;
    const all = events.map((intent, n) => ({ ...arrival(n, keyOf(intent)), delivery_id: `${n}-${copies}` }));
    return sessions.use((database) => registerArrivals(database, all));
  };
  await arrive();
  const objects: string[] = [];
  let asked = 0;
  const ask = (key: string) => {
    const answer = answers[asked++] ?? 'done';
    if (answer === 'done' || answer === 'lost') objects.push(key);
    return answer;
  };
  const live = livesIn({ objects, ask }, effects);
  for (const group of groups) {
    await Promise.all(
      group.map(async ({ role, fault }) => {
        if (role !== 'intake') return live(role, fault);
        const life = mortal(at.sessions, fault && { ...fault, at: 0 }, at.database);
        return Promise.race([arrive(life.sessions).catch(() => {}), life.died]);
      }),
    );
    await leasesEnd(at);
  }
  for (let idle = 0; idle < 2; ) {
    const results = [await live('worker', undefined), await live('outbox', undefined)];
    idle = results.every((one) => one === 'idle') ? idle + 1 : 0;
    await leasesEnd(at);
  }
  expect(objects, 'an object was made twice').toEqual([...new Set(objects)]);
  await everythingEnded(at, events.length, effects, objects);
}

async function everythingEnded(
  { database }: World,
  accepted: number,
  effects: Schedule['effects'],
  objects: readonly string[],
) {
  const rows = await database.query(`select e.event_id, e.status, e.source_event_key as key, e.last_error_code as error,
      (select count(*)::int from dedupe.tasks t where t.source_event_key = e.source_event_key) as tasks
    from dedupe.inbound_events e`);
  expect(rows, 'an accepted event is gone').toHaveLength(accepted);
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

/** Lives in this process: one claim each. */
export function abandoned(at: World): (outside: Outside, effects: Schedule['effects']) => Live {
  return ({ ask }, effects) => {
    const { target } = fakeTarget((key) => {
      switch (ask(key)) {
        case 'refused':
          return { outcome: 'refused', reason: 'invalid', temporary: false };
        case 'busy':
          return { outcome: 'refused', reason: 'http_429', temporary: true };
        case 'lost':
          return { outcome: 'unknown', reason: 'reset' };
        default:
          return done(`OPS-${key}`);
      }
    });
    return async (role, chosen) => {
      const life = mortal(at.sessions, chosen, at.database);
      const one =
        role === 'worker' ? worker(life, plans[effects]) : sender(life, life.target(target), { leaseMs: 3_000 });
      // A claim that fails is tried again by the loop; here the next run is that.
      const result = await Promise.race([one.runOnce(signal).catch(() => 'failed' as const), life.died]);
      return typeof result === 'object' && result.step === 'idle' ? 'idle' : 'other';
    };
  };
}

/** Drawn anew each time; the seed stands in the name of the test, and gives the same schedules again. */
export const seed = Number(process.env.DEDUPE_FAULT_SEED ?? Date.now() % 2 ** 31);

export async function playSchedules(context: TestContext, number: number): Promise<void> {
  const at = await world(context);
  const lives = abandoned(at);
  await fc.assert(
    fc.asyncProperty(schedule, (drawn) => play(at, drawn, lives)),
    { numRuns: number, seed },
  );
}
