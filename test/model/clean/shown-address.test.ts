// Is of an address shown which place it means, and nothing by which somebody else could post there?
import { expect, test } from 'vitest';
import { shownAddress } from '../../../src/model/clean/shown-address.ts';
import { clean } from '../../../src/model/clean.ts';

const secret = 'Abcdef0123456789abcdef01';
const cases: readonly (readonly [string, string])[] = [
  [`https://p.test/rest/12/${secret.toLowerCase()}/crm.deal.add.json`, 'https://p.test/rest/12/***/crm.deal.add.json'],
  [`https://hooks.slack.com/services/T01/B01/${secret}`, 'https://hooks.slack.com/***'],
  [`https://discord.test/api/webhooks/123456/${secret}`, 'https://discord.test/api/webhooks/123456/***'],
  [`https://api.telegram.test/bot123456:${secret}/sendMessage`, 'https://api.telegram.test/bot123456:***/sendMessage'],
  [`https://user:${secret}@p.test:8443/a/?token=${secret}#x`, 'https://p.test:8443/a'],
  ['https://10.0.0.7/redmine/', 'https://ip-10-0-0-7/redmine'],
  ['https://jira.test/rest/api/2/issue', 'https://jira.test/rest/api/2/issue'],
  ['https://one.test/rest/2/issues', 'https://one.test/rest/2/issues'],
];

for (const [given, shown] of cases)
  test(`${shown}`, () => {
    expect(shownAddress(given)).toBe(shown);
    expect(clean(given).toLowerCase()).not.toContain(secret.toLowerCase());
    expect(clean(shown.replace('ip-10-0-0-7', 'x.test'))).toContain(
      shown.replace('ip-10-0-0-7', 'x.test').slice(0, 20),
    );
  });
