// An account that sees only a part: is the empty answer not believed where the vendor tells so, and named where it does not?
import { expect, test } from 'vitest';
import { salesforce } from '../../src/targets/salesforce.ts';
import { type Asked, fakeServer, type Said } from './fake-server.ts';
import { hubspotSubject, salesforceSubject, zendeskSubject } from './fakes/desks.ts';
import { gitlabSubject } from './fakes/forges.ts';
import { bitrix24Subject, kommoSubject } from './fakes/others.ts';
import type { Subject } from './subject.ts';

const never = new AbortController().signal;
const key = 'slack:T1:Ev1';

/** As the vendor plays it, but for one answer. */
async function looking({ play, open }: Subject, instead: (asked: Asked) => Said | undefined) {
  const vendor = play();
  const server = await fakeServer({
    creates: (asked) => vendor.creates(asked),
    answer: (asked) => instead(asked) ?? vendor.answer(asked),
  });
  const target = open(server.url);
  const now = Date.now();
  const found = target.abilities.listsByTime
    ? await target.findWindow((now - 60_000) as never, now as never, key, never)
    : await target.find(key, never);
  return { found, probe: await target.probe(never) };
}

const at = (path: string, said: Said) => (asked: Asked) => (asked.path === path ? said : undefined);
const agent = (user: object) => at('/api/v2/users/me.json', { status: 200, body: { user: { id: 1, ...user } } });

const caseField = (more: object) =>
  at('/services/data/v60.0/sobjects/Case/describe', { status: 200, body: { fields: [{ name: 'Key__c', ...more }] } });
const property = (more: object) =>
  at('/crm/v3/properties/tickets/source_key', { status: 200, body: { hasUniqueValue: true, ...more } });

const member = (permissions: object) =>
  at('/api/v4/projects/example%2Fops', {
    status: 200,
    body: { id: 1, issues_access_level: 'enabled', permissions },
  });

test.for<[string, Subject, (asked: Asked) => Said | undefined, string]>([
  ['a guest of the project', gitlabSubject, member({ project_access: { access_level: 10 } }), 'Reporter'],
  ['no member of the project', gitlabSubject, member({ project_access: null, group_access: null }), 'Reporter'],
  [
    'an agent of a group',
    zendeskSubject,
    agent({ role: 'agent', ticket_restriction: 'groups', custom_role_id: null }),
    'ticket_restriction',
  ],
  [
    'an agent with a custom role',
    zendeskSubject,
    agent({ role: 'agent', ticket_restriction: null, custom_role_id: 9 }),
    'custom_role_id',
  ],
  ['an agent of whom nothing is told', zendeskSubject, agent({ role: 'agent' }), 'ticket_restriction'],
  [
    'no administrator of Bitrix24',
    bitrix24Subject,
    at('/rest/user.admin.json', { status: 200, body: { result: false } }),
    'token or webhook of an administrator',
  ],
  [
    'no administrator of Kommo',
    kommoSubject,
    at('/api/v4/users', { status: 403, body: {} }),
    'token of an administrator',
  ],
  [
    'a field of Salesforce that is no external id',
    salesforceSubject,
    caseField({ unique: true, externalId: false }),
    'External ID',
  ],
  ['one of which nothing is told', salesforceSubject, caseField({ unique: true }), 'externalId'],
  ['a property of HubSpot that was archived', hubspotSubject, property({ archived: true }), 'archived'],
])('%s: what is not there cannot be seen', async ([, subject, instead, reason]) => {
  const { found, probe } = await looking(subject, instead);
  expect(found).toMatchObject({ answer: 'cannot-see', reason: expect.stringContaining(reason) });
  expect(probe).toMatchObject({ visible: false, evidence: expect.stringContaining(reason) });
});

test.for<[string, Subject, (asked: Asked) => Said | undefined]>([
  [
    'an agent with access to all',
    zendeskSubject,
    agent({ role: 'agent', ticket_restriction: null, custom_role_id: null }),
  ],
  [
    'an administrator with a role of his own',
    zendeskSubject,
    agent({ role: 'admin', ticket_restriction: null, custom_role_id: 4 }),
  ],
  ['a reporter of the group', gitlabSubject, member({ project_access: null, group_access: { access_level: 20 } })],
  ['an administrator of Bitrix24', bitrix24Subject, () => undefined],
  ['a property of HubSpot that is in use', hubspotSubject, property({ archived: false })],
  ['an administrator of Kommo', kommoSubject, () => undefined],
])('%s: what is not there is proven absent', async ([, subject, instead]) => {
  const { found, probe } = await looking(subject, instead);
  expect(found).toMatchObject({ answer: 'none', store: 'primary' });
  expect(probe).toMatchObject({ visible: true });
});

test('what the vendor does not tell is named', () => {
  expect(salesforce.abilities.leavesOut).toMatch(/sharing hides/);
});
