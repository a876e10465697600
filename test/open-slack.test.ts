// Does anything but a token of Slack's ever leave for Slack, and for another machine without TLS?
import { expect, onTestFinished, test } from 'vitest';
import { slackKeys } from '../src/config/slack-keys.ts';
import { DedupeError } from '../src/errors.ts';
import { openSlackDoor, openSlackTokens } from '../src/open-slack.ts';

const env = { OTHER: 'sup3rsecretvalue', OWN: ['xoxb', '1', 'of-a-test'].join('-') };

test('what a variable holds is sent when it has the form of a token, and not otherwise', () => {
  const { bots, apps, close } = openSlackTokens({ token_envs: ['OTHER', 'OWN'], app_token_envs: ['OTHER'] }, env);
  onTestFinished(close);
  expect(bots.map(([name, one]) => [name, one instanceof DedupeError])).toEqual([
    ['OTHER', true],
    ['OWN', false],
  ]);
  expect(apps[0]?.[1]).toMatchObject({ code: 'DEDUPE_SLACK_CREDENTIALS' });
  const door = openSlackDoor({}, env);
  onTestFinished(() => door.close());
  const { signal } = new AbortController();
  expect(door.through('OTHER', signal)).toBeUndefined();
  expect(door.through('OWN', signal)).toBeDefined();
});

test.each([
  ['https://slack.example/api', true],
  ['http://127.0.0.1:8970/api/', true],
  ['http://[::1]:80', true],
  ['http://slack.example/api', false],
  ['http://127.0.0.1.example/api', false],
  ['http://localhost@evil.example/', false],
])('%s as an address: %s', (url, isTaken) => {
  expect(slackKeys.slack.schema().safeParse({ url }).success).toBe(isTaken);
});
