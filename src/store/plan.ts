// The SQL that a migration run would send, as one script that psql runs to the same end.
import { createMigrationsTable, createSchema, recordStatement } from './bootstrap.ts';
import type { Migration } from './migration.ts';
import type { SchemaState } from './schema-state.ts';

/** What has to be made before the first record; both for a plan without a connection. */
export interface Missing {
  readonly schema: boolean;
  readonly table: boolean;
}

export function missingFrom(state: SchemaState): Missing {
  return { schema: state.state === 'missing' && !state.schema, table: state.state === 'missing' };
}

/** Empty text when there is nothing to do. */
export function planScript(pending: readonly Migration[], missing: Missing): string {
  if (pending.length === 0) return '';
  const first = [
    ...(missing.schema ? [`${createSchema};`] : []),
    ...(missing.table ? [`${createMigrationsTable};`] : []),
  ];
  const start = first.length > 0 ? ['begin;', ...first, 'commit;', ''] : [];
  return [...start, ...pending.map(migrationScript)].join('\n');
}

function migrationScript(migration: Migration): string {
  const title = `-- ${migration.name}${migration.breaking ? ' (breaking: older readers refuse it)' : ''}`;
  const record = `${recordStatement(migration)};`;
  const body = migration.sql.trimEnd();
  return migration.outsideTransaction
    ? `${title}, outside a transaction\n${body}\n${record}\n`
    : `${title}\nbegin;\nset local lock_timeout = '5s';\n${record}\n${body}\ncommit;\n`;
}
