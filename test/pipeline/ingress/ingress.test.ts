// What the receiver answers, and what is durable when it does.
import { describe, expect, onTestFinished, test } from 'vitest';
import { DedupeError } from '../../../src/errors.ts';
import { taskForEach } from '../../../src/pipeline/worker/plan.ts';
import { createSessions, type Sessions } from '../../../src/store/sessions.ts';
import { migratedDatabase, opened } from '../../postgres-database.ts';
import { message, prose, token } from '../../providers/slack/payloads.ts';
import { lockTable } from '../../table-lock.ts';
import { signal, worker } from '../worker/world.ts';
import { messageEvent, receiver, signed } from './signed.ts';

const said = (response: Response) => [response.status, response.headers.get('x-dedupe-reason')];
const key = (n: number) => `slack:T0DEMO1:C9:17329${String(n).padStart(5, '0')}.000100`;

/** Sessions on which nothing can be done. */
const noDatabase: Sessions = {
  use: () => Promise.reject(new DedupeError('DEDUPE_DB_UNREACHABLE', 'gone')),
  close: async () => {},
};

test('new and repeated alike are answered 200, written once, and lead to one key', async (context) => {
  const url = await migratedDatabase(context);
  const { post, drain } = await receiver(url);
  const first = await post(messageEvent(1));
  const again = await post(messageEvent(1));
  expect([first.status, first.headers.get('x-dedupe-disposition'), await first.text()]).toEqual([200, 'accepted', '']);
  expect([again.status, again.headers.get('x-dedupe-disposition')]).toEqual([200, 'duplicate']);
  for (const one of [first, again]) expect(one.headers.get('x-source-event-key')).toBe(key(1));
  await drain();

  const database = await opened(url);
  const [event] = await database.query('select * from dedupe.inbound_events');
  expect(event).toMatchObject({ event_id: 'Ev1', status: 'received', attempt_count: 0, source_event_key: key(1) });
  expect(String(event?.payload)).toBe(messageEvent(1));
  expect(event?.headers).toEqual({ 'content-type': 'application/json' });
  const deliveries = await database.query(
    'select disposition, status, answered_at >= received_at as answered, retry_num, instance_id from dedupe.deliveries order by received_at',
  );
  const common = { status: 200, answered: true, retry_num: 0, instance_id: 'ingress-1' };
  expect(deliveries).toEqual([
    { disposition: 'accepted', ...common },
    { disposition: 'duplicate', ...common },
  ]);
});

test('one event at once from many connections is accepted once', async (context) => {
  const url = await migratedDatabase(context);
  const [one, two] = [await receiver(url), await receiver(url)];
  const bodies = Array.from({ length: 60 }, (_, i) => messageEvent(i % 3));
  const answers = await Promise.all(bodies.map((body, i) => (i % 2 ? one : two).post(body)));
  expect(answers.map((answer) => answer.status)).toEqual(bodies.map(() => 200));
  expect(answers.filter((answer) => answer.headers.get('x-dedupe-disposition') === 'accepted')).toHaveLength(3);
  const database = await opened(url);
  expect(
    await database.query('select disposition, count(*)::int from dedupe.deliveries group by 1 order by 1'),
  ).toEqual([
    { disposition: 'accepted', count: 3 },
    { disposition: 'duplicate', count: 57 },
  ]);
});

test('what nobody wants is written down and makes no work', async (context) => {
  const url = await migratedDatabase(context);
  const { post } = await receiver(url);
  const own = JSON.stringify({
    ...JSON.parse(messageEvent(1)),
    event: { ...message, bot_profile: { app_id: 'A0DEMO1' } },
  });
  expect(said(await post(own))).toEqual([200, 'own_bot']);
  const database = await opened(url);
  expect(await database.query('select 1 from dedupe.inbound_events')).toEqual([]);
  expect(await database.query('select event_id, disposition from dedupe.deliveries')).toEqual([
    { event_id: 'Ev1', disposition: 'filtered' },
  ]);
});

test('refusals are counted, some are kept, and no body of theirs is', async (context) => {
  const url = await migratedDatabase(context);
  const { post, drain, url: address } = await receiver(url, { bodyLimit: 2_000 });
  const hour = 3_600_000;
  expect(said(await post(messageEvent(1), { by: 'another' }))).toEqual([401, 'signature_mismatch']);
  expect(said(await post(messageEvent(1), { at: Date.now() - hour }))).toEqual([401, 'signature_stale']);
  expect(said(await post(messageEvent(1), { at: Date.now() + hour }))).toEqual([401, 'signature_future']);
  expect(said(await fetch(address, { method: 'POST', body: messageEvent(1) }))).toEqual([401, 'signature_missing']);
  expect(said(await fetch(address))).toEqual([405, 'method_not_allowed']);
  expect((await fetch(address)).headers.get('allow')).toBe('POST');
  expect(said(await post('{'))).toEqual([400, 'unreadable_body']);
  expect(said(await post('{"type":"hello"}'))).toEqual([400, 'not_an_event']);
  expect(said(await post(messageEvent(1, { event_id: undefined })))).toEqual([400, 'no_event_id']);
  expect(said(await post(messageEvent(1, { api_app_id: 'A0OTHER' })))).toEqual([403, 'foreign_app']);
  expect(said(await post(JSON.stringify({ text: 'x'.repeat(3_000) })))).toEqual([413, 'too_large']);
  expect(said(await fetch(`${address}/other`, signed('{}')))).toEqual([404, 'no_receiver']);
  await drain();

  const database = await opened(url);
  expect(await database.query('select 1 from dedupe.inbound_events')).toEqual([]);
  const counted = await database.query('select reason, requests::int from dedupe.refusals order by reason');
  expect(counted).toContainEqual({ reason: 'method_not_allowed', requests: 2 });
  expect(counted).toHaveLength(11);
  const kept = await database.query('select to_jsonb(d)::text as row, status from dedupe.deliveries d order by status');
  expect(kept.map((row) => row.status)).toEqual([401, 401, 401, 401, 403]);
  for (const { row } of kept) for (const secretText of [prose, token]) expect(row).not.toContain(secretText);
});

