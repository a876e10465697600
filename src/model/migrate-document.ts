// What `dedupe migrate --format json` writes, by what was asked for.
import * as z from 'zod/mini';

const migration = z.object({
  version: z.number(),
  name: z.string(),
  /** SHA-256 of the file, line ends as `\n`. */
  checksum: z.string(),
  breaking: z.boolean(),
  /** Runs outside a transaction. */
  concurrent: z.boolean(),
  /** `applied` by this run, `already` there, `pending` after a plan or a dry run. */
  status: z.enum(['applied', 'already', 'pending']),
});

export const migrateDocument = z.discriminatedUnion('action', [
  z.object({
    version: z.literal(1),
    action: z.enum(['migrate', 'dry-run', 'plan']),
    /** Host, port and name, or the folder; null for a plan, which looks at no database. */
    database: z.nullable(z.string()),
    /** Version before; 0 is no schema, null is not known. */
    from: z.nullable(z.number()),
    to: z.number(),
    migrations: z.array(migration),
    /** The script that psql runs to the same end; null after it has been done. */
    sql: z.nullable(z.string()),
  }),
  z.object({
    version: z.literal(1),
    action: z.literal('check'),
    database: z.string(),
    schema_version: z.number(),
    /** Each repair is one statement; they run in this order, none inside a transaction. */
    differences: z.array(z.object({ problem: z.string(), repair: z.array(z.string()) })),
  }),
  z.object({
    version: z.literal(1),
    action: z.literal('grants'),
    reader: z.string(),
    writer: z.string(),
    sql: z.string(),
  }),
]);

export type MigrateDocument = z.output<typeof migrateDocument>;
export type Applying = Extract<MigrateDocument, { readonly action: 'migrate' | 'dry-run' | 'plan' }>;
export type Checked = Extract<MigrateDocument, { readonly action: 'check' }>;
