// Kommo and amoCRM leads: the key stands in a text field. `query` searches texts and is filtered on this side; whether a filter
// by field works for leads is told differently by different sources, so it is not relied on. Nothing found is 204 without a
// body. The list by time is what proves; the vendor's page on filters asks the same list for closed_at and for status 143, so
// those that were won or lost are in it. amoCRM calls filters a trial of some accounts: where they are passed over, the whole
// list comes back and is sorted out here. Deleted leads stand in a list of their own while they can be restored, with their id,
// the time of the change and is_deleted alone: one that was deleted since the request may be the one, and nothing is proved then.
// https://developers.kommo.com/reference/leads-list, users-list, kommo.com/developers/content/api_v4/api-filtration,
// www.amocrm.ru/developers/content/crm_platform/filters-api
import * as z from 'zod/mini';
import { preset } from './described/preset.ts';
import { address, connection, variable } from './http/settings.ts';

const settings = z.strictObject({
  ...connection,
  url: address(),
  /** Number of the text field that holds the key. */
  field: z.int().check(z.positive()),
  token_env: variable(),
});

export const kommo = preset<z.output<typeof settings>>({
  id: 'kommo',
  title: 'Kommo or amoCRM leads, key in a text field',
  settings,
  tokenEnv: 'KOMMO_TOKEN',
  example: { url: 'https://example.kommo.com', field: 1 },
  describe({ field, url }) {
    const key = `custom_fields_values[field_id=${field}].values.0.value`;
    const listed = {
      list: '_embedded.leads',
      empty: [204],
      key,
      id: 'id',
      created: 'created_at',
      created_by: 'created_by',
      deleted: { at: 'is_deleted', values: [true] },
      link: `${url}/leads/detail/{id}`,
      next: { url: '_links.next.href' },
    };
    const bin = '/api/v4/leads?with=only_deleted&limit=250';
    const deleted = { ...listed, filtered: false, keyless: 'updated_at' };
    return {
      leaves_out: 'leads that were deleted for good, made with another time of creation, or whose key somebody changed',
      // A lead of any other moment would not stand in the list by time.
      create: { path: '/api/v4/leads', key: `0.${key}`, never: ['0.created_at'], id: '_embedded.leads.0.id' },
      find: { path: '/api/v4/leads?query={key}&limit=250', ...listed, store: 'index', filtered: false },
      window: {
        path: '/api/v4/leads?filter[created_at][from]={from}&filter[created_at][to]={to}&limit=250',
        ...listed,
        time: 'epoch',
        also: [{ path: `${bin}&filter[updated_at][from]={from}`, ...deleted }],
      },
      control: {
        path: `/api/v4/leads/custom_fields/${field}`,
        shows: { at: 'id', values: [field] },
        // The list of users is for administrators, and they see all leads; others perhaps only their own or their group's.
        also: [{ path: '/api/v4/users?limit=1', grant: 'use a token of an administrator, who sees the leads of all' }],
      },
    };
  },
});
