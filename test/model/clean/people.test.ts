// What is the name of a person and what is an id, in the two fields that say who did it.
import { expect, test } from 'vitest';
import { isNameOfPerson } from '../../../src/model/clean/people.ts';
import { clean } from '../../../src/model/clean.ts';

test.each([
  ...['Jane Doe', 'Doe, Jane', 'jane doe', 'Jane', 'JaneDoe', 'Jane_Doe', 'jane.doe', 'jane.doe2', 'Jane O\u2019Neil'],
  ...[
    'Jane Doe (Support)',
    'U0ASH (Jane Doe)',
    '<@U0ASH|jane>',
    'J\u00f6rg',
    '\u0430\u043d\u043d\u0430',
    '\u82b1\u5b50',
    'Jane D.',
    'Jean-Luc P.',
  ],
])('%s is a name', (text) => {
  expect(isNameOfPerson(text)).toBe(true);
});

test.each([
  ...[
    'U0ASH',
    'USLACKBOT',
    '4711',
    '5b10a2844c20165700ede21g',
    '3f2c1a90-5b1e-4c7d-9a3e-0123456789ab',
    'jdoe',
    'jane-doe',
  ],
  ...[
    'support-bot',
    'Support Bot',
    'SupportBot',
    'Jira Automation',
    'automation',
    'Workflow Builder',
    'GitHub Actions',
  ],
  ...['Zapier', 'Support Desk', 'user 4711', 'sync.worker', 'zapier.com', 'app:desk', 'U0ASH', 'CORP\\jdoe', ''],
  ...['arn:aws:iam::123456789012:role/worker', 'qm:1:2', '<@U0ASH>', 'JIRAUSER10100'],
])('%s is none', (text) => {
  expect(isNameOfPerson(text)).toBe(false);
});

test('a name is masked wherever it turns up, and an id is not', () => {
  const document = {
    facts: [
      { fields: { actor: 'Jane Doe', record_id: 'OPS-1', created_by: 'U0ASH' } },
      {
        fields: { actor: 'U0ASH' },
        contradictions: [{ field: 'actor', values: [{ value: 'U0ASH' }, { value: 'Ann Lee' }] }],
      },
    ],
    sentence: 'OPS-1 was made by Jane Doe, OPS-2 by Ann Leesom and U0ASH; Ann Lee did nothing.',
  };
  expect(clean(document)).toEqual({
    facts: [
      { fields: { actor: '***', record_id: 'OPS-1', created_by: 'U0ASH' } },
      {
        fields: { actor: 'U0ASH' },
        contradictions: [{ field: 'actor', values: [{ value: 'U0ASH' }, { value: '***' }] }],
      },
    ],
    sentence: 'OPS-1 was made by ***, OPS-2 by Ann Leesom and U0ASH; *** did nothing.',
  });
});
