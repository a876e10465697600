// Yandex Tracker: `unique` in the create is enforced, a second value is answered with 409. Whether it can be searched, and how
// long it is remembered, is not documented, so the key stands in a text field as well, and that is what is looked for.
// A search takes any field by the vendor's page, which does not name this one.
// yandex.ru/support/tracker/en/concepts/issues/search-issues, https://github.com/yandex-cloud/docs/blob/master/en/tracker/concepts/issues/create-issue.md, search-issues.md
import * as z from 'zod/mini';
import { preset } from './described/preset.ts';
import { address, connection, variable, word } from './http/settings.ts';

const settings = z.strictObject({
  ...connection,
  url: z.optional(address()),
  queue: word(),
  organization: word(),
  /** True for an organization of Yandex Cloud. */
  cloud: z.optional(z.boolean()),
  /** The text field that holds the key beside `unique`. */
  field: z.string().check(z.regex(/^[\w-]+$/)),
  token_env: variable(),
});

export const yandexTracker = preset<z.output<typeof settings>>({
  id: 'yandex-tracker',
  title: 'Yandex Tracker issues, key in unique and in a text field',
  settings,
  url: 'https://api.tracker.yandex.net',
  tokenEnv: 'YANDEX_TRACKER_TOKEN',
  example: { queue: 'OPS', organization: '1', field: 'sourceKey' },
  describe: ({ queue, organization, cloud, field }) => ({
    auth: { header: 'authorization', value: 'OAuth {token}' },
    headers: { [cloud ? 'x-cloud-org-id' : 'x-org-id']: organization },
    unique_field: 'unique',
    leaves_out: 'issues that were deleted, moved to another queue, or whose key somebody changed',
    values: { queue },
    create: {
      path: '/v3/issues/',
      key: field,
      key_also: ['unique'],
      leads: [{ at: ['queue', 'queue.key'], value: queue }],
      id: 'key',
      exists: [409],
    },
    find: {
      method: 'POST',
      path: '/v3/issues/_search?perPage=100&page=1',
      body: { filter: { queue: '{queue}', [field]: '{key}' } },
      list: '',
      key: field,
      id: 'key',
      created: 'createdAt',
      created_by: 'createdBy.id',
      closed: { at: 'status.key', values: ['closed', 'resolved'] },
      link: 'https://tracker.yandex.ru/{id}',
      next: { page: 'page', in_query: true },
      // A search: nothing is said about how far it is behind.
      store: 'index',
    },
    control: {
      path: `/v3/queues/${encodeURIComponent(queue)}`,
      shows: { at: 'key', values: [queue] },
      sample: {
        method: 'POST',
        path: '/v3/issues/_search?perPage=100&page=1',
        body: { filter: { queue: '{queue}' } },
        list: '',
      },
    },
  }),
});
