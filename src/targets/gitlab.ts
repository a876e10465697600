// GitLab issues: no idempotency key, so the key stands in the description, between `<!-- dedupe:` and ` -->`. The list comes
// from the database and is filtered on this side; issues that this account may not see are left out of it without a word:
// below the role Reporter those are the confidential ones of others.
// https://docs.gitlab.com/api/issues/, /api/projects/
import * as z from 'zod/mini';
import { preset } from './described/preset.ts';
import { address, connection, variable } from './http/settings.ts';

const settings = z.strictObject({
  ...connection,
  url: z.optional(address()),
  /** Number or path of the project. */
  project: z.union([z.int(), z.string().check(z.regex(/^[\w./-]+$/))]),
  token_env: variable(),
});

/** From Reporter to Owner. */
const reporter = [20, 30, 40, 50];
const mark: [string, string] = ['<!-- dedupe:', ' -->'];

export const gitlab = preset<z.output<typeof settings>>({
  id: 'gitlab',
  title: 'GitLab issues, key in a comment of the description',
  settings,
  url: 'https://gitlab.com',
  tokenEnv: 'GITLAB_TOKEN',
  example: { project: 'example/ops' },
  describe({ project }) {
    const path = `/api/v4/projects/${encodeURIComponent(project)}`;
    const listed = {
      list: '',
      key: 'description',
      key_within: mark,
      id: 'iid',
      created: 'created_at',
      created_by: 'author.username',
      url: 'web_url',
      closed: { at: 'state', values: ['closed'] },
      next: { page: 'page' },
    };
    const query = 'scope=all&per_page=100&order_by=created_at&sort=desc';
    return {
      leaves_out:
        'issues that were deleted, moved to another project, made with another time of creation, or whose key somebody took out',
      auth: { header: 'private-token', value: '{token}' },
      create: {
        path: `${path}/issues`,
        key: 'description',
        key_within: mark,
        shown: 'description',
        // Owners may set it to any moment, and the list by time would not have it.
        never: ['created_at'],
        id: 'iid',
        url: 'web_url',
      },
      find: { path: `${path}/issues?${query}`, ...listed, filtered: false, whole: true },
      window: { path: `${path}/issues?${query}&created_after={from}&created_before={to}`, ...listed, time: 'iso' },
      control: {
        path: `${path}?statistics=false`,
        shows: [
          { at: 'issues_access_level', values: ['enabled', 'private'] },
          [
            { at: 'permissions.project_access.access_level', values: reporter },
            { at: 'permissions.group_access.access_level', values: reporter },
          ],
        ],
        grant:
          'the project needs issues, and this account the role Reporter or a higher one, which sees confidential issues of others',
      },
    };
  },
});
