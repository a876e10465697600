// Jira's two searches: Cloud pages by token and lags, Data Center counts. Shapes from their REST documentation.
import { jiraCloud } from '../../../src/targets/jira-cloud.ts';
import { jiraDataCenter } from '../../../src/targets/jira-data-center.ts';
import type { Asked } from '../fake-server.ts';
import type { Subject } from '../subject.ts';
import { filtered, type Kept, opening, paged, playOver, saying, type Thing } from './store.ts';

const issue = ({ n, key, closed }: Thing) => ({
  id: String(10_000 + n),
  key: `OPS-${n}`,
  fields: {
    labels: [key],
    created: '2026-11-29T12:00:00.000+0000',
    status: { name: closed ? 'Done' : 'To Do', statusCategory: { key: closed ? 'done' : 'new' } },
    creator: { accountId: 'account-1', key: 'JIRAUSER10100', name: 'ann', displayName: 'Ann Bot' },
  },
});

function found(jql: string, kept: Kept): readonly Thing[] {
  const wanted = /labels = "((?:[^"\\]|\\.)*)"/.exec(jql)?.[1]?.replace(/\\(.)/g, '$1');
  return filtered(kept, kept.indexed(), wanted);
}

function create({ json }: Asked, kept: Kept) {
  const { fields } = json();
  const thing = kept.add(fields.labels[0], fields.summary);
  return { status: 201, body: { id: String(10_000 + thing.n), key: `OPS-${thing.n}`, self: 'x' } };
}

const permission = (kept: Kept) => ({
  status: 200,
  body: { permissions: { BROWSE_PROJECTS: { key: 'BROWSE_PROJECTS', havePermission: !kept.isHidden } } },
});

const requestIn = (project: object) => (key: string) => ({ fields: { project, summary: 'x', labels: [key] } });
const request = requestIn({ key: 'OPS' });
const elsewhere = requestIn({ key: 'HR' });

export const jiraCloudSubject: Subject = {
  name: 'jira-cloud',
  further: saying(() => ({ isLast: false })),
  play: playOver(
    (asked, kept) => {
      if (asked.path.endsWith('/mypermissions')) return permission(kept);
      if (asked.path === '/rest/api/3/issue') return create(asked, kept);
      const { jql, maxResults, nextPageToken = '0' } = asked.json();
      const { rows, next } = paged(found(jql, kept), Number(nextPageToken), maxResults);
      const more = next === undefined ? { isLast: true } : { nextPageToken: String(next) };
      return { status: 200, body: { issues: rows.map(issue), ...more } };
    },
    ({ path }) => path === '/rest/api/3/issue',
  ),
  open: opening(jiraCloud, 'JIRA_API_TOKEN', (url) => ({ url, project: 'OPS', user: 'bot@example.test' })),
  request,
  elsewhere,
};

export const jiraDataCenterSubject: Subject = {
  name: 'jira-data-center',
  further: saying(({ total }) => ({ total: Number(total) + 1 })),
  play: playOver((asked, kept) => {
    if (asked.path.endsWith('/mypermissions')) return permission(kept);
    if (asked.method === 'POST') return create(asked, kept);
    const all = found(asked.query.get('jql') ?? '', kept);
    const startAt = Number(asked.query.get('startAt'));
    const { rows } = paged(all, startAt, Number(asked.query.get('maxResults')));
    return { status: 200, body: { startAt, maxResults: 100, total: all.length, issues: rows.map(issue) } };
  }),
  open: opening(jiraDataCenter, 'JIRA_TOKEN', (url) => ({ url, project: 'OPS' })),
  request,
  elsewhere,
};
