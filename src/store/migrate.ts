// Brings a database to the version that this program knows: one transaction each, one process at a time, or nothing.
import { DedupeError } from '../errors.ts';
import type { Database, Queryable } from '../postgres/database.ts';
import { createMigrationsTable, createSchema, recordStatement } from './bootstrap.ts';
import { buildConcurrently } from './migrate-outside.ts';
import type { Migration } from './migration.ts';
import { lockBusy, migrationFailed } from './migration-failure.ts';
import { underMigrationLock } from './migration-lock.ts';
import { migrations as known } from './migrations/index.ts';
import { type AppliedMigration, readSchemaState, refuseNewer, type SchemaState } from './schema-state.ts';

export interface MigrateOptions {
  readonly migrations?: readonly Migration[];
  /** How long a statement may wait for a table. Whoever comes after it waits as long, so it is short. Default 5 s. */
  readonly lockTimeoutMs?: number;
  /** How long to wait for another process that migrates. Default 2 min. */
  readonly waitMs?: number;
  readonly signal?: AbortSignal | undefined;
}

export interface MigrationResult {
  readonly version: number;
  readonly name: string;
  readonly status: 'applied' | 'already';
}

/**
 * Throws DEDUPE_SCHEMA_NEWER, DEDUPE_SCHEMA_CHANGED, DEDUPE_DB_BUSY, DEDUPE_DB_REFUSED or DEDUPE_MIGRATION_FAILED.
 * Whatever it throws, the database has whole versions only, and running it again goes on from there.
 */
export async function migrate(database: Database, options: MigrateOptions = {}): Promise<MigrationResult[]> {
  const { migrations = known, waitMs = 120_000, signal } = options;
  // Most runs find nothing to do: they take no lock and wait for nobody.
  if (pendingOf(await readSchemaState(database), migrations, database).length === 0) return results(migrations, []);
  return underMigrationLock(database, { waitMs, signal }, async () => {
    const state = await readSchemaState(database);
    const pending = pendingOf(state, migrations, database);
    if (pending.length > 0) await bootstrap(database, state, options);
    for (const migration of pending) await apply(database, migration, options);
    return results(migrations, pending);
  });
}

/** What is still to be applied. Throws when what was applied is not what this program would have applied. */
export function pendingOf(state: SchemaState, migrations: readonly Migration[], database: Database): Migration[] {
  if (state.state === 'missing') return [...migrations];
  if (state.state === 'hidden')
    throw new DedupeError('DEDUPE_DB_REFUSED', `role "${state.role}" may not read dedupe.migrations`, {
      hint: 'Migrate with the role that owns the schema: --admin URL.',
    });
  refuseNewer(state.applied, migrations, 0, database);
  state.applied.forEach((applied, i) => {
    refuseChanged(applied, i + 1, migrations[i], database);
  });
  return migrations.slice(state.applied.length);
}

function refuseChanged(
  applied: AppliedMigration,
  place: number,
  expected: Migration | undefined,
  database: Database,
): void {
  if (applied.version === place && applied.name === expected?.name && applied.checksum === expected.checksum) return;
  const what =
    applied.version === place
      ? `migration ${applied.name} is not the one that this dedupe holds (${expected?.name}: other text)`
      : `migration ${place} is not recorded, though ${applied.name} is`;
  throw new DedupeError('DEDUPE_SCHEMA_CHANGED', `in ${database.describe()} ${what}`, {
    hint: 'A shipped migration never changes: use the dedupe that applied it, and see dedupe migrate --check.',
  });
}

async function bootstrap(database: Database, state: SchemaState, options: MigrateOptions): Promise<void> {
  if (state.state === 'present') return;
  await guarded(database, 'the table of migrations', createMigrationsTable, () =>
    database.transaction(async (inside) => {
      await inside.script(lockTimeout(options));
      if (state.state === 'missing' && !state.schema) await inside.script(createSchema);
      await inside.script(createMigrationsTable);
    }),
  );
}

async function apply(database: Database, migration: Migration, options: MigrateOptions): Promise<void> {
  await guarded(database, migration.name, migration.sql, async () => {
    if (migration.outsideTransaction) {
      await buildConcurrently(database, migration);
      await database.script(recordStatement(migration));
    } else {
      await database.transaction((inside) => applyInside(inside, migration, options));
    }
  });
}

async function applyInside(inside: Queryable, migration: Migration, options: MigrateOptions): Promise<void> {
  await inside.script(lockTimeout(options));
  // The version is claimed first: were the lock ever lost, the second process would fail here and not half-way.
  await inside.script(recordStatement(migration));
  await inside.script(migration.sql);
}

function lockTimeout(options: MigrateOptions): string {
  return `set local lock_timeout = ${options.lockTimeoutMs ?? 5_000}`;
}

async function guarded(database: Database, name: string, sql: string, work: () => Promise<void>): Promise<void> {
  try {
    await work();
  } catch (error) {
    if (!(error instanceof DedupeError)) throw error;
    if (error.code === 'DEDUPE_DB_QUERY') throw migrationFailed(database, name, sql, error);
    if (error.code === 'DEDUPE_DB_BUSY') throw await lockBusy(database, name, error);
    throw error;
  }
}

function results(migrations: readonly Migration[], applied: readonly Migration[]): MigrationResult[] {
  return migrations.map(({ version, name }, i) => ({
    version,
    name,
    status: applied.includes(migrations[i] as Migration) ? 'applied' : 'already',
  }));
}
