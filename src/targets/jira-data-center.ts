// Jira Data Center and Server: the key stands in a label or a text field. A node indexes at once; whether a search on another
// node sees it depends on index replication, for which no bound is documented: an empty answer is no proof by itself.
// https://developer.atlassian.com/server/jira/platform/rest/ (search, issue, mypermissions)
import * as z from 'zod/mini';
import { preset } from './described/preset.ts';
import { address, connection, variable } from './http/settings.ts';
import { filledJql, jiraKey, jqlOf } from './jira/key.ts';

const settings = z.strictObject({
  ...connection,
  url: address(),
  project: z.string().check(z.regex(/^[A-Z][A-Z0-9_]+$/)),
  key_field: z.optional(z.string().check(z.regex(/^(labels|customfield_\d+)$/))),
  /** A personal access token. */
  token_env: variable(),
});

export const jiraDataCenter = preset<z.output<typeof settings>>({
  id: 'jira-data-center',
  title: 'Jira Data Center, key in a label or a text field',
  settings,
  tokenEnv: 'JIRA_TOKEN',
  example: { url: 'https://jira.example.test', project: 'OPS' },
  describe: ({ project, url, key_field: field = 'labels' }) => ({
    values: { project },
    leaves_out:
      'issues that were deleted, archived, moved to another project, under a security level that hides them from this account, or whose key somebody took out',
    create: {
      path: '/rest/api/2/issue',
      ...jiraKey(field),
      leads: [{ at: ['fields.project.key'], value: project }],
      id: 'key',
    },
    find: {
      path: `/rest/api/2/search?jql=${inPath(jqlOf(field))}&fields=${field},created,status,creator&maxResults=100&startAt=0`,
      list: 'issues',
      total: 'total',
      key: `fields.${field}`,
      id: 'key',
      created: 'fields.created',
      created_by: 'fields.creator.key',
      closed: { at: 'fields.status.statusCategory.key', values: ['done'] },
      link: `${url}/browse/{id}`,
      next: { offset: 'startAt' },
      store: 'index',
      filtered: field === 'labels',
    },
    control: {
      path: '/rest/api/2/mypermissions?projectKey={project}',
      sample: {
        path: `/rest/api/2/search?jql=${inPath(filledJql(field))}&fields=${field}&maxResults=10`,
        list: 'issues',
      },
      shows: { at: 'permissions.BROWSE_PROJECTS.havePermission', values: [true] },
    },
  }),
});

/** Encoded, but for the names that are filled in. */
function inPath(jql: string): string {
  return encodeURIComponent(jql).replace(/%7B(\w+(?:%3Aquoted)?)%7D/g, (_, name) => `{${decodeURIComponent(name)}}`);
}
