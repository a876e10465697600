// The schema of a configuration file: the keys of the table, all of them optional.
import * as z from 'zod/mini';
import { keyList } from './config-keys.ts';

export const fileSchema = z.strictObject({
  /** For editors; means nothing to this program. */
  $schema: z.optional(z.string()),
  ...Object.fromEntries(keyList.map(([name, { schema }]) => [name, z.optional(schema)])),
});
