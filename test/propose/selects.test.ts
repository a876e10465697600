// By which name does a proposed SELECT call an object: the tracker's, where a column has it.
import { expect, test } from 'vitest';
import { classify } from '../../src/propose/classify.ts';
import { selectsFor } from '../../src/propose/selects.ts';
import { idAnd, table } from './tables.ts';

function recordId(columns: Record<string, string>, more = {}): string | undefined {
  const tickets = table(
    'tickets',
    idAnd({ event_id: 'text', created_at: 'timestamp with time zone', ...columns }),
    more,
  );
  return selectsFor(tickets, classify([tickets]).roles)[0]?.fields.get('record_id');
}

test.each(['jira_key', 'jiraKey', 'linear_issue_id', 'github_issue_number', 'zendesk_ticket_id', 'jira_issue'])(
  '%s names the object, and the row does where it is not there yet',
  (column) => {
    expect(recordId({ [column]: 'text' })).toBe(`coalesce(t.${column}::text, t.id::text)`);
  },
);

test.each(['jira_project_key', 'jira_user', 'github_login', 'jira_url'])('%s names something else', (column) => {
  expect(recordId({ [column]: 'text' })).toBe('t.id::text');
});

test('a link to another table of this database names a row there', () => {
  const links = [{ column: 'linear_issue_id', schema: 'public', table: 'linear_issues', to: 'id' }];
  expect(recordId({ linear_issue_id: 'uuid' }, { links })).toBe('t.id::text');
});

test('a key that is no tracker stands as it is', () => {
  expect(recordId({ ticket_key: 'text' })).toBe('t.ticket_key::text');
});
