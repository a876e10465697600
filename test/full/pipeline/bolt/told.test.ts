// What a trace and a scan say of a Bolt app behind the adapter: clicks are no copies, and what waits is not lost.
import { expect, test } from 'vitest';
import { effect } from '../../../../src/pipeline/bolt/index.ts';
import { answersNoted } from '../../../pipeline/bolt/answers.ts';
import { boltApp } from '../../../pipeline/bolt/app.ts';
import { messageEvent } from '../../../pipeline/ingress/signed.ts';
import { migratedDatabase, opened } from '../../../postgres-database.ts';
import { runMain } from '../../../run-main.ts';

const patient = { timeout: 15_000, interval: 30 };
const ts = '1732900001.000100';

const click = (n: number) => ({
  ...{ team: { id: 'T0DEMO1' }, user: { id: 'U1' }, api_app_id: 'A0DEMO1' },
  type: 'block_actions',
  trigger_id: `1.${n}.a`,
  container: { type: 'message', message_ts: ts, channel_id: 'C9' },
  channel: { id: 'C9' },
  message: { ts, type: 'message' },
  actions: [{ type: 'button', action_id: 'close', block_id: 'b', action_ts: `17329000${n}.000200` }],
});

const asked = (url: string) => (words: string) =>
  runMain([...words.split(' '), '--database', url, '--format', 'json'], { now: Date.now });

test('a ticket and the clicks under its message are one ticket', async (context) => {
  const url = await migratedDatabase(context);
  const { post, interact } = await boltApp(url, (app) => {
    app.message(async () => void (await effect('ticket', async () => ({ id: 'OPS-1' }))));
    app.action('close', async ({ ack }) => ack());
  });
  await post(messageEvent(1));
  for (const n of [1, 2, 3]) await interact(click(n));
  const database = await opened(url);
  const count = `select state, count(*)::int as n from dedupe.operations group by state`;
  await expect.poll(() => database.query(count), patient).toEqual([{ state: 'confirmed', n: 5 }]);
  await answersNoted(database);
  const ask = asked(url);
  const traced = await ask('trace Ev1');
  expect([traced.code, JSON.parse(traced.stdout)]).toMatchObject([
    0,
    { verdict: 'single', event: { siblings: [{}, {}, {}] } },
  ]);
  const scanned = await ask('scan --damage');
  expect([scanned.code, JSON.parse(scanned.stdout)]).toMatchObject([
    0,
    { duplicates: { events: 0 }, groups: [], damage: [] },
  ]);
});

test('what the tracker refuses for now waits for its next try; what was given up is lost', async (context) => {
  const url = await migratedDatabase(context);
  const down = async () => {
    throw Object.assign(new Error('x'), { code: 'ECONNREFUSED' });
  };
  const listen = { retry: { baseMs: 600_000, attempts: 2 } };
  const { post } = await boltApp(url, (app) => app.message(async () => void (await effect('ticket', down))), listen);
  await post(messageEvent(1));
  const database = await opened(url);
  const failed = `select state, last_error_code as error from dedupe.operations order by target`;
  const twice = (state: string) => Array(2).fill({ state, error: 'ECONNREFUSED' });
  await expect.poll(() => database.query(failed), patient).toEqual(twice('planned'));
  await answersNoted(database);
  const ask = asked(url);
  const waits = await ask('trace Ev1');
  expect(waits.code).toBe(3);
  const document = JSON.parse(waits.stdout);
  expect(document.headline).toMatch(/the create at effect:slack .*ECONNREFUSED\) failed once and is tried again at /);
  expect([document.verdict, document.loss]).toEqual(['inconclusive', undefined]);
  const { groups, undecided } = JSON.parse((await ask('scan')).stdout);
  expect([groups, undecided.count]).toEqual([[], 1]);
  expect(undecided.reasons[0].reason).toContain('is tried again at a moment of its own');

  await database.query(`update dedupe.operations set available_at = now()`);
  await expect.poll(() => database.query(failed), { ...patient, timeout: 30_000 }).toEqual(twice('dead'));
  const lost = JSON.parse((await ask('trace Ev1')).stdout);
  expect(lost).toMatchObject({ verdict: 'lost', loss: { way: 'rejected-permanently' } });
});
