// Salesforce: an external id field that is also Unique is read and written by the primary store; the create is an upsert under
// the key, so a repeat is harmless for ever. Where the field is not unique, 300 says that several match, and is not believed.
// What was deleted is not read by its external id; queryAll shows it until it leaves the recycle bin.
// Sharing rules hide rows: the account needs to see all of the object. One that is hidden stands in the way of a second all
// the same, since the field is unique.
// https://developer.salesforce.com/docs/atlas.en-us.api_rest.meta/api_rest/dome_upsert.htm, resources_sobject_describe.htm, resources_queryall.htm
import * as z from 'zod/mini';
import { preset } from './described/preset.ts';
import { address, connection, variable } from './http/settings.ts';

const settings = z.strictObject({
  ...connection,
  url: address(),
  version: z.optional(z.string().check(z.regex(/^v\d+\.0$/))),
  object: z.string().check(z.regex(/^\w+$/)),
  /** API name of the external id field. */
  field: z.string().check(z.regex(/^\w+$/)),
  token_env: variable(),
});

export const salesforce = preset<z.output<typeof settings>>({
  id: 'salesforce',
  title: 'Salesforce objects, key in a unique external id',
  settings,
  tokenEnv: 'SALESFORCE_TOKEN',
  example: { url: 'https://example.my.salesforce.com', object: 'Case', field: 'Source_Key__c' },
  describe({ version = 'v60.0', object, field, url }) {
    const services = `/services/data/${version}`;
    const objects = `${services}/sobjects/${object}`;
    const record = {
      key: field,
      id: 'Id',
      created: 'CreatedDate',
      created_by: 'CreatedById',
      deleted: { at: 'IsDeleted', values: [true] },
      link: `${url}/{id}`,
    };
    const deleted = `SELECT Id, ${field}, CreatedDate, CreatedById, IsDeleted FROM ${object} WHERE ${field} = '{key:single}' AND IsDeleted = TRUE`;
    const some = `SELECT Id, ${field} FROM ${object} WHERE ${field} != NULL ORDER BY CreatedDate DESC LIMIT 10`;
    return {
      unique_field: field,
      unique_by_setup: true,
      leaves_out:
        'records that have left the recycle bin, that sharing hides from this account, or whose key somebody changed',
      create: { method: 'PATCH', path: `${objects}/${field}/{key}`, id: 'id' },
      find: {
        path: `${objects}/${field}/{key}`,
        empty: [404],
        ...record,
        closed: { at: 'IsClosed', values: [true] },
        also: [
          {
            path: `${services}/queryAll?q=${deleted.replaceAll(' ', '+')}`,
            list: 'records',
            total: 'totalSize',
            ...record,
            next: { url: 'nextRecordsUrl' },
          },
        ],
      },
      control: {
        path: `${objects}/describe`,
        // A field that is no external id is answered with 404 as well, whatever stands in it.
        shows: [
          { at: `fields[name=${field}].unique`, values: [true] },
          { at: `fields[name=${field}].externalId`, values: [true] },
        ],
        grant: 'the field has to be marked as External ID and as Unique',
        sample: { path: `${services}/query?q=${some.replaceAll(' ', '+')}`, list: 'records' },
      },
    };
  },
});
