import { expect, test } from 'vitest';
import { providerOf, providers } from '../../src/providers/index.ts';

test('a name behind the family tells apps of one provider apart', () => {
  expect(providerOf('slack')?.id).toBe('slack');
  expect(providerOf('slack.support')?.id).toBe('slack.support');
  expect(providerOf('slack.support')?.title).toBe('Slack');
});

test.each(['', 'slackish', 'slack.', 'slack.a.b', 'SLACK', 'constructor', '__proto__'])('%j is no provider', (id) => {
  expect(providerOf(id)).toBeUndefined();
});

test('the list has each family once, under its plain name', () => {
  const ids = providers.map((provider) => provider.id);
  expect(ids).toContain('slack');
  expect(new Set(ids).size).toBe(ids.length);
});
