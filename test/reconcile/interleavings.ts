// Random interleavings of worker and reconcile, with late commits on both sides of the declared maximum, a lagging index, and
// processes that die at any step. Time passes when the schedule says so.
import fc from 'fast-check';
import { expect, type TestContext } from 'vitest';
import { DedupeError } from '../../src/errors.ts';
import type { Created, Found, Target } from '../../src/model/target.ts';
import { carryOut } from '../../src/reconcile/carry-out.ts';
import { itemOf } from '../../src/reconcile/items.ts';
import { judgeAll, type Wishes } from '../../src/reconcile/round.ts';
import { skewMs } from '../../src/reconcile/verdict.ts';
import { planOperations } from '../../src/store/operations/plan-operations.ts';
import { readUnsettled } from '../../src/store/reconcile/unsettled.ts';
import type { Sessions } from '../../src/store/sessions.ts';
import { type Fault, mortal } from '../pipeline/worker/mortal.ts';
import { done, fakeTarget, sender, signal, type World, world } from '../pipeline/worker/world.ts';

const leaseMs = 30_000;
const maximumMs = 60_000;
const overMs = leaseMs + maximumMs + skewMs;

const fault = fc.record<Fault>({
  at: fc.nat(8),
  when: fc.constantFrom('before', 'after', 'error-before', 'error-after', 'terminated'),
});
const action = fc.oneof(
  {
    weight: 4,
    arbitrary: fc.record({ does: fc.constant('work'), fault: fc.option(fault, { nil: undefined, freq: 3 }) }),
  },
  {
    weight: 4,
    arbitrary: fc.record({ does: fc.constant('reconcile'), fault: fc.option(fault, { nil: undefined, freq: 3 }) }),
  },
);
const schedule = fc.record({
  keys: fc.integer({ min: 1, max: 3 }),
  /** What becomes of each create: done, refused, or committed after so long while the answer is lost; null is never. */
  creates: fc.array(
    fc.oneof(
      fc.constantFrom('done' as const, 'busy' as const, null),
      fc.constantFrom(0, 10_000, overMs - 1_000, overMs + 1_000, 3 * overMs),
    ),
    { maxLength: 8 },
  ),
  lagMs: fc.constantFrom(0, 20_000),
  /** Whether the system is searched by key, or only lists what was made in a span of time. */
  by: fc.constantFrom('key' as const, 'time' as const),
  /** Actions in one group are under way at once; then time passes. */
  steps: fc.array(
    fc.record({
      group: fc.array(action, { minLength: 1, maxLength: 3 }),
      passMs: fc.constantFrom(0, 1_000, leaseMs, overMs),
    }),
    {
      minLength: 1,
      maxLength: 6,
    },
  ),
});
type Schedule = typeof schedule extends fc.Arbitrary<infer T> ? T : never;

/** Objects with the moment from which the system shows them, by the clock of the schedule. */
interface System {
  now: number;
  readonly objects: { readonly id: string; readonly key: string; readonly at: number }[];
}

function targetOver(system: System, { creates, lagMs, by }: Schedule): Target {
  const { target } = fakeTarget(
    (key, n): Created => {
      const fate = creates[n - 1] === undefined ? 'done' : creates[n - 1];
      if (fate === 'busy') return { outcome: 'refused', reason: 'http_429', temporary: true };
      const id = `OPS-${system.objects.length + 1}`;
      if (fate !== null) system.objects.push({ id, key, at: system.now + (fate === 'done' ? 0 : (fate ?? 0)) });
      return fate === 'done' ? done(id) : { outcome: 'unknown', reason: 'reset' };
    },
    {
      findBy: by === 'time' ? 'none' : lagMs > 0 ? 'index' : 'primary',
      listsByTime: by === 'time',
      indexLagMs: lagMs,
      createMaximumMs: maximumMs,
    },
  );
  function made(key: string, since: number): Found {
    const [first, ...rest] = system.objects
      .filter((one) => one.key === key && one.at + lagMs <= system.now && one.at >= since)
      .map(({ id }) => ({
        id,
        key,
        url: undefined,
        createdAt: undefined,
        createdBy: undefined,
        state: 'open' as const,
      }));
    if (first) return { answer: 'found', records: [first, ...rest] };
    return { answer: 'none', store: lagMs > 0 ? 'index' : 'primary', control: 'shown', asked: 'find' };
  }
  return {
    ...target,
    find: async (key) => made(key, 0),
    // The schedule's clock stands while the database's goes on for some milliseconds: a span ends now in both.
    findWindow: async (from, to, key) => made(key, system.now - (to - skewMs - from)),
  };
}

async function pass({ database }: World, system: System, ms: number): Promise<void> {
  system.now += ms;
  await database.query(
    `update dedupe.operations set sent_at = sent_at - $1::float8 * interval '1 ms',
       first_sent_at = first_sent_at - $1::float8 * interval '1 ms', finished_at = finished_at - $1::float8 * interval '1 ms',
       available_at = available_at - $1::float8 * interval '1 ms', lease_expires_at = lease_expires_at - $1::float8 * interval '1 ms'`,
    [ms],
  );
}

