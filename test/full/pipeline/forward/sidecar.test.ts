// An application in any language behind the sidecar: each event once, answers back in time, and doubt called doubt.
import { setTimeout as sleep } from 'node:timers/promises';
import { expect, test } from 'vitest';
import { application, inFront } from '../../../pipeline/forward/application.ts';
import { messageEvent } from '../../../pipeline/ingress/signed.ts';
import { migratedDatabase, opened } from '../../../postgres-database.ts';

const patient = { timeout: 15_000, interval: 30 };
const key = (n: number) => `slack:T0DEMO1:C9:17329${String(n).padStart(5, '0')}.000100`;
const command = { command: '/task', team_id: 'T0DEMO1', api_app_id: 'A0DEMO1', user_id: 'U1', trigger_id: '1.2.a' };

async function states(url: string) {
  const database = await opened(url);
  return () =>
    database.query(`select e.status, e.result_id, o.state, o.attempt, o.last_error_code as error from dedupe.inbound_events e
      left join dedupe.operations o on o.source_event_key = e.source_event_key order by e.event_id`);
}

test('an event that arrives three times is answered at once and given to the application once, signed anew', async (context) => {
  const url = await migratedDatabase(context);
  const app = await application((_, response) => void response.setHeader('x-result-id', 'OPS-1').end());
  const { post } = await inFront(url, app.url);
  for (let n = 0; n < 3; n += 1) expect((await post(messageEvent(1))).status).toBe(200);
  const rows = await states(url);
  await expect
    .poll(rows, patient)
    .toEqual([{ status: 'processed', result_id: 'OPS-1', state: 'confirmed', attempt: 1, error: null }]);
  expect(app.got).toMatchObject([
    {
      body: messageEvent(1),
      verdict: 'valid',
      headers: { 'idempotency-key': key(1), 'x-dedupe-attempt': '1', 'content-type': 'application/json' },
    },
  ]);
  expect((await post(messageEvent(1))).headers.get('x-result-id')).toBe('OPS-1');
});

test('an application that is not there gets the event when it comes, and both are told', async (context) => {
  const url = await migratedDatabase(context);
  const gone = await application((_, response) => void response.end());
  gone.stop();
  const told: (string | undefined)[] = [];
  const { post, metrics, isReady } = await inFront(url, gone.url, { onReach: (code) => told.push(code) });
  expect(await metrics()).not.toContain('dedupe_application_up');
  await post(messageEvent(1));
  const rows = await states(url);
  await expect
    .poll(async () => (await rows())[0], patient)
    .toMatchObject({ status: 'retryable_error', error: 'ECONNREFUSED' });
  expect(await metrics()).toContain('dedupe_application_up{provider="slack"} 0');
  expect(await isReady()).toBe(true);
  const { got } = await application((_, response) => void response.end(), Number(new URL(gone.url).port));
  await post(messageEvent(2));
  await expect.poll(() => got.length, patient).toBeGreaterThan(0);
  await expect.poll(metrics, patient).toContain('dedupe_application_up{provider="slack"} 1');
  expect(told).toEqual(['ECONNREFUSED', undefined]);
});

test('time-outs and server errors are unknown, and nothing is sent again', async (context) => {
  const url = await migratedDatabase(context);
  const app = await application((got, response) => {
    if (got.body === messageEvent(2)) response.writeHead(500).end();
  });
  const { post } = await inFront(url, app.url, { requestMs: 150 });
  await post(messageEvent(1));
  await post(messageEvent(2));
  const rows = await states(url);
  await expect.poll(rows, patient).toMatchObject([
    { status: 'unknown_result', state: 'unknown', error: 'no_answer_in_time' },
    { status: 'unknown_result', state: 'unknown', error: 'http_500' },
  ]);
  await sleep(300);
  expect(app.got).toHaveLength(2);
});

test('an application that is declared idempotent is asked again under the same key, with the same bytes', async (context) => {
  const url = await migratedDatabase(context);
  const app = await application((_, response, n) => {
    if (n > 2) response.end();
    else if (n === 2) response.writeHead(502).end();
  });
  const { post } = await inFront(url, app.url, { requestMs: 150, idempotentForMs: 86_400_000 });
  await post(messageEvent(1));
  const rows = await states(url);
  await expect.poll(rows, patient).toMatchObject([{ status: 'processed', state: 'confirmed', attempt: 3 }]);
  expect(app.got.map(({ body, headers }) => [body, headers['idempotency-key'], headers['x-dedupe-attempt']])).toEqual(
    ['1', '2', '3'].map((attempt) => [messageEvent(1), key(1), attempt]),
  );
});

test('a request that is refused goes to the dead letters', async (context) => {
  const url = await migratedDatabase(context);
  const app = await application((_, response) => void response.writeHead(422).end());
  const { post } = await inFront(url, app.url);
  await post(messageEvent(1));
  const rows = await states(url);
  await expect.poll(rows, patient).toMatchObject([{ status: 'permanent_error', state: 'dead', error: 'http_422' }]);
});

test('a command is registered first, then asked of the application, whose answer goes back', async (context) => {
  const url = await migratedDatabase(context);
  const database = await opened(url);
  const known: unknown[] = [];
  const app = await application(async (_, response) => {
    known.push(...(await database.query('select event_id from dedupe.inbound_events')));
    response.setHeader('content-type', 'application/json').end('{"text":"done"}');
  });
  const { command: send } = await inFront(url, app.url);
  const answer = await send(command);
  expect([answer.status, answer.headers.get('x-dedupe-disposition'), await answer.json()]).toEqual([
    200,
    'answered',
    { text: 'done' },
  ]);
  expect(known).toEqual([{ event_id: '1.2.a' }]);
  const again = await send(command);
  expect([again.status, again.headers.get('x-dedupe-disposition'), await again.text()]).toEqual([200, 'duplicate', '']);
  expect(app.got).toHaveLength(1);
  expect(app.got[0]).toMatchObject({ verdict: 'valid', headers: { 'x-dedupe-attempt': '1' } });
});