test('strangers cannot fill the table', async (context) => {
  const url = await migratedDatabase(context);
  const { post, drain } = await receiver(url);
  await Promise.all(Array.from({ length: 50 }, (_, i) => post(messageEvent(i), { by: 'another' })));
  await drain();
  const database = await opened(url);
  expect(await database.query('select requests::int from dedupe.refusals')).toEqual([{ requests: 50 }]);
  expect(await database.query('select count(*)::int from dedupe.deliveries')).toEqual([{ count: 20 }]);
});

describe('without a database', () => {
  test('questions are answered all the same', async () => {
    const { post, url } = await receiver(noDatabase);
    const challenge = await post(JSON.stringify({ type: 'url_verification', challenge: '3eZbrw1a' }));
    expect([challenge.status, await challenge.text()]).toEqual([200, '3eZbrw1a']);
    expect((await post(JSON.stringify({ type: 'url_verification', challenge: '1' }), { by: 'other' })).status).toBe(
      401,
    );
    const form = { type: 'application/x-www-form-urlencoded' };
    const check = await fetch(url, {
      method: 'POST',
      body: 'ssl_check=1&token=x',
      headers: { 'content-type': form.type },
    });
    expect([check.status, await check.text()]).toEqual([200, '']);
    expect((await post(JSON.stringify({ type: 'app_rate_limited', team_id: 'T0DEMO1' }))).status).toBe(200);
    const suggestion = new URLSearchParams({ payload: JSON.stringify({ type: 'block_suggestion' }) });
    expect(await (await post(String(suggestion), form)).json()).toEqual({ options: [] });
  });

  test('an event is answered 503 at the deadline, and a command that nobody repeats is counted apart', async () => {
    const { post, counters } = await receiver(noDatabase, { deadlineMs: 150 });
    const event = await post(messageEvent(1));
    expect([...said(event), event.headers.get('x-dedupe-disposition')]).toEqual([
      503,
      'not_durable_in_time',
      'unknown',
    ]);
    const command = new URLSearchParams({
      command: '/task',
      team_id: 'T0DEMO1',
      api_app_id: 'A0DEMO1',
      trigger_id: '1.2.a',
    });
    expect((await post(String(command), { type: 'application/x-www-form-urlencoded; charset=utf-8' })).status).toBe(
      503,
    );
    expect(counters.read().filter(({ name }) => name === 'dedupe_unrepeated_unknown_total')).toMatchObject([
      { labels: { type: 'slash_command' }, value: 1 },
    ]);
  });
});

test('the retry after a 503 meets the row when it was written after all', async (context) => {
  const url = await migratedDatabase(context);
  const database = await opened(url);
  const { post } = await receiver(url, { deadlineMs: 400 });
  await post(messageEvent(1));
  const letGo = await lockTable(url, 'inbound_events');
  await expect.poll(async () => (await post(messageEvent(2))).status).toBe(503);
  await letGo();
  await expect
    .poll(() => database.query("select event_id from dedupe.inbound_events where event_id = 'Ev2'"))
    .toHaveLength(1);
  await expect.poll(async () => (await post(messageEvent(2))).headers.get('x-dedupe-disposition')).toBe('duplicate');
});

test('two copies of one message for two workspaces of a shared channel lead to one task', async (context) => {
  const url = await migratedDatabase(context);
  const { post } = await receiver(url);
  const sessions = createSessions(url);
  onTestFinished(() => sessions.close());
  const copy = (n: number, team_id: string) => {
    const whole = JSON.parse(messageEvent(1, { event_id: `Ev${n}`, team_id, is_ext_shared_channel: true }));
    return post(JSON.stringify({ ...whole, event: { ...whole.event, team: 'T0AUTHOR' } }));
  };
  const [one, two] = [await copy(1, 'T0DEMO1'), await copy(2, 'T0OTHER')];
  expect(one.headers.get('x-source-event-key')).toBe(two.headers.get('x-source-event-key'));
  while ((await worker({ sessions }, taskForEach).runOnce(signal)).step !== 'idle');
  const database = await opened(url);
  expect(await database.query('select workspace_id, source_event_key from dedupe.tasks')).toEqual([
    { workspace_id: 'T0AUTHOR', source_event_key: 'slack:T0AUTHOR:C9:1732900001.000100' },
  ]);
  expect(await database.query('select status from dedupe.inbound_events')).toEqual(
    Array(2).fill({ status: 'processed' }),
  );
});
