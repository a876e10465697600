// Redmine 5.0 as its REST API answers, with its traps; shapes as recorded from a running one.

import { redmine } from '../../../src/targets/redmine.ts';
import type { Asked, Said } from '../fake-server.ts';
import type { Play, Subject } from '../subject.ts';
import { saying } from './store.ts';

interface Issue {
  readonly id: number;
  readonly subject: string;
  readonly closed: boolean;
  readonly key: string;
}

const field = 7;

export function playRedmine(): Play {
  const issues: Issue[] = [];
  const state = { hidden: false, ignores: false };

  function shown(query: URLSearchParams): Issue[] {
    if (state.hidden) return [];
    const filter = query.get(`cf_${field}`);
    const open = query.get('status_id') === '*' ? issues : issues.filter((one) => !one.closed);
    if (filter === null || state.ignores) return open;
    if (filter === '*') return open.filter((one) => one.key !== '');
    const wanted = filter.replace(/^=/, '').split('|');
    return open.filter((one) => wanted.includes(one.key));
  }

  function answer({ method, path, query, json, headers }: Asked): Said {
    if (headers['x-redmine-api-key'] !== 'key-of-a-test') return { status: 401 };
    if (method === 'POST') {
      const { issue } = json();
      const key = issue.custom_fields?.find((one: { id: number }) => one.id === field)?.value ?? '';
      issues.push({ id: issues.length + 1, subject: issue.subject, closed: false, key });
      return { status: 201, body: { issue: jsonOf(issues.at(-1) as Issue) } };
    }
    if (path === '/projects/ops.json')
      return state.hidden
        ? { status: 403 }
        : { status: 200, body: { project: { id: 3, name: 'Ops', identifier: 'ops' } } };
    if (path === '/users/current.json')
      return {
        status: 200,
        body: {
          user: {
            id: 5,
            login: 'bot',
            memberships: [{ id: 1, project: { id: 3, name: 'Ops' }, roles: [{ id: 4, name: 'Bot' }] }],
          },
        },
      };
    if (path === '/roles/4.json')
      return {
        status: 200,
        body: { role: { id: 4, name: 'Bot', permissions: ['view_issues'], issues_visibility: 'all' } },
      };
    const rows = shown(query);
    const [limit, offset] = [Math.min(100, Number(query.get('limit') ?? 25)), Number(query.get('offset') ?? 0)];
    const page = rows.slice(offset, offset + limit).map(jsonOf);
    return { status: 200, body: { issues: page, total_count: rows.length, offset, limit } };
  }

  return {
    answer,
    creates: ({ method }) => method === 'POST',
    count: (key) => issues.filter((one) => one.key === key).length,
    put: (key, { title = 'x', closed = false, deleted = false } = {}) => {
      // What is deleted there is gone.
      if (!deleted) void issues.push({ id: issues.length + 1, subject: title, closed, key });
    },
    fault: (fault) => {
      if (fault === 'no-access') state.hidden = true;
      if (fault === 'ignored-filter') state.ignores = true;
    },
    settle: () => {},
  };
}

function jsonOf({ id, subject, closed, key }: Issue) {
  return {
    id,
    project: { id: 3, name: 'Ops' },
    author: { id: 5, name: 'Bot' },
    subject,
    custom_fields: [{ id: field, name: 'Key', value: key }],
    created_on: '2026-11-29T12:00:00Z',
    closed_on: closed ? '2026-11-29T13:00:00Z' : null,
  };
}

export const redmineSubject: Subject = {
  name: 'redmine',
  play: playRedmine,
  further: saying(({ total_count }) => ({ total_count: Number(total_count) + 1 })),
  open: (url) =>
    redmine.open(
      { url, project: 'ops', key_field: field },
      { name: 'redmine', env: { REDMINE_API_KEY: 'key-of-a-test' }, folder: '/' },
    ),
  request: (key) => ({ issue: { project_id: 'ops', subject: 'x', custom_fields: [{ id: field, value: key }] } }),
};
