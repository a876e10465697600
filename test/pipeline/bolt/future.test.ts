// Is a request refused that is signed for a time to come, which could be replayed until then?
import { ExpressReceiver, HTTPReceiver } from '@slack/bolt';
import { expect, test } from 'vitest';
import { migratedDatabase } from '../../postgres-database.ts';
import { messageEvent, signed } from '../ingress/signed.ts';
import { metricValue } from '../metrics/parsed.ts';
import { boltApp } from './app.ts';

test.for([HTTPReceiver, ExpressReceiver])(
  'only what is signed near enough to now is taken: $name',
  async (Receiver, context) => {
    const database = await migratedDatabase(context);
    const { receiver, url } = await boltApp(database, (app) => void app.message(async () => {}), {}, Receiver);
    const answers = [];
    for (const seconds of [-3600, -60, 0, 60, 3600, 86_400])
      answers.push((await fetch(url, signed(messageEvent(1), { at: Date.now() + seconds * 1000 }))).status);
    expect(answers).toEqual([401, 200, 200, 200, 401, 401]);
    const text = await receiver.dedupe.metrics();
    expect(metricValue(text, 'dedupe_refusals_total', { reason: 'future' })).toBe(2);
  },
);
