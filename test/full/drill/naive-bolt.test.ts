// A real Bolt app that makes a ticket for each message before it answers: does it fail, and by the right names?
import { expect, test } from 'vitest';
import { type Stage, told } from './stage.ts';
import { staged } from './staged.ts';

const count = { sql: "select id from app.tickets where title like '%' || :marker || '%'" };

async function bolt(at: Stage, env: Readonly<Record<string, string>> = {}) {
  const port = await at.port();
  const app = {
    words: [at.program('naive-bolt.js')],
    env: { ...env, PORT: String(port), TRACKER: at.tracker },
    ready: 'listening',
  };
  const hooks = {
    start: at.hook('processes.js', 'start', 'tracker', 'app'),
    restart_app: at.hook('processes.js', 'restart', 'app'),
  };
  return { processes: { app }, settings: { receivers: [`http://127.0.0.1:${port}/slack/events`], count, hooks } };
}

test('a naive app fails by name, and not where it does nothing wrong', { timeout: 400_000 }, async (context) => {
  const at = await staged(context);
  const { processes, settings } = await bolt(at);
  // Nobody listens to its buttons, so every click takes the three seconds that Slack waits.
  const drilled = await at.drill(processes, settings, '--rounds', '3');
  expect(drilled.verdicts, told(drilled)).toMatchObject({
    'same-event-twice': 'unsafe',
    'concurrent-delivery': 'unsafe',
    'retry-with-headers': 'unsafe',
    'app-restarted': 'unsafe',
    'own-bot-edit': 'unsafe',
    'timeout-after-success': 'unsafe',
    'message-changed': 'unsafe',
    'future-signature': 'unsafe',
    'replayed-capture': 'unsafe',
    'own-bot-message': 'safe',
    'bad-signature': 'safe',
    'stale-signature': 'safe',
    'first-delivery-lost': 'safe',
    'worker-killed-before-answer': 'not-run',
    'slow-worker': 'not-run',
  });
  expect(drilled.code).toBe(1);
  const byName = Object.fromEntries(drilled.document.results.map((one) => [one.scenario, one]));
  expect(byName['retry-with-headers']).toMatchObject({ wanted: 1, got: 4, lost: 0, result_ids: { length: 4 } });
  expect(byName['own-bot-edit']).toMatchObject({ wanted: 0, got: 1 });
});

test('a set in the memory of the process holds until the process ends', { timeout: 400_000 }, async (context) => {
  const at = await staged(context);
  const { processes, settings } = await bolt(at, { REMEMBERS: 'yes' });
  const asked = ['same-event-twice', 'concurrent-delivery', 'app-restarted'].flatMap((id) => ['--scenario', id]);
  const drilled = await at.drill(processes, settings, ...asked);
  expect(drilled.verdicts, told(drilled)).toEqual({
    'same-event-twice': 'safe',
    'concurrent-delivery': 'unsafe',
    'app-restarted': 'unsafe',
  });
});
