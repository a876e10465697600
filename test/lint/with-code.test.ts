// A manifest that subscribes mentions and messages, beside code: when is that harmless, when not, and when can nobody see it?
import { expect, test } from 'vitest';
import { folder } from '../commands/examined.ts';
import { runMain } from '../run-main.ts';

const manifest = `display_information: { name: x }
settings:
  event_subscriptions:
    request_url: https://bot.example/slack/events
    bot_events: [app_mention, message.channels]
`;

async function said(listener: string): Promise<string | undefined> {
  const code = `import { App } from '@slack/bolt';
const app = new App({ token: process.env.TOKEN, signingSecret: process.env.SECRET });
async function create(text) { await fetch('https://tracker.example/tasks', { method: 'POST', body: text }); }
app.event('app_mention', async ({ event }) => { await create(event.text); });
${listener}
`;
  const cwd = folder({ 'manifest.yaml': manifest, 'app.js': code });
  const { stdout } = await runMain(['lint', 'manifest.yaml', '--code', 'app.js', '--format', 'json'], { cwd });
  const { findings } = JSON.parse(stdout) as { findings: { rule: string; level: string; sentence: string }[] };
  return findings.find(({ rule }) => rule === 'mention-and-message-subscribed')?.sentence;
}

const create = '({ message }) => { await create(message.text); });';

test('messages that are all heard are acted on twice', async () => {
  expect(await said(`app.message(async ${create}`)).toMatch(/and the code acts on both\.$/);
});

test.each([
  ['a pattern that a mention can fit', `app.message(/task/, async ${create}`],
  ['a pattern with a beginning only', `app.message(/^task/, async ${create}`],
  ['a pattern of anything', `app.message(/^task .+$/, async ${create}`],
  ['a text', `app.message('task', async ${create}`],
  ['a handler from elsewhere', `app.message(require('./elsewhere').handle);`],
])('%s may be', async (_, listener) => {
  expect(await said(listener)).toMatch(/and the code may act on both\.$/);
});

test.each([
  ['a pattern that no mention fits', `app.message(/^task$/, async ${create}`],
  [
    'a handler of direct messages',
    `app.message('task', async ({ message }) => { if (message.channel_type !== 'im') return; await create('x'); });`,
  ],
  ['a handler that makes nothing', `app.message('task', async ({ message }) => { console.log(message.ts); });`],
  ['no handler of messages', ''],
])('%s is not', async (_, listener) => {
  expect(await said(listener)).toBeUndefined();
});
