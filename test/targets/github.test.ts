// Is a pull request that quotes the marker taken for the issue? The list of issues holds both.
import { expect, test } from 'vitest';
import { lookOnce } from '../../src/reconcile/look.ts';
import { github } from '../../src/targets/github.ts';
import { operation } from './asking.ts';
import { fakeServer } from './fake-server.ts';

const never = new AbortController().signal;
const now = 1_795_953_600_000;
const marked = (number: number, more: object = {}) => ({
  number,
  body: 'Fixes it.\n<!-- dedupe:slack:T1:Ev1 -->',
  state: 'open',
  created_at: '2026-11-29T12:00:00Z',
  html_url: `https://github.example/${number}`,
  user: { login: 'bot' },
  ...more,
});
const pull = { pull_request: { url: 'https://api.github.example/pulls/12' } };

async function look(...list: object[]) {
  const server = await fakeServer({
    creates: () => false,
    answer: ({ path }) => ({ status: 200, body: path.endsWith('/issues') ? list : { has_issues: true } }),
  });
  const target = github.open(
    { url: server.url, repository: 'example/ops' },
    { name: 'github', env: { GITHUB_TOKEN: 't' }, folder: '/' },
  );
  return lookOnce(target, { key: 'slack:T1:Ev1', sentAt: now - 60_000, firstSentAt: now - 60_000 } as never, now as never, never);
}

test('a pull request is no issue', async () => {
  expect(await look(marked(12, pull))).toMatchObject({ answer: 'none' });
});

test('an issue beside it is, and is one', async () => {
  const found = await look(marked(12, pull), marked(7), marked(8, { body: 'other', pull_request: null }));
  expect(found.answer === 'found' && found.records.map(({ id }) => id)).toEqual(['7']);
});

test('what is no pull request by its own word is an issue', async () => {
  expect(await look(marked(7, { pull_request: null }))).toMatchObject({ answer: 'found', records: [{ id: '7' }] });
});

test('where a label narrows the list, an issue without it is not made', async () => {
  const server = await fakeServer({
    creates: ({ method }) => method === 'POST',
    answer: () => ({ status: 201, body: { number: 7, html_url: 'https://github.example/7' } }),
  });
  const labelled = github.open(
    { url: server.url, repository: 'example/ops', label: 'from-slack' },
    { name: 'github', env: { GITHUB_TOKEN: 't' }, folder: '/' },
  );
  const { body } = marked(7);
  const made = (labels: string[]) =>
    labelled.create(operation('slack:T1:Ev1'), Buffer.from(JSON.stringify({ title: 'x', body, labels })), never);
  expect(await made(['bug'])).toEqual({ outcome: 'refused', reason: 'request_elsewhere', temporary: false });
  expect(server.asked).toEqual([]);
  expect(await made(['bug', 'from-slack'])).toMatchObject({ outcome: 'done', id: '7' });
  expect(labelled.abilities.leavesOut).toContain('without the label from-slack');
});
