// HubSpot objects: a property with hasUniqueValue is read and enforced by the primary store; search lags, and only names a sample.
// An archived object answers 404 as well; the same read with archived=true gives those, which can be restored for 90 days. What a
// second value is answered with is not documented: 409 for a contact's own address, and by others' code 400 with
// VALIDATION_ERROR for a property of one's own, so a 400 is looked up before it is believed to be a refusal. Other rules of a
// property are answered with 400 and VALIDATION_ERROR too (developers.hubspot.com/changelog, property validations, July 2023). https://developers.hubspot.com/docs/api-reference/crm-objects-v3/guide, crm-properties-v3/guide
import * as z from 'zod/mini';
import { preset } from './described/preset.ts';
import { address, connection, variable } from './http/settings.ts';

const settings = z.strictObject({
  ...connection,
  url: z.optional(address()),
  /** tickets, deals, or the type of an object of your own. */
  object: z.string().check(z.regex(/^[\w-]+$/)),
  /** The property with unique values that holds the key. */
  property: z.string().check(z.regex(/^\w+$/)),
  token_env: variable(),
});

export const hubspot = preset<z.output<typeof settings>>({
  id: 'hubspot',
  title: 'HubSpot objects, key in a unique property',
  settings,
  url: 'https://api.hubapi.com',
  tokenEnv: 'HUBSPOT_TOKEN',
  example: { object: 'tickets', property: 'source_event_key' },
  describe: ({ object, property }) => {
    const path = `/crm/v3/objects/${object}/{key}?idProperty=${property}&properties=${property}`;
    const record = {
      empty: [404],
      key: `properties.${property}`,
      id: 'id',
      created: 'createdAt',
      deleted: { at: 'archived', values: [true] },
    };
    return {
      unique_field: property,
      unique_by_setup: true,
      leaves_out: 'objects that were deleted for good, or whose key somebody changed',
      create: {
        path: `/crm/v3/objects/${object}`,
        key: `properties.${property}`,
        shown: `properties.${property}`,
        id: 'id',
        exists: [409],
        may_exist: [400],
      },
      find: { path, ...record, also: [{ path: `${path}&archived=true`, ...record }] },
      control: {
        path: `/crm/v3/properties/${object}/${property}`,
        shows: [
          { at: 'hasUniqueValue', values: [true] },
          { at: 'archived', values: [false], absent: true },
        ],
        // The search lags, and is good enough to name some that are there.
        sample: {
          method: 'POST',
          path: `/crm/v3/objects/${object}/search`,
          body: {
            filterGroups: [{ filters: [{ propertyName: property, operator: 'HAS_PROPERTY' }] }],
            properties: [property],
            limit: 10,
          },
          list: 'results',
        },
      },
    };
  },
});
