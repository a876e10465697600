// One baseline file for lint and audit: each takes out and puts in only what its own rules found.
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, it, onTestFinished } from 'vitest';
import { runMain } from '../run-main.ts';

const manifest = `display_information:
  name: twice
settings:
  event_subscriptions:
    request_url: https://example.com/slack/events
    bot_events: [app_mention, message.channels]
oauth_config:
  scopes:
    bot: [app_mentions:read, channels:history]
`;
const app = `import { App } from '@slack/bolt';
const app = new App({ token: process.env.T, signingSecret: process.env.S });
app.event('app_mention', async ({ event }) => {
  await fetch('https://jira.example/rest/api/2/issue', { method: 'POST', body: event.text });
});
`;

function project() {
  const cwd = mkdtempSync(join(tmpdir(), 'dedupe-test-'));
  onTestFinished(() => rmSync(cwd, { recursive: true, force: true }));
  writeFileSync(join(cwd, 'manifest.yaml'), manifest);
  writeFileSync(join(cwd, 'app.js'), app);
  const held = () =>
    JSON.parse(readFileSync(join(cwd, 'accepted.json'), 'utf8')).findings as { file: string; rule: string }[];
  const run = (...argv: string[]) => runMain([...argv, '--baseline', 'accepted.json'], { cwd });
  const rules = () => held().map(({ rule }) => rule);
  return { cwd, rules, held: () => [...new Set(held().map(({ file }) => file))].sort(), run };
}

it('holds what both accepted, in either order, and loses it to neither', async () => {
  const { cwd, held, rules, run } = project();
  await run('lint', 'manifest.yaml', '--update-baseline');
  expect(held()).toEqual(['manifest.yaml']);
  await run('audit', 'app.js', '--update-baseline');
  expect(held()).toEqual(['app.js', 'manifest.yaml']);
  await run('lint', 'manifest.yaml', '--update-baseline');
  await run('audit', 'app.js', '--prune');
  const { code, stdout } = await run('lint', 'manifest.yaml', '--prune');
  expect(held()).toEqual(['app.js', 'manifest.yaml']);
  expect([code, stdout.includes('gone')]).toEqual([0, false]);
  rmSync(join(cwd, 'app.js'));
  writeFileSync(join(cwd, 'other.js'), 'export {};\n');
  writeFileSync(join(cwd, 'manifest.yaml'), manifest.replace('app_mention, message.channels', 'app_mention'));
  expect(rules()).toContain('mention-and-message-subscribed');
  await run('lint', 'manifest.yaml', '--prune');
  expect(rules()).not.toContain('mention-and-message-subscribed');
  expect(held()).toContain('app.js');
  await run('audit', '.', '--prune');
  expect(held()).toEqual(['manifest.yaml']);
});

it('makes a broken file anew, and tells what that loses', async () => {
  const { cwd, held, run } = project();
  writeFileSync(join(cwd, 'accepted.json'), '<<<<<<<');
  const { stderr } = await run('audit', 'app.js', '--update-baseline');
  expect(stderr).toContain('is made anew: what it accepted for other tools is gone');
  expect(held()).toEqual(['app.js']);
});
