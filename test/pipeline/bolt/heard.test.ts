// Of two events of one message, is the one handled that the application listens to?
import { setTimeout as sleep } from 'node:timers/promises';
import { expect, test } from 'vitest';
import { migratedDatabase } from '../../postgres-database.ts';
import { messageEvent } from '../ingress/signed.ts';
import { boltApp } from './app.ts';

const patient = { timeout: 15_000, interval: 30 };

test('a mention that nobody listens to does not take the message with it', async (context) => {
  const heard: unknown[] = [];
  const { post } = await boltApp(await migratedDatabase(context), (app) => {
    app.message(async ({ message }) => void heard.push(message.ts));
  });
  const mention = JSON.parse(messageEvent(1));
  await post(JSON.stringify({ ...mention, event_id: 'EvMENTION1', event: { ...mention.event, type: 'app_mention' } }));
  await post(messageEvent(1));
  await expect.poll(() => heard, patient).toEqual(['1732900001.000100']);
});

test('a pattern may listen to the mention as well: then one of the two is handled', async (context) => {
  const heard: unknown[] = [];
  const { post } = await boltApp(await migratedDatabase(context), (app) => {
    app.message(async ({ message }) => void heard.push(message.ts));
    app.event(/^app_/, async ({ event }) => void heard.push(event.type));
  });
  const mention = JSON.parse(messageEvent(1));
  await post(JSON.stringify({ ...mention, event_id: 'EvMENTION1', event: { ...mention.event, type: 'app_mention' } }));
  await post(messageEvent(1));
  await expect.poll(() => heard, patient).toHaveLength(1);
  await sleep(200);
  expect(heard).toHaveLength(1);
});
