// How one database differs from the schema of this program: its catalogs, and its record of migrations.
import type { Database } from '../postgres/database.ts';
import { createMigrationsTable, recordStatement } from './bootstrap.ts';
import { describeSchema } from './catalog.ts';
import { type Difference, differences } from './check.ts';
import { expectedSchema } from './expected-schema.ts';
import { pendingOf } from './migrate.ts';
import { migrations } from './migrations/index.ts';
import { readSchemaState } from './schema-state.ts';

export interface Checked {
  /** 0: no schema at all. */
  readonly version: number;
  readonly differences: readonly Difference[];
}

/** Throws DEDUPE_SCHEMA_NEWER or DEDUPE_SCHEMA_CHANGED: then there is nothing to compare with. */
export async function checkDatabase(database: Database): Promise<Checked> {
  const state = await readSchemaState(database);
  const pending = pendingOf(state, migrations, database);
  if (state.state === 'missing' && state.tables === 0) return { version: 0, differences: pending.map(notApplied) };
  if (state.state === 'missing') return { version: 0, differences: [...(await lostRecord(database))] };
  const version = state.state === 'present' ? state.version : 0;
  // A difference that the next migration makes is no fault: only a whole schema is compared with the whole.
  if (pending.length > 0) return { version, differences: pending.map(notApplied) };
  return { version, differences: differences(expectedSchema, await describeSchema(database)) };
}

function notApplied({ name }: { readonly name: string }): Difference {
  return { problem: `migration ${name} is not applied`, repair: ['-- dedupe migrate'] };
}

/** Tables without a record of migrations: somebody dropped it, or made the tables by hand. */
async function lostRecord(database: Database): Promise<Difference[]> {
  const found = differences(expectedSchema, await describeSchema(database)).filter(
    ({ problem }) => problem !== 'table dedupe.migrations is missing',
  );
  const record: Difference = {
    problem: 'table dedupe.migrations is missing: no migration is recorded',
    repair: [createMigrationsTable, ...migrations.map(recordStatement)],
  };
  return [...found, record];
}
