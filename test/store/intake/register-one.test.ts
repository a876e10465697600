// One arrival is written by a statement of its own: the rows and the answers are those of many.
import { expect, test } from 'vitest';
import { registerArrivals } from '../../../src/store/intake/register-arrivals.ts';
import { arrival, world } from '../../pipeline/worker/world.ts';

const full = (n: number, name: string) => {
  const { event, ...delivery } = arrival(n);
  return {
    ...{ ...delivery, delivery_id: `d-${name}`, event_id: `Ev-${name}`, retry_num: 2, retry_reason: 'http_timeout' },
    ...{ envelope_id: 'e-1', request_id: 'r-1', body_digest: 'abc', deployment_version: 'v1' },
    sent_at: '2026-11-02T09:15:00.000Z',
    event: event && {
      ...event,
      event_subtype: 'file_share',
      event_time: '2026-11-02T09:14:59.000Z',
      headers: { 'content-type': 'application/json', 'x-own': 'it\'s \\ "quoted"' },
      payload: Buffer.from([0, 1, 255, 92, 39]).subarray(1),
      hold_ms: 60_000,
    },
  };
};

test('alone and among others it becomes the same rows', async (context) => {
  const { database } = await world(context);
  await registerArrivals(database, [full(1, 'alone')]);
  await registerArrivals(database, [full(1, 'many'), full(2, 'other')]);
  const row = async (table: string, name: string) => {
    const [found] = await database.query(`select to_jsonb(t) as row from dedupe.${table} t where event_id = $1`, [
      `Ev-${name}`,
    ]);
    const { event_id, delivery_id, received_at, available_at, ...rest } = (found?.row ?? {}) as Record<string, string>;
    const held = available_at && received_at ? Date.parse(available_at) - Date.parse(received_at) : 0;
    return { ...rest, isHeld: Math.round(held / 10_000) };
  };
  for (const table of ['inbound_events', 'deliveries']) {
    const alone = await row(table, 'alone');
    expect(Object.keys(alone).length).toBeGreaterThan(10);
    expect(alone).toEqual(await row(table, 'many'));
  }
  expect(await row('inbound_events', 'alone')).toMatchObject({ payload: '\\x01ff5c27', isHeld: 6 });
});

test('it is accepted once, and what an earlier try has written is not told again', async (context) => {
  const { database } = await world(context);
  const first = full(1, 'a');
  const of = async (one: typeof first) => (await registerArrivals(database, [one])).get(one.delivery_id)?.disposition;
  expect(await of(first)).toBe('accepted');
  expect(await of({ ...first, delivery_id: 'd-2' })).toBe('duplicate');
  expect(await of(first)).toBeUndefined();
  expect(await database.query('select count(*)::int from dedupe.deliveries')).toEqual([{ count: 2 }]);
});