/** A session that was ended while it lay idle fails whoever takes it next; the round after that has a new one. */
function onlyGone<T>(before: T): (error: unknown) => T {
  return (error) => {
    if (error instanceof DedupeError && error.code === 'DEDUPE_DB_UNREACHABLE') return before;
    throw error;
  };
}

async function play(at: World, drawn: Schedule): Promise<void> {
  await at.database.script('truncate dedupe.operations, dedupe.attempts');
  const keys = Array.from({ length: drawn.keys }, (_, i) => `key-${i}`);
  await planOperations(
    at.database,
    keys.map((key) => ({
      sourceEventKey: key,
      workspaceId: 'T1',
      provider: 'slack',
      eventId: 'Ev1',
      target: 'jira',
      action: '',
      idempotencyKey: key,
      request: Buffer.from('{}'),
    })),
  );
  const system: System = { now: 0, objects: [] };
  const target = targetOver(system, drawn);
  const wishes: Wishes = { acceptAbsent: new Map([['jira', drawn.lagMs]]), keep: new Map() };

  async function reconcile(sessions: Sessions, looking: Target) {
    const { candidates, now } = await sessions.use((database) => readUnsettled(database, { limit: 100 }));
    const targets = new Map([['jira', looking]]);
    const seen = await judgeAll({ candidates, now, targets, wishes, signal });
    return carryOut(
      seen.map((one) => itemOf(one, now)),
      { sessions, targets, wishes, signal },
    );
  }
  const act = (does: string, chosen: Fault | undefined) => {
    const life = mortal(at.sessions, chosen, at.database);
    const ended =
      does === 'work'
        ? sender(life, life.target(target), { leaseMs }).runOnce(signal)
        : reconcile(life.sessions, target);
    return Promise.race([Promise.resolve(ended).catch(() => 'failed' as const), life.died]);
  };

  for (const { group, passMs } of drawn.steps) {
    await Promise.all(group.map((one) => act(one.does, one.fault)));
    await pass(at, system, passMs);
  }
  // In the end everybody lives, every answer comes, and enough time passes for whatever is late.
  let last: Awaited<ReturnType<typeof reconcile>> = [];
  for (let round = 0; round < 12; round += 1) {
    await pass(at, system, overMs + drawn.lagMs);
    await act('work', undefined);
    last = await reconcile(at.sessions, target).catch(onlyGone(last));
  }
  const rows = await at.database.query<{ key: string; state: string; id: string | null; history: { what: string }[] }>(
    'select source_event_key as key, state, external_id as id, reconcile_history as history from dedupe.operations order by 1',
  );
  for (const { key, state, id, history } of rows) {
    const own = system.objects.filter((one) => one.key === key);
    const isInside = drawn.creates.every((fate) => typeof fate !== 'number' || fate < overMs);
    if (isInside) expect(own.length, 'two objects inside the declared maximum').toBeLessThanOrEqual(1);
    expect(own.length, 'an effect was lost').toBeGreaterThanOrEqual(state === 'dead' ? 0 : 1);
    const seen = [...last].find((item) => item.source_event_key === key);
    if (own.length > 1) {
      const told = seen?.verdict === 'several' || history.some(({ what }) => what === 'surplus');
      expect(
        told || (state === 'dead' && seen !== undefined),
        `${own.length} objects of ${key} and nobody says so`,
      ).toBe(true);
    } else if (state === 'dead') {
      // Refused too often: proven not executed, unless the first request came through after all.
      if (own.length === 1)
        expect(seen, `${key} was given up, exists, and nobody says so`).toMatchObject({ verdict: 'one' });
    } else
      expect([state, own.some((one) => one.id === id)], 'unknown with the proof at hand').toEqual(['confirmed', true]);
  }
}

const step = (does: 'work' | 'reconcile') => ({ does, fault: undefined });

/** The first request comes through between its release and the next look, long before the second one is sent. */
const lateBeforeTheLast: Schedule = {
  keys: 1,
  creates: [3 * overMs],
  lagMs: 0,
  by: 'time',
  steps: [
    { group: [step('work'), step('reconcile')], passMs: overMs },
    { group: [step('reconcile')], passMs: overMs },
    { group: [step('reconcile')], passMs: overMs },
  ],
};

/** Drawn anew each time; the seed stands in the name of the test, and gives the same schedules again. */
export const seed = Number(process.env.DEDUPE_FAULT_SEED ?? Date.now() % 2 ** 31);

export async function playInterleavings(context: TestContext, number: number): Promise<void> {
  const at = await world(context);
  await fc.assert(
    fc.asyncProperty(schedule, (drawn) => play(at, drawn)),
    { numRuns: number, seed, examples: [[lateBeforeTheLast]] },
  );
}
