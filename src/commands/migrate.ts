// dedupe migrate: make or update the schema, show what that would run, check it, print the rights that roles need.
import * as z from 'zod/mini';
import type { Context } from '../context.ts';
import { DedupeError } from '../errors.ts';
import { Exit } from '../exit.ts';
import { clean } from '../model/clean.ts';
import type { Applying, MigrateDocument } from '../model/migrate-document.ts';
import { writeOutputs } from '../output.ts';
import type { Database } from '../postgres/database.ts';
import { openDatabase } from '../postgres/open.ts';
import { migrateText } from '../report/migrate-text.ts';
import { checkDatabase } from '../store/check-database.ts';
import { grantsScript } from '../store/grants.ts';
import { type MigrationResult, migrate, pendingOf } from '../store/migrate.ts';
import { migrations } from '../store/migrations/index.ts';
import { missingFrom, planScript } from '../store/plan.ts';
import { readSchemaState } from '../store/schema-state.ts';
import { defineCommand } from './command.ts';

/** A name that PostgreSQL keeps whole and that a terminal shows as it is. */
const roleName = z
  .string()
  .check(z.refine((name) => name !== '' && Buffer.byteLength(name) <= 63 && !/\p{C}|\p{Z}(?<! )/u.test(name)));

const options = z.strictObject({
  args: z.array(z.string()),
  dryRun: z.optional(z.boolean()),
  check: z.optional(z.boolean()),
  grants: z.optional(z.boolean()),
  reader: z.optional(z.string()),
  writer: z.optional(z.string()),
  admin: z.optional(z.string()),
});
type Options = z.output<typeof options>;

export const migrateCommand = defineCommand({
  name: 'migrate',
  summary: 'make or update the dedupe schema; show, check or explain what that means before',
  examples: [
    'dedupe migrate --database postgres://owner@db.example/app',
    'dedupe migrate --dry-run',
    'dedupe migrate plan > schema.sql',
    'dedupe migrate --check',
    'dedupe migrate --grants --reader dedupe_reader --writer dedupe_writer | psql',
  ],
  formats: ['text', 'json'],
  configure: (program) =>
    program
      .argument('[plan]', 'the word plan: print all migrations as SQL; no database is opened')
      .option('--dry-run', 'print what would run, from the version that the database has; change nothing')
      .option('--check', 'compare the schema with the expected one and print what repairs it; exit 1 if it differs')
      .option('--grants', 'print the rights of a reader and a writer as SQL; no database is opened')
      .option('--reader <name>', 'name of the reading role in --grants (default: dedupe_reader)')
      .option('--writer <name>', 'name of the writing role in --grants (default: dedupe_writer)')
      .option('--admin <url>', 'the database as the owner of the schema (DEDUPE_ADMIN_DATABASE_URL)'),
  options,
  async run(given, context) {
    const document = await documentFor(given, context);
    await writeOutputs(context, {
      text: () => migrateText(document),
      json: () => JSON.stringify(document, undefined, 2),
    });
    return document.action === 'check' && document.differences.length > 0 ? Exit.found : Exit.clean;
  },
});

async function documentFor(given: Options, context: Context): Promise<MigrateDocument> {
  const action = actionOf(given);
  if (action === 'plan') return planDocument();
  if (action === 'grants') return grantsDocument(given);
  const url = given.admin ?? context.config.admin_database.value ?? context.config.database.value;
  if (url === undefined)
    throw new DedupeError('DEDUPE_NO_SOURCE', 'no database is named', {
      hint: 'Give --database or set DEDUPE_DATABASE_URL. Without one, "dedupe migrate plan" prints the whole SQL.',
    });
  const { signal } = context.io;
  const database = await openDatabase(url, {
    readOnly: action !== 'migrate',
    signal,
    applicationName: 'dedupe migrate',
  });
  try {
    if (action === 'check') return await checkDocument(database);
    return action === 'dry-run' ? await dryRunDocument(database) : await migrateDocument(database, signal);
  } finally {
    await database.close();
  }
}

function actionOf({ args: [word], dryRun, check, grants, reader, writer }: Options): MigrateDocument['action'] {
  if (word !== undefined && word !== 'plan')
    throw new DedupeError('DEDUPE_USAGE', `migrate takes the word plan or nothing, not "${word}"`);
  const asked = ['plan', 'dry-run', 'check', 'grants'] as const;
  const [first, second] = asked.filter((_, i) => [word, dryRun, check, grants][i]);
  if (second !== undefined)
    throw new DedupeError('DEDUPE_USAGE', `migrate does one thing at a time: ${first} or ${second}`);
  if (first !== 'grants' && (reader ?? writer) !== undefined)
    throw new DedupeError('DEDUPE_USAGE', '--reader and --writer name the roles of --grants');
  return first ?? 'migrate';
}

function planDocument(): Applying {
  return {
    ...about('plan', null, null, migrations.length),
    migrations: listed(() => 'pending'),
    sql: planScript(migrations, { schema: true, table: true }),
  };
}

async function dryRunDocument(database: Database): Promise<Applying> {
  const state = await readSchemaState(database);
  const pending = pendingOf(state, migrations, database);
  return {
    ...about('dry-run', database, migrations.length - pending.length, migrations.length),
    migrations: listed((version) => (version > migrations.length - pending.length ? 'pending' : 'already')),
    sql: planScript(pending, missingFrom(state)) || null,
  };
}

async function migrateDocument(database: Database, signal: AbortSignal): Promise<Applying> {
  const results = await migrate(database, { signal });
  const before = results.filter(({ status }) => status === 'already').length;
  const status = (version: number) => results.find((one: MigrationResult) => one.version === version)?.status;
  return {
    ...about('migrate', database, before, results.length),
    migrations: listed((version) => status(version) ?? 'pending'),
    sql: null,
  };
}

async function checkDocument(database: Database): Promise<MigrateDocument> {
  const { version, differences } = await checkDatabase(database);
  return {
    version: 1,
    action: 'check',
    database: clean(database.describe()),
    schema_version: version,
    // A problem quotes what stands in the database, and must stay on its line; a repair is run and must stay whole.
    differences: differences.map(({ problem, repair }) => ({
      problem: clean(problem.replace(/\s+/g, ' ')),
      repair: [...repair],
    })),
  };
}

function grantsDocument({ reader = 'dedupe_reader', writer = 'dedupe_writer' }: Options): MigrateDocument {
  for (const name of [reader, writer])
    if (!roleName.safeParse(name).success)
      throw new DedupeError('DEDUPE_USAGE', `"${name}" cannot be the name of a role`, {
        hint: 'A name has 1 to 63 bytes and no control characters.',
      });
  if (reader === writer) throw new DedupeError('DEDUPE_USAGE', 'reader and writer are two roles: give them two names');
  return { version: 1, action: 'grants', reader, writer, sql: grantsScript({ reader, writer }) };
}

function about(action: Applying['action'], database: Database | null, from: number | null, to: number) {
  return { version: 1 as const, action, database: database && clean(database.describe()), from, to };
}

function listed(status: (version: number) => Applying['migrations'][number]['status']): Applying['migrations'] {
  return migrations.map(({ version, name, checksum, breaking, outsideTransaction }) => ({
    version,
    name,
    checksum,
    breaking,
    concurrent: outsideTransaction,
    status: status(version),
  }));
}
