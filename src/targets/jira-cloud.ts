// Jira Cloud: the key stands in a label or a text field, which only the search index finds. The index is eventual, seconds to
// minutes and longer under bulk work, and no bound is documented: an empty answer is never a proof by itself.
// https://developer.atlassian.com/cloud/jira/platform/search-and-reconcile/, rest/v3/api-group-issue-search
import * as z from 'zod/mini';
import { preset } from './described/preset.ts';
import { address, connection, variable, word } from './http/settings.ts';
import { filledJql, jiraKey, jqlOf } from './jira/key.ts';

const settings = z.strictObject({
  ...connection,
  url: address(),
  project: z.string().check(z.regex(/^[A-Z][A-Z0-9_]+$/)),
  /** The account whose API token is in the environment. */
  user: word(),
  /** `labels`, or a text field such as customfield_10042. */
  key_field: z.optional(z.string().check(z.regex(/^(labels|customfield_\d+)$/))),
  token_env: variable(),
});

export const jiraCloud = preset<z.output<typeof settings>>({
  id: 'jira-cloud',
  title: 'Jira Cloud, key in a label or a text field',
  settings,
  tokenEnv: 'JIRA_API_TOKEN',
  example: { url: 'https://example.atlassian.net', project: 'OPS', user: 'bot@example.test' },
  describe: ({ project, user, url, key_field: field = 'labels' }) => ({
    auth: { basic_user: user },
    values: { project },
    leaves_out:
      'issues that were deleted, archived, moved to another project, under a security level that hides them from this account, or whose key somebody took out',
    create: {
      path: '/rest/api/3/issue',
      ...jiraKey(field),
      leads: [{ at: ['fields.project.key'], value: project }],
      id: 'key',
    },
    find: {
      method: 'POST',
      path: '/rest/api/3/search/jql',
      body: { jql: jqlOf(field), fields: [field, 'created', 'status', 'creator'], maxResults: 100 },
      list: 'issues',
      key: `fields.${field}`,
      id: 'key',
      created: 'fields.created',
      created_by: 'fields.creator.accountId',
      closed: { at: 'fields.status.statusCategory.key', values: ['done'] },
      link: `${url}/browse/{id}`,
      next: { cursor: 'nextPageToken', parameter: 'nextPageToken' },
      store: 'index',
      filtered: field === 'labels',
    },
    control: {
      path: '/rest/api/3/mypermissions?projectKey={project}&permissions=BROWSE_PROJECTS',
      sample: {
        method: 'POST',
        path: '/rest/api/3/search/jql',
        body: { jql: filledJql(field), fields: [field], maxResults: 10 },
        list: 'issues',
      },
      shows: { at: 'permissions.BROWSE_PROJECTS.havePermission', values: [true] },
    },
  }),
});
