// Does a worker that extends its leases wait in the order in which it holds its events?
import { expect, test } from 'vitest';
import { openDatabase } from '../../../src/postgres/open.ts';
import { registerArrivals } from '../../../src/store/intake/register-arrivals.ts';
import { claimEvents } from '../../../src/store/work/claim-events.ts';
import { extendLeases } from '../../../src/store/work/extend-leases.ts';
import { arrival, world } from '../../pipeline/worker/world.ts';

const claimer = { instanceId: 'one', deploymentVersion: undefined, filterVersion: undefined };

test('while the first is held elsewhere, the others are not taken yet', async (context) => {
  const at = await world(context);
  await registerArrivals(at.database, [arrival(1), arrival(2), arrival(3)]);
  const claimed = (await claimEvents(at.database, { limit: 3, leaseMs: 60_000, claimer })).map(
    ({ provider, workspace_id: workspaceId, event_id: eventId, attempt }) => ({
      provider,
      workspaceId,
      eventId,
      attempt,
    }),
  );
  const inOrder = claimed.map(({ eventId }) => eventId).sort();
  const backwards = [...claimed].sort((a, b) => (a.eventId < b.eventId ? 1 : -1));
  const [other, watch] = [await openDatabase(at.url), await openDatabase(at.url)];
  try {
    const lock = (id: string | undefined, how: string) =>
      `select 1 from dedupe.inbound_events where event_id = '${id}' for update ${how}`;
    const extended = await at.database.transaction(async (holder) => {
      await holder.query(lock(inOrder[0], ''));
      const extending = extendLeases(other, backwards, 60_000);
      await expect
        .poll(() =>
          watch.query("select 1 from pg_stat_activity where wait_event_type = 'Lock' and datname = current_database()"),
        )
        .toHaveLength(1);
      expect(await holder.query(lock(inOrder[2], 'nowait'))).toHaveLength(1);
      return { extending };
    });
    expect((await extended.extending).map(({ eventId }) => eventId).sort()).toEqual(inOrder);
  } finally {
    await other.close();
    await watch.close();
  }
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
