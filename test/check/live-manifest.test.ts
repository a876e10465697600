// Lint against the manifest that Slack has: read, judged, compared; and every way in which it cannot be read.
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, describe, expect, it } from 'vitest';
import { runMain } from '../run-main.ts';
import { type FakeSlack, fakeSlack } from '../slack/fake-slack.ts';

const cwd = mkdtempSync(join(tmpdir(), 'dedupe-live-'));
afterAll(() => rmSync(cwd, { recursive: true, force: true }));

const token = 'xoxe.xoxp-1-secret';
const manifest = {
  display_information: { name: 'Tickets' },
  oauth_config: { scopes: { bot: ['app_mentions:read', 'channels:history'] } },
  settings: {
    event_subscriptions: {
      request_url: 'https://tickets.example.com/x',
      bot_events: ['app_mention', 'message.channels'],
    },
  },
};
const own = structuredClone(manifest);
own.settings.event_subscriptions.bot_events = ['app_mention'];
writeFileSync(join(cwd, 'manifest.json'), JSON.stringify(own, null, 2));

async function lint(
  slack: FakeSlack | string,
  argv: readonly string[],
  env: Record<string, string> = { SLACK_CONFIG_TOKEN: token },
) {
  const url = typeof slack === 'string' ? slack : slack.url;
  writeFileSync(join(cwd, 'dedupe.config.json'), JSON.stringify({ slack: { url } }));
  const ran = await runMain(['lint', ...argv, '--format', 'json'], { cwd, env });
  expect(`${ran.stdout}${ran.stderr}`).not.toContain('secret');
  const document = JSON.parse(ran.stdout === '' ? ran.stderr : ran.stdout);
  const findings: { rule: string; location: { file: string } }[] = document.findings ?? [];
  return { ...ran, found: findings.map(({ rule, location }) => `${location.file} ${rule}`), error: document.error };
}

const workspace = { tokens: { [token]: {} }, manifests: { A0000001: manifest } };

describe('lint --app-id', () => {
  it('judges what Slack has', async () => {
    const slack = await fakeSlack(workspace);
    const { code, found } = await lint(slack, ['--app-id', 'A0000001']);
    expect(found).toContain('slack:A0000001 mention-and-message-subscribed');
    expect(found).not.toContain('slack:A0000001 manifest-drift');
    expect(code).toBe(0);
    expect(slack.asked).toEqual([{ method: 'apps.manifest.export', args: { app_id: 'A0000001' } }]);
  });

  it('says where a file differs, and says of the live one only what the file does not already say', async () => {
    const { found } = await lint(await fakeSlack(workspace), ['manifest.json', '--app-id', 'A0000001']);
    expect(found.filter((one) => one.endsWith('manifest-drift'))).toEqual(['manifest.json manifest-drift']);
    expect(found).toContain('slack:A0000001 mention-and-message-subscribed');
    const twice = found.map((one) => one.split(' ')[1]).filter((rule) => rule === 'missing-scope');
    expect(twice.length).toBeLessThan(2);
  });

  it.each([
    ['no token', {}, undefined, 'SLACK_CONFIG_TOKEN'],
    ['no token, with the place where one is made', {}, undefined, 'Your App Configuration Tokens'],
    ['what is no token', { SLACK_CONFIG_TOKEN: 'secret' }, undefined, 'finds no token of Slack in SLACK_CONFIG_TOKEN'],
    ['a token whose time is over', { SLACK_CONFIG_TOKEN: token }, 'token_expired', 'renew the token'],
    ['a token whose time is over, with the way out', { SLACK_CONFIG_TOKEN: token }, 'token_expired', 'twelve hours'],
    ['a token of nobody', { SLACK_CONFIG_TOKEN: 'xoxe.xoxp-other' }, undefined, 'invalid_auth'],
    ['a token of another kind', { SLACK_CONFIG_TOKEN: token }, 'not_allowed_token_type', 'bot and user tokens'],
    ['an app of somebody else', { SLACK_CONFIG_TOKEN: token }, 'app_not_found', 'check the app id'],
    ['an app of somebody else, with whom to ask', { SLACK_CONFIG_TOKEN: token }, 'no_permission', 'collaborators'],
    ['a limit', { SLACK_CONFIG_TOKEN: token }, { limited: 9, retryAfter: '60' }, 'ask again in 60 s'],
    ['a fault of Slack', { SLACK_CONFIG_TOKEN: token }, 500, 'answered 500'],
  ])('ends in 3 for %s', async (_, env, fault, words) => {
    const slack = await fakeSlack(workspace);
    if (fault !== undefined) slack.faults['apps.manifest.export'] = fault;
    const { code, error } = await lint(slack, ['manifest.json', '--app-id', 'A0000001'], env as Record<string, string>);
    expect(code).toBe(3);
    expect(`${error.message} ${error.hint}`).toContain(words);
  });

  it('ends in 3 where nobody answers, and in 2 for what names no app', async () => {
    expect((await lint('http://127.0.0.1:9/api', ['--app-id', 'A0000001'])).code).toBe(3);
    expect((await lint('http://127.0.0.1:9/api', ['--app-id', 'tickets'])).code).toBe(2);
  });
});
