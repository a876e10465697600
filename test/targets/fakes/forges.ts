// GitHub and GitLab: lists with a marker in the text. Shapes from their REST documentation.
import { github } from '../../../src/targets/github.ts';
import { gitlab } from '../../../src/targets/gitlab.ts';
import type { Subject } from '../subject.ts';
import { opening, paged, playOver, type Thing } from './store.ts';

const mark = (key: string) => `something\n<!-- dedupe:${key} -->`;
const keyIn = (text: string) => /<!-- dedupe:(.*?) -->/.exec(text)?.[1] ?? '';

/** What a person wrote stands in the text too. */
const text = ({ title, key }: Thing) => `${title}\n${mark(key)}`;

const without: Subject['without'] = {
  'an ignored filter is seen, and nothing follows from it': 'the list is filtered on this side',
  'a filter that finds nothing, whatever is there, is seen': 'the list is filtered on this side',
  'what the index does not know yet is never proven absent': 'the list is the primary store',
};

const none: Readonly<Record<string, string>> = {};

export const githubSubject: Subject = {
  name: 'github',
  further: (said, { headers, path }) => ({
    ...said,
    headers: { link: `<http://${headers.host}${path}?state=all>; title="more"; rel="last next"` },
  }),
  without,
  play: playOver(({ method, path, query, json, headers }, kept) => {
    if (kept.isHidden) return { status: 404, body: { message: 'Not Found' } };
    if (path === '/repos/example/ops') return { status: 200, body: { full_name: 'example/ops', has_issues: true } };
    if (method === 'POST') {
      const { n } = kept.add(keyIn(json().body), json().title);
      return { status: 201, body: { number: n, body: json().body, html_url: `https://github.example/issues/${n}` } };
    }
    const page = Number(query.get('page') ?? 1);
    const { rows, next } = paged(kept.visible(), (page - 1) * 100, Number(query.get('per_page')));
    const url = `http://${headers.host}${path}?${query}`.replace(/&page=\d+/, '');
    const body = rows.map((one) => ({
      number: one.n,
      body: text(one),
      state: one.closed ? 'closed' : 'open',
      created_at: '2026-11-29T12:00:00Z',
      html_url: `https://github.example/issues/${one.n}`,
      user: { login: 'bot' },
    }));
    return {
      status: 200,
      body,
      headers: next === undefined ? none : { link: `<${url}&page=${page + 1}>; rel="next"` },
    };
  }),
  open: opening(github, 'GITHUB_TOKEN', (url) => ({ url, repository: 'example/ops' })),
  request: (key) => ({ title: 'x', body: mark(key) }),
};

export const gitlabSubject: Subject = {
  name: 'gitlab',
  further: (said) => ({ ...said, headers: { 'x-next-page': '1' } }),
  without,
  play: playOver(({ method, path, query, json }, kept) => {
    if (kept.isHidden) return { status: 404, body: { message: '404 Project Not Found' } };
    if (path === '/api/v4/projects/example%2Fops')
      return {
        status: 200,
        body: { id: 1, issues_access_level: 'enabled', permissions: { project_access: { access_level: 30 } } },
      };
    if (method === 'POST') {
      const { n } = kept.add(keyIn(json().description), json().title);
      return {
        status: 201,
        body: { id: 100 + n, iid: n, description: json().description, web_url: `https://gitlab.example/-/issues/${n}` },
      };
    }
    const size = Number(query.get('per_page'));
    const { rows } = paged(kept.visible(), (Number(query.get('page') ?? 1) - 1) * size, size);
    const body = rows.map((one) => ({
      iid: one.n,
      description: text(one),
      state: one.closed ? 'closed' : 'opened',
      created_at: '2026-11-29T12:00:00.000Z',
      web_url: `https://gitlab.example/-/issues/${one.n}`,
      author: { username: 'bot' },
    }));
    return { status: 200, body };
  }),
  open: opening(gitlab, 'GITLAB_TOKEN', (url) => ({ url, project: 'example/ops' })),
  request: (key) => ({ title: 'x', description: mark(key) }),
};
