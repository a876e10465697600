// Bitrix24 deals: ORIGINATOR_ID and ORIGIN_ID are plain texts for an external source, filtered by the database, not unique.
// The vendor's own SDK says that a time-out or a 5xx without a code must not be repeated. 503 with QUERY_LIMIT_EXCEEDED was
// not executed. The access token is a parameter of each request. https://github.com/bitrix-tools/b24-rest-docs (crm.deal.add,
// crm.deal.list, limits), dev.1c-bitrix.ru/rest_help/general/user_admin.php
import * as z from 'zod/mini';
import { preset } from './described/preset.ts';
import { address, connection, variable, word } from './http/settings.ts';

const settings = z.strictObject({
  ...connection,
  /** https://PORTAL/rest */
  url: address(),
  /** ORIGINATOR_ID of all deals that are made here. */
  originator: word(),
  token_env: variable(),
});

export const bitrix24 = preset<z.output<typeof settings>>({
  id: 'bitrix24',
  title: 'Bitrix24 deals, key in ORIGIN_ID',
  settings,
  tokenEnv: 'BITRIX24_TOKEN',
  example: { url: 'https://example.bitrix24.com/rest', originator: 'slack' },
  describe: ({ originator }) => ({
    auth: { query: 'auth' },
    values: { originator },
    leaves_out: 'deals that were deleted, or whose ORIGIN_ID somebody changed',
    create: {
      path: '/crm.deal.add.json',
      key: 'fields.ORIGIN_ID',
      leads: [{ at: ['fields.ORIGINATOR_ID'], value: originator }],
      id: 'result',
      refused_words: { at: 'error', values: ['QUERY_LIMIT_EXCEEDED'] },
    },
    find: {
      method: 'POST',
      path: '/crm.deal.list.json',
      body: {
        filter: { '=ORIGIN_ID': '{key}', '=ORIGINATOR_ID': '{originator}' },
        select: ['ID', 'ORIGIN_ID', 'DATE_CREATE', 'CREATED_BY_ID', 'CLOSED'],
      },
      list: 'result',
      total: 'total',
      key: 'ORIGIN_ID',
      id: 'ID',
      created: 'DATE_CREATE',
      created_by: 'CREATED_BY_ID',
      closed: { at: 'CLOSED', values: ['Y'] },
      next: { cursor: 'next', parameter: 'start' },
    },
    control: {
      path: '/crm.deal.fields.json',
      sample: {
        method: 'POST',
        path: '/crm.deal.list.json',
        body: {
          filter: { '=ORIGINATOR_ID': '{originator}' },
          select: ['ID', 'ORIGIN_ID'],
          order: { ID: 'DESC' },
        },
        list: 'result',
      },
      shows: { at: 'result.ORIGIN_ID.isReadOnly', values: [false] },
      // Whoever may not see a deal gets a shorter list; the rights of others than administrators are not told.
      also: [
        {
          path: '/user.admin.json',
          shows: { at: 'result', values: [true] },
          grant: 'use the token or webhook of an administrator, who sees the deals of all',
        },
      ],
    },
  }),
});
