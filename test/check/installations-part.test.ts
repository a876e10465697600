// What audit asks Slack about the configured tokens, what it says of the answers, and how it ends where there are none.
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, describe, expect, it } from 'vitest';
import { runMain } from '../run-main.ts';
import { fakeSlack, type Workspace } from '../slack/fake-slack.ts';

const cwd = mkdtempSync(join(tmpdir(), 'dedupe-installations-'));
afterAll(() => rmSync(cwd, { recursive: true, force: true }));
writeFileSync(join(cwd, 'app.js'), 'module.exports = 1;\n');
writeFileSync(
  join(cwd, 'event.json'),
  JSON.stringify({ event_id: 'Ev1', event_context: '4-abc', event: { text: 'secret' } }),
);

const workspace: Workspace = {
  tokens: {
    'xoxb-secret-one': { team_id: 'T1', user_id: 'U1', bot_id: 'B1' },
    'xoxb-secret-two': { team_id: 'T1', user_id: 'U2', app_id: 'A2' },
    'xapp-secret': {},
    'xoxp-secret': {},
  },
  bots: { B1: 'A1' },
  channels: { C1: { messages: [], members: ['U1', 'U2'] }, C2: { messages: [], members: ['U1'] } },
  authorizations: {
    '4-abc': [
      { team_id: 'T1', is_bot: true },
      { team_id: 'T2', is_bot: true },
    ],
  },
  logs: [
    { app_id: 'A8', app_type: 'Tickets old', change_type: 'removed' },
    { app_id: 'A9', app_type: 'Tickets (dev)', change_type: 'added' },
    { app_id: 'A8', app_type: 'Tickets old', change_type: 'added' },
    { app_id: 'A1', app_type: 'Tickets', change_type: 'added' },
  ],
};
const all = { ONE: 'xoxb-secret-one', TWO: 'xoxb-secret-two', APP: 'xapp-secret', ADMIN: 'xoxp-secret' };

async function audit(settings: object | undefined, env: Record<string, string>, argv: readonly string[] = []) {
  writeFileSync(join(cwd, 'dedupe.config.json'), JSON.stringify(settings === undefined ? {} : { slack: settings }));
  const ran = await runMain(['audit', '--format', 'json', ...argv], { cwd, env });
  expect(`${ran.stdout}${ran.stderr}`).not.toContain('secret');
  const document = JSON.parse(ran.stdout === '' ? ran.stderr : ran.stdout);
  return {
    code: ran.code,
    rules: (document.findings ?? []).map(({ rule }: { rule: string }) => rule).sort(),
    part: (document.parts ?? []).find(({ part }: { part: string }) => part === 'installations'),
    error: document.error,
  };
}

describe('the part installations', () => {
  it('asks with each token, and tells two apps, several installations of one event, and a copy beside', async () => {
    const slack = await fakeSlack(workspace);
    const settings = { url: slack.url, token_envs: ['ONE', 'TWO'], app_token_envs: ['APP'], admin_token_env: 'ADMIN' };
    const { code, rules, part } = await audit(settings, all, [
      '--captured-event',
      'event.json',
      '--require',
      'installations',
    ]);
    expect(rules).toEqual(['event-seen-by-several', 'like-named-app-installed', 'two-apps-in-one-workspace']);
    expect(part).toMatchObject({ state: 'done', sentence: '2 installations, 2 authorizations, 2 installed apps' });
    expect(code).toBe(0);
    const methods = new Set(slack.asked.map(({ method }) => method));
    expect([...methods].sort()).toEqual([
      'apps.event.authorizations.list',
      'auth.test',
      'bots.info',
      'team.integrationLogs',
      'users.conversations',
    ]);
  });

  it('tells one token under two variables', async () => {
    const slack = await fakeSlack(workspace);
    const env = { ONE: all.ONE, TWO: ` ${all.ONE}\n` };
    expect((await audit({ url: slack.url, token_envs: ['ONE', 'TWO'] }, env)).rules).toEqual(['two-tokens-of-one-app']);
  });

  it('is a gap where no token is configured or set, which --require makes fail, and asks nobody', async () => {
    const slack = await fakeSlack(workspace);
    expect(await audit(undefined, { SLACK_BOT_TOKEN: all.ONE })).toMatchObject({ code: 0, part: { state: 'gap' } });
    const unset = await audit({ url: slack.url, token_envs: ['ONE'] }, {}, ['--require', 'installations']);
    expect(unset).toMatchObject({ code: 3, part: { state: 'gap', sentence: expect.stringContaining('ONE: not set') } });
    expect(slack.asked).toEqual([]);
  });

  it.each([
    ['a token that Slack refuses', { ONE: 'xoxb-secret-gone' }, {}, 'invalid_auth'],
    ['a fault of Slack', { ONE: all.ONE }, { 'auth.test': 500 }, 'answered 500'],
    ['what is no token of Slack', { ONE: all.ONE, TWO: 'secret' }, {}, 'TWO holds no token of Slack'],
  ])('fails for %s', async (_, env, faults, words) => {
    const slack = await fakeSlack(workspace);
    slack.faults = faults as typeof slack.faults;
    const { code, part } = await audit({ url: slack.url, token_envs: ['ONE', 'TWO'] }, env);
    expect(part).toMatchObject({ state: 'failed', sentence: expect.stringContaining(words) });
    expect(code).toBe(3);
  });

  it('is a gap where one token of two is not set: what is not there was not configured here', async () => {
    const slack = await fakeSlack(workspace);
    const settings = { url: slack.url, token_envs: ['ONE', 'TWO'] };
    const seen = await audit(settings, { ONE: all.ONE });
    expect(seen).toMatchObject({
      code: 0,
      part: { state: 'gap', sentence: expect.stringMatching(/^TWO is not set; seen: 1/) },
    });
    expect((await audit(settings, { ONE: all.ONE }, ['--require', 'installations'])).code).toBe(3);
  });

  it('refuses a captured event without its context', async () => {
    const slack = await fakeSlack(workspace);
    const { code, error } = await audit({ url: slack.url, token_envs: ['ONE'] }, all, ['--captured-event', 'app.js']);
    expect(code).toBe(2);
    expect(error.code).toBe('DEDUPE_INPUT_INVALID');
  });
});
