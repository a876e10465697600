// Do the logs of real libraries, written by an app that knows nothing of this program, become the facts that they show?
import { fork } from 'node:child_process';
import { once } from 'node:events';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { expect, it, onTestFinished } from 'vitest';
import { mapOf, tempFolder, tracedLog } from './traced.ts';

const app = fileURLToPath(new URL('app.js', import.meta.url));

it.each(['pino-http', 'winston', 'bunyan'])('reads what an app logs with %s', async (logger) => {
  const file = join(tempFolder(), 'app.log');
  await deliverTwice(logger, file);

  const { document, timeline } = await tracedLog('Ev08LOGGED1', file, mapOf({ record_id: 'ticket.key' }));

  const deliveries = document.facts.filter(({ kind }) => kind === 'delivery');
  expect(deliveries.map(({ fields }) => [fields.retry_num, fields.status, fields.route])).toEqual([
    [0, 200, '/slack/events'],
    [1, 200, '/slack/events'],
  ]);
  for (const { at, fields } of deliveries)
    expect(Date.parse(String(fields.answered_at)) - Date.parse(String(at))).toBeGreaterThan(40);
  expect(document.verdict).toBe('duplicate');
  const [effect] = timeline.effects;
  expect(effect?.chains.map(({ record, delivery }) => [record.fields.record_id, delivery?.n])).toEqual(
    deliveries.map(({ n }, i) => [`OPS-${i + 1}`, n]),
  );
  expect(document.facts.flatMap(({ contradictions }) => contradictions)).toEqual([]);
  expect(JSON.stringify(document)).not.toMatch(/secret text|Ana Example|127\.0\.0\.1|token=/);
  expect(readFileSync(file, 'utf8')).toMatch(/secret text/);
});

async function deliverTwice(logger: string, file: string): Promise<void> {
  const child = fork(app, [logger, file], { stdio: ['ignore', 'ignore', 'inherit', 'ipc'] });
  onTestFinished(() => void child.kill('SIGKILL'));
  const [{ port }] = (await once(child, 'message')) as [{ port: number }];
  for (const retry of [undefined, '1']) {
    const headers = {
      'x-request-id': `3f0c1a52-5a54-4f6e-9d31-0e8c2d7b8f0${retry ?? 0}`,
      'x-slack-signature': 'v0=00',
      'x-slack-request-timestamp': String(Math.floor(Date.now() / 1000)),
      ...(retry && { 'x-slack-retry-num': retry, 'x-slack-retry-reason': 'http_timeout' }),
    };
    const body = JSON.stringify({ event_id: 'Ev08LOGGED1', text: 'secret text' });
    const answer = await fetch(`http://127.0.0.1:${port}/slack/events?token=abc`, { method: 'POST', headers, body });
    await answer.text();
  }
  const ended = once(child, 'exit');
  child.send('end');
  await ended;
}
