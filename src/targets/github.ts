// GitHub issues: no field of their own and no idempotency key, so the key stands in the body, between `<!-- dedupe:` and ` -->`.
// It is looked for in the list, never by search: the search index lags by seconds to more than ten minutes. `since` filters by
// the time of the last update, which is never before the creation. Labels of an account without push access are dropped without
// a word, so where one narrows the list, that access has to show. One report saw the list itself eight minutes behind.
// https://docs.github.com/rest/issues/issues (list, create), /rest/using-the-rest-api/rate-limits-for-the-rest-api
import * as z from 'zod/mini';
import { preset } from './described/preset.ts';
import { address, connection, variable, word } from './http/settings.ts';

const settings = z.strictObject({
  ...connection,
  /** For GitHub Enterprise Server: https://HOST/api/v3. */
  url: z.optional(address()),
  repository: z.string().check(z.regex(/^[\w.-]+\/[\w.-]+$/)),
  /** Narrows the list, where every such issue has it. */
  label: z.optional(word()),
  token_env: variable(),
});

const mark: [string, string] = ['<!-- dedupe:', ' -->'];

export const github = preset<z.output<typeof settings>>({
  id: 'github',
  title: 'GitHub issues, key in a comment of the body',
  settings,
  url: 'https://api.github.com',
  tokenEnv: 'GITHUB_TOKEN',
  createMaximum: '10m',
  example: { repository: 'example/ops' },
  describe({ repository, label }) {
    const issues = `/repos/${repository}/issues`;
    const narrowed = label === undefined ? '' : `&labels=${encodeURIComponent(label)}`;
    const listed = {
      list: '',
      key: 'body',
      key_within: mark,
      id: 'number',
      created: 'created_at',
      created_by: 'user.login',
      url: 'html_url',
      closed: { at: 'state', values: ['closed'] },
      // The list of issues holds the pull requests too.
      other: 'pull_request',
      next: { link: true as const },
    };
    return {
      leaves_out: `issues that were deleted, moved to another repository, or whose key somebody took out${label === undefined ? '' : `, and those without the label ${label}`}`,
      headers: { accept: 'application/vnd.github+json', 'x-github-api-version': '2022-11-28' },
      create: {
        path: issues,
        key: 'body',
        key_within: mark,
        leads: label === undefined ? [] : [{ at: ['labels'], value: label, shown: { list: 'labels', field: 'name' } }],
        shown: 'body',
        id: 'number',
        url: 'html_url',
      },
      find: {
        path: `${issues}?state=all&sort=created&direction=desc&per_page=100${narrowed}`,
        ...listed,
        filtered: false,
        whole: true,
      },
      window: { path: `${issues}?state=all&per_page=100&since={from}${narrowed}`, ...listed, time: 'iso' },
      control: {
        path: `/repos/${repository}`,
        shows: [
          { at: 'has_issues', values: [true] },
          ...(label === undefined ? [] : [{ at: 'permissions.push', values: [true] }]),
        ],
        ...(label === undefined
          ? {}
          : {
              grant: `GitHub drops the label ${label} of an account without push access: grant that, or take label out`,
            }),
      },
    };
  },
});
