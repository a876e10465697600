// An existing Bolt app behind the adapter: acknowledged when it is durable, handled once, and doubt called doubt.
import { setTimeout as sleep } from 'node:timers/promises';
import { expect, test } from 'vitest';
import { effect, PermanentError } from '../../../../src/pipeline/bolt/index.ts';
import { boltApp } from '../../../pipeline/bolt/app.ts';
import { messageEvent } from '../../../pipeline/ingress/signed.ts';
import { metricValue } from '../../../pipeline/metrics/parsed.ts';
import { migratedDatabase, opened } from '../../../postgres-database.ts';
import { runMain } from '../../../run-main.ts';
import { lockTable } from '../../../table-lock.ts';

const patient = { timeout: 15_000, interval: 30 };
const key = 'slack:T0DEMO1:C9:1732900001.000100';
const person = { team: { id: 'T0DEMO1' }, user: { id: 'U1' }, api_app_id: 'A0DEMO1' };

async function rowsOf(url: string) {
  const database = await opened(url);
  return {
    database,
    events: () => database.query('select status, result_id from dedupe.inbound_events order by event_id'),
    operations: () =>
      database.query(
        `select target, action, state, attempt, external_id, last_error_code as error from dedupe.operations order by source_event_key, action`,
      ),
  };
}

test('an event that arrives many times at once is acknowledged every time and handled once', async (context) => {
  const url = await migratedDatabase(context);
  const heard: unknown[] = [];
  const { post, slack } = await boltApp(url, (app) => {
    app.message(async ({ message, say, context: { retryNum } }) => {
      heard.push([message.ts, retryNum]);
      await say('made');
    });
  });
  const headers = { 'x-slack-retry-num': '1', 'x-slack-retry-reason': 'http_timeout' };
  const answers = await Promise.all([
    post(messageEvent(1)),
    post(messageEvent(1), headers),
    post(messageEvent(1), headers),
  ]);
  expect(answers.map(({ status }) => status)).toEqual([200, 200, 200]);
  const { database, events } = await rowsOf(url);
  await expect.poll(events, patient).toEqual([{ status: 'processed', result_id: key }]);
  expect((await post(messageEvent(1))).status).toBe(200);
  await sleep(200);
  expect(heard).toEqual([['1732900001.000100', undefined]]);
  expect(slack.calls.filter(([method]) => method === 'chat.postMessage')).toEqual([['chat.postMessage', 'made']]);
  const arrivals = await database.query('select disposition, retry_reason from dedupe.deliveries order by 1, 2');
  expect(arrivals.map(({ disposition }) => disposition)).toEqual(['accepted', 'duplicate', 'duplicate', 'duplicate']);
});

test('what cannot be made durable is not acknowledged', async (context) => {
  const url = await migratedDatabase(context);
  const heard: unknown[] = [];
  const { post } = await boltApp(url, (app) => void app.message(async ({ message }) => void heard.push(message.ts)), {
    deadlineMs: 300,
  });
  const letGo = await lockTable(url, 'inbound_events');
  expect((await post(messageEvent(1))).status).toBe(500);
  expect(heard).toEqual([]);
  await letGo();
  await expect.poll(async () => (await post(messageEvent(1))).status, patient).toBe(200);
  await expect.poll(() => heard, patient).toEqual(['1732900001.000100']);
});

test('a bad signature never gets as far as the database', async (context) => {
  const url = await migratedDatabase(context);
  const { post } = await boltApp(url, () => {});
  expect((await post(messageEvent(1), { 'x-slack-signature': `v0=${'0'.repeat(64)}` })).status).toBe(401);
  expect(await (await opened(url)).query('select 1 from dedupe.deliveries')).toEqual([]);
});

test('a listener that fails after it may have acted is unknown, even where an error handler says nothing', async (context) => {
  const url = await migratedDatabase(context);
  let runs = 0;
  const { post } = await boltApp(url, (app) => {
    app.message(async () => {
      runs += 1;
      throw Object.assign(new Error('reset'), { code: 'ECONNRESET' });
    });
    app.error(async () => {});
  });
  await post(messageEvent(1));
  const { operations } = await rowsOf(url);
  await expect.poll(operations, patient).toMatchObject([{ state: 'unknown', error: 'ECONNRESET' }]);
  await sleep(300);
  expect(runs).toBe(1);
});

test('an effect is made once over all runs of a listener, and the event leads to its id', async (context) => {
  const url = await migratedDatabase(context);
  const made: string[] = [];
  const existed: boolean[] = [];
  const { post } = await boltApp(url, (app) => {
    app.message(async () => {
      const ticket = await effect('ticket', async ({ idempotencyKey }) => {
        made.push(idempotencyKey);
        return { id: `OPS-${made.length}` };
      });
      existed.push(ticket.existed);
      if (existed.length === 1) throw new Error('after the effect');
      await effect('note', async () => {
        if (existed.length === 2) throw Object.assign(new Error('x'), { code: 'ECONNREFUSED' });
      });
    });
  });
  await post(messageEvent(1));
  const { events, operations } = await rowsOf(url);
  await expect.poll(events, patient).toEqual([{ status: 'processed', result_id: 'OPS-1' }]);
  expect(made).toEqual([`${key}#ticket`]);
  // When it was answered is written down a moment later, and until then it could come again.
  const traced = () => runMain(['trace', 'Ev1', '--database', url], { now: Date.now });
  await expect.poll(async () => (await traced()).code, patient).toBe(0);
  const { stdout } = await traced();
  expect(stdout).toMatch(/^SINGLE .*effect:slack/);
  expect(stdout).toContain('OPS-1');
  expect(existed).toEqual([false, true, true]);
  expect(await operations()).toMatchObject([
    { target: 'app:slack', state: 'confirmed', attempt: 3, external_id: key },
    { target: 'effect:slack', action: 'note', state: 'confirmed', attempt: 2, external_id: `${key}#note` },
    { target: 'effect:slack', action: 'ticket', state: 'confirmed', attempt: 1, external_id: 'OPS-1' },
  ]);
});