test('a submitted view gets the errors that the application finds in it', async (context) => {
  const url = await migratedDatabase(context);
  const errors = { response_action: 'errors', errors: { title: 'too short' } };
  const app = await application(
    (_, response) => void response.setHeader('content-type', 'application/json').end(JSON.stringify(errors)),
  );
  const { interact } = await inFront(url, app.url);
  const view = { id: 'V1', hash: '1.a', app_id: 'A0DEMO1', callback_id: 'new-task' };
  const answer = await interact({
    type: 'view_submission',
    team: { id: 'T0DEMO1' },
    user: { id: 'U1' },
    api_app_id: 'A0DEMO1',
    view,
    trigger_id: '3.4.b',
  });
  expect([answer.status, await answer.json()]).toEqual([200, errors]);
});

test('an application that is late with a command has an unknown outcome until its answer comes after all', async (context) => {
  const url = await migratedDatabase(context);
  let end = () => {};
  const app = await application((_, response) => {
    end = () => void response.end('late');
  });
  const { command: send } = await inFront(url, app.url, {}, 3_000);
  const answer = await send(command);
  expect([answer.status, answer.headers.get('x-dedupe-reason')]).toEqual([504, 'application_did_not_answer']);
  await expect.poll(() => app.got.length, patient).toBe(1);
  end();
  const rows = await states(url);
  await expect.poll(rows, patient).toMatchObject([{ status: 'processed', state: 'confirmed', attempt: 1 }]);
  expect(app.got).toHaveLength(1);
});

test('a command that cannot be given to the application fails at once and never runs later, unlike an event', async (context) => {
  const url = await migratedDatabase(context);
  const gone = await application((_, response) => void response.end());
  gone.stop();
  const { post, command: send, metrics } = await inFront(url, gone.url);
  const answer = await send(command);
  expect([answer.status, answer.headers.get('x-dedupe-disposition'), answer.headers.get('x-dedupe-reason')]).toEqual([
    503,
    'unanswered',
    'application_not_reached',
  ]);
  await post(messageEvent(1));
  const rows = await states(url);
  const given = { status: 'permanent_error', result_id: null, state: 'dead', attempt: 1, error: 'ECONNREFUSED' };
  await expect.poll(rows, patient).toMatchObject([given, { status: 'retryable_error' }]);
  expect(await metrics()).toContain('dedupe_unrepeated_unknown_total{provider="slack",type="slash_command"} 1');
  const back = await application((_, response) => void response.end(), Number(new URL(gone.url).port));
  await expect.poll(rows, patient).toMatchObject([given, { status: 'processed' }]);
  expect(back.got.map(({ body }) => body)).toEqual([messageEvent(1)]);
});

test('a command that the application is too busy for is told so and not run later', async (context) => {
  const url = await migratedDatabase(context);
  const app = await application((_, response) => void response.writeHead(429).end());
  const { command: send } = await inFront(url, app.url);
  expect((await send(command)).status).toBe(429);
  const rows = await states(url);
  await expect.poll(rows, patient).toMatchObject([{ status: 'permanent_error', state: 'dead', error: 'http_429' }]);
  await sleep(200);
  expect(app.got).toHaveLength(1);
});

test('options are read from the application, without a row', async (context) => {
  const url = await migratedDatabase(context);
  const options = { options: [{ text: { type: 'plain_text', text: 'A' }, value: 'a' }] };
  const app = await application((got, response) => {
    if (got.verdict === 'valid') response.setHeader('content-type', 'application/json').end(JSON.stringify(options));
  });
  const { interact } = await inFront(url, app.url);
  const suggestion = {
    type: 'block_suggestion',
    team: { id: 'T0DEMO1' },
    user: { id: 'U1' },
    api_app_id: 'A0DEMO1',
    value: 'a',
  };
  const answer = await interact(suggestion);
  expect(await answer.json()).toEqual(options);
  app.stop();
  expect(await (await interact(suggestion)).json()).toEqual({ options: [] });
  expect(await (await opened(url)).query('select 1 from dedupe.inbound_events')).toEqual([]);
});

test('every click is its own, and a message with its mention is one', async (context) => {
  const url = await migratedDatabase(context);
  const app = await application((_, response) => void response.end());
  const { post, interact } = await inFront(url, app.url);
  const mention = JSON.parse(messageEvent(1, { event_id: 'Ev1b' }));
  await post(messageEvent(1));
  await post(JSON.stringify({ ...mention, event: { ...mention.event, type: 'app_mention' } }));
  const click = (trigger: string) =>
    interact({
      type: 'block_actions',
      team: { id: 'T0DEMO1' },
      user: { id: 'U1' },
      api_app_id: 'A0DEMO1',
      trigger_id: trigger,
      container: { message_ts: '1732900001.000100', channel_id: 'C9' },
      actions: [{ action_id: 'next', action_ts: '1.1' }],
    });
  for (const trigger of ['5.6.c', '5.6.d', '5.6.c']) expect((await click(trigger)).status).toBe(200);
  await expect.poll(() => app.got.length, patient).toBe(3);
  await sleep(200);
  expect(app.got).toHaveLength(3);
});
