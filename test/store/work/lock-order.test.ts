// Does a worker wait for the rows of its events in one order, whatever it does to them?
import { expect, test } from 'vitest';
import type { Database } from '../../../src/postgres/database.ts';
import { openDatabase } from '../../../src/postgres/open.ts';
import { registerArrivals } from '../../../src/store/intake/register-arrivals.ts';
import { claimEvents } from '../../../src/store/work/claim-events.ts';
import { type BareClaim, endBareEvents } from '../../../src/store/work/end-bare-events.ts';
import type { EventClaim } from '../../../src/store/work/event-claim.ts';
import { extendLeases } from '../../../src/store/work/extend-leases.ts';
import { finishEvents } from '../../../src/store/work/finish-events.ts';
import { arrival, world } from '../../pipeline/worker/world.ts';

const claimer = { instanceId: 'one', deploymentVersion: undefined, filterVersion: undefined };

/** What a worker does to several of its claims at once, in whatever order it has them. */
const workings: [
  string,
  (database: Database, claims: readonly BareClaim[]) => Promise<Iterable<BareClaim | EventClaim>>,
][] = [
  ['extends leases', (database, claims) => extendLeases(database, claims, 60_000)],
  ['ends events from which nothing follows', endBareEvents],
];

test.for(workings)('who %s takes none of the others while the first is held elsewhere', async ([, work], context) => {
  const at = await world(context);
  // So that they lie the other way round in the table.
  for (const n of [3, 2, 1]) await registerArrivals(at.database, [arrival(n)]);
  const claimed = (await claimEvents(at.database, { limit: 3, leaseMs: 60_000, claimer })).map(
    ({ provider, workspace_id: workspaceId, event_id: eventId, attempt }) => ({
      ...{ provider, workspaceId, eventId, attempt },
      sourceEventKey: `slack:T1:${eventId}`,
    }),
  );
  const inOrder = claimed.map(({ eventId }) => eventId).sort();
  const backwards = [...claimed].sort((a, b) => (a.eventId < b.eventId ? 1 : -1));
  const [other, watch] = [await openDatabase(at.url), await openDatabase(at.url)];
  try {
    // As a planner may do it that has nothing but these rows.
    await other.script('set enable_nestloop = off; set enable_mergejoin = off');
    const lock = (id: string | undefined, how: string) =>
      `select 1 from dedupe.inbound_events where event_id = '${id}' for update ${how}`;
    const { working } = await at.database.transaction(async (holder) => {
      await holder.query(lock(inOrder[0], ''));
      const working = work(other, backwards);
      await expect
        .poll(() =>
          watch.query("select 1 from pg_stat_activity where wait_event_type = 'Lock' and datname = current_database()"),
        )
        .toHaveLength(1);
      for (const id of inOrder.slice(1)) expect(await holder.query(lock(id, 'nowait'))).toHaveLength(1);
      return { working };
    });
    expect([...(await working)].map(({ eventId }) => eventId).sort()).toEqual(inOrder);
  } finally {
    await other.close();
    await watch.close();
  }
});

test('a beat that comes after the plan leaves the event to its operations', async (context) => {
  const at = await world(context);
  await registerArrivals(at.database, [arrival(1), arrival(2)]);
  const claims = (await claimEvents(at.database, { limit: 2, leaseMs: 60_000, claimer })).map(
    ({ provider, workspace_id: workspaceId, event_id: eventId, attempt }) => ({
      provider,
      workspaceId,
      eventId,
      attempt,
    }),
  );
  const planned = claims.filter(({ eventId }) => eventId === 'Ev1');
  await finishEvents(
    at.database,
    planned.map((one) => ({ ...one, status: 'processing' as const, outcome: 'done' as const })),
  );
  expect((await extendLeases(at.database, claims, 60_000)).map(({ eventId }) => eventId)).toEqual(['Ev2']);
  expect(
    await at.database.query(
      "select event_id, available_at = 'infinity' and lease_expires_at = 'infinity' as waits from dedupe.inbound_events order by 1",
    ),
  ).toEqual([
    { event_id: 'Ev1', waits: true },
    { event_id: 'Ev2', waits: false },
  ]);
});

test('a claim that is not the newest any more is missing from the answer', async (context) => {
  const at = await world(context);
  await registerArrivals(at.database, [arrival(1)]);
  const [claim] = await claimEvents(at.database, { limit: 1, leaseMs: 60_000, claimer });
  if (!claim) throw new Error('nothing was claimed');
  const { provider, workspace_id: workspaceId, event_id: eventId, attempt } = claim;
  expect(await extendLeases(at.database, [{ provider, workspaceId, eventId, attempt: attempt + 1 }], 60_000)).toEqual(
    [],
  );
});