test('an effect of unknown outcome makes its event unknown, and is not made again', async (context) => {
  const url = await migratedDatabase(context);
  let calls = 0;
  const { post } = await boltApp(url, (app) => {
    app.message(async () => {
      await effect('ticket', async () => {
        calls += 1;
        throw Object.assign(new Error('x'), { code: 'ECONNRESET' });
      }).catch(() => {});
    });
  });
  await post(messageEvent(1));
  const { events } = await rowsOf(url);
  await expect.poll(events, patient).toMatchObject([{ status: 'unknown_result' }]);
  await sleep(300);
  expect(calls).toBe(1);
});

test('what is proven not done is given up or tried again as its error says', async (context) => {
  const url = await migratedDatabase(context);
  const { post } = await boltApp(url, (app) => {
    app.message(async ({ message }) => {
      if (message.ts === '1732900001.000100') throw new PermanentError('no_such_project');
      throw Object.assign(new Error('x'), { code: 'slack_bolt_authorization_error' });
    });
  });
  await post(messageEvent(1));
  await post(messageEvent(2));
  const { operations } = await rowsOf(url);
  await expect.poll(operations, patient).toMatchObject([
    { state: 'dead', attempt: 1, error: 'no_such_project' },
    { state: 'dead', attempt: 4, error: 'not_authorized' },
  ]);
});

test('commands, views and options get their answers, clicks are acknowledged before they are handled', async (context) => {
  const url = await migratedDatabase(context);
  const order: string[] = [];
  const { command, interact, slack } = await boltApp(url, (app) => {
    app.command('/task', async ({ ack }) => ack({ text: 'on it' }));
    app.view('new-task', async ({ ack }) => ack({ response_action: 'errors', errors: { title: 'too short' } }));
    app.options('people', async ({ ack }) => ack({ options: [] }));
    app.action('open', async ({ ack, body, client }) => {
      order.push('handled');
      await ack();
      await client.views.open({
        trigger_id: 'trigger_id' in body ? String(body.trigger_id) : '',
        view: { type: 'modal', title: { type: 'plain_text', text: 'x' }, blocks: [] },
      });
    });
  });
  const task = {
    command: '/task',
    team_id: 'T0DEMO1',
    api_app_id: 'A0DEMO1',
    user_id: 'U1',
    trigger_id: '1.2.a',
    text: '',
  };
  expect(await (await command(task)).json()).toEqual({ text: 'on it' });
  expect([(await command(task)).status, await (await command(task)).text()]).toEqual([200, '']);
  const view = { id: 'V1', hash: '1.a', callback_id: 'new-task', type: 'modal', state: { values: {} } };
  expect(await (await interact({ ...person, type: 'view_submission', view, trigger_id: '1.3.a' })).json()).toEqual({
    response_action: 'errors',
    errors: { title: 'too short' },
  });
  expect(
    await (
      await interact({ ...person, type: 'block_suggestion', action_id: 'people', block_id: 'b', value: 'a' })
    ).json(),
  ).toEqual({ options: [] });
  const click = {
    ...person,
    type: 'block_actions',
    trigger_id: '1.4.a',
    actions: [{ type: 'button', action_id: 'open', block_id: 'b', action_ts: '9.1' }],
  };
  expect((await interact(click)).status).toBe(200);
  order.push('acknowledged');
  await expect.poll(() => slack.calls.filter(([method]) => method === 'views.open').length, patient).toBe(1);
  const { events } = await rowsOf(url);
  await expect.poll(events, patient).toMatchObject(Array(3).fill({ status: 'processed' }));
});

test('own messages, edits and a second event of one message run no listener', async (context) => {
  const url = await migratedDatabase(context);
  const heard: unknown[] = [];
  const { post, receiver } = await boltApp(url, (app) => {
    app.event('message', async ({ event }) => void heard.push(event.ts));
    app.event('app_mention', async ({ event }) => void heard.push(event.ts));
  });
  const whole = JSON.parse(messageEvent(1));
  const like = (n: number, event: object) =>
    post(JSON.stringify({ ...whole, event_id: `Ev1${n}`, event: { ...whole.event, ...event } }));
  await post(messageEvent(1));
  await like(1, { type: 'app_mention' });
  await like(2, { subtype: 'message_changed', message: whole.event, bot_profile: { app_id: 'A0DEMO1' } });
  await like(3, { subtype: 'message_changed', message: whole.event });
  await like(4, { ts: '1732900009.000100', bot_id: 'B0BOT', bot_profile: { app_id: 'A0DEMO1' } });
  await expect.poll(() => heard, patient).toEqual(['1732900001.000100']);
  await sleep(300);
  expect(heard).toHaveLength(1);
  const text = await receiver.dedupe.metrics();
  expect(metricValue(text, 'dedupe_filtered_total', { reason: 'own_bot' })).toBe(2);
  expect(metricValue(text, 'dedupe_filtered_total', { reason: 'edit' })).toBe(1);
});
