// Addresses of tasks as people copy them: the id, and what is one page.
import { expect, it } from 'vitest';
import { pageOf, recordIdsIn } from '../../src/model/record-address.ts';

const pages: readonly (readonly [string, readonly string[]])[] = [
  ['OPS-41', ['https://linear.app/acme/issue/OPS-41', 'https://linear.app/acme/issue/OPS-41/mend-utf-8']],
  [
    'OPS-41',
    [
      'https://a.atlassian.net/browse/OPS-41?focusedCommentId=10',
      'https://a.atlassian.net/projects/OPS/issues/OPS-41/',
      'https://a.atlassian.net/jira/software/projects/OPS/boards/12?selectedIssue=OPS-41',
    ],
  ],
  ['5003t00002AbCdEAAV', ['https://x.lightning.force.com/lightning/r/Case/5003t00002AbCdEAAV/view']],
  ['41', ['https://a.zendesk.com/agent/tickets/41', 'https://a.zendesk.com/agent/tickets/41/events']],
  ['41', ['https://github.com/o/r/issues/41', 'https://github.com/o/r/issues/41#issuecomment-7']],
  ['41', ['https://gitlab.com/o/r/-/issues/41', 'https://gitlab.com/o/r/-/issues/41/designs']],
  ['41', ['https://r.example.com/issues/41.json', 'https://r.example.com/issues/41/edit?tab=1']],
  [
    '987654',
    [
      'https://app.hubspot.com/contacts/1234/record/0-5/987654',
      'https://app.hubspot.com/contacts/1234/record/0-5/987654/view/1',
    ],
  ],
  ['77', ['https://acme.kommo.com/leads/detail/77', 'https://acme.kommo.com/leads/detail/77?tab=1']],
  ['88', ['https://acme.bitrix24.com/company/personal/user/1/tasks/task/view/88/']],
  ['OPS-41', ['https://tracker.yandex.ru/OPS-41', 'https://tracker.yandex.ru/agile/board/3?issue=OPS-41']],
  ['1201', ['https://app.asana.com/0/1200/1201', 'https://app.asana.com/0/1200/1201/f']],
  ['TRK-801', ['https://tracker.example.com/records/TRK-801']],
];

it.each(pages)('the id %s', (id, addresses) => {
  for (const address of addresses) expect(recordIdsIn(address), address).toEqual([id]);
  expect(new Set(addresses.map(pageOf)).size).toBe(1);
});

it.each([
  ['https://github.com/o/r/issues/41', 'https://github.com/o/s/issues/41'],
  ['https://github.com/o/r/issues/41', 'https://github.com/o/r/issues/410'],
  ['https://linear.app/acme/issue/OPS-41', 'https://linear.app/other/issue/OPS-41'],
  ['https://desk.example.com/ticket.php?number=41', 'https://desk.example.com/ticket.php?number=42'],
  ['https://desk.example.com/#/tickets/41', 'https://desk.example.com/#/tickets/42'],
  ['https://x.example.com/view?id=41', 'https://x.example.com/view?id=42'],
])('%s is another page than %s', (left, right) => {
  expect(pageOf(left)).not.toBe(pageOf(right));
});

it('is nothing where there is no address', () => {
  expect([pageOf(undefined), pageOf('OPS-41'), pageOf('http://')]).toEqual([undefined, undefined, undefined]);
});
