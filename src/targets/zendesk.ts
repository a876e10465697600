// Zendesk tickets: `external_id` is listed from the database, not from search, and is not unique; an Idempotency-Key makes a
// repeat harmless for two hours (x-idempotency-lookup: hit), and another body under the same key is answered with 400, which
// cannot be here: a repeat is sent as it was stored. Deleted tickets cannot be listed by external_id: /api/v2/deleted_tickets
// names those of thirty days without it, oldest first, ten pages a minute, so it is not read, and each proof says so.
// https://developer.zendesk.com/api-reference/ticketing/tickets/tickets/ (idempotency as clients of others use it)
import * as z from 'zod/mini';
import { preset } from './described/preset.ts';
import { address, connection, variable, word } from './http/settings.ts';

const settings = z.strictObject({
  ...connection,
  url: address(),
  /** The agent whose API token is in the environment. */
  user: word(),
  token_env: variable(),
});

export const zendesk = preset<z.output<typeof settings>>({
  id: 'zendesk',
  title: 'Zendesk tickets, key in external_id',
  settings,
  tokenEnv: 'ZENDESK_API_TOKEN',
  example: { url: 'https://example.zendesk.com', user: 'bot@example.test' },
  describe: ({ user, url }) => ({
    auth: { basic_user: `${user}/token` },
    leaves_out:
      'tickets that were deleted, archived long after they were closed, or whose external_id somebody changed',
    create: {
      path: '/api/v2/tickets.json',
      key: 'ticket.external_id',
      shown: 'ticket.external_id',
      key_header: 'Idempotency-Key',
      key_lifetime: '2h',
      id: 'ticket.id',
    },
    find: {
      path: '/api/v2/tickets.json?external_id={key}',
      list: 'tickets',
      total: 'count',
      key: 'external_id',
      id: 'id',
      created: 'created_at',
      created_by: 'submitter_id',
      closed: { at: 'status', values: ['solved', 'closed'] },
      deleted: { at: 'status', values: ['deleted'] },
      link: `${url}/agent/tickets/{id}`,
      next: { url: 'next_page' },
    },
    // An end user sees only what is his, an agent perhaps only the tickets of his groups; what a custom role shows is not told here.
    control: {
      path: '/api/v2/users/me.json',
      sample: { path: '/api/v2/tickets.json?sort_by=created_at&sort_order=desc&per_page=100', list: 'tickets' },
      shows: [
        { at: 'user.role', values: ['agent', 'admin'] },
        [
          { at: 'user.role', values: ['admin'] },
          { at: 'user.ticket_restriction', values: [null] },
        ],
        [
          { at: 'user.role', values: ['admin'] },
          { at: 'user.custom_role_id', values: [null] },
        ],
      ],
      grant: 'use the API token of an administrator, or of an agent with access to all tickets and no custom role',
    },
  }),
});
