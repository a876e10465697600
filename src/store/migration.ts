// What one migration file is: its place in the order, its text, and what its header asks of the runner.
import { createHash } from 'node:crypto';

export interface Migration {
  /** From 1, without gaps. */
  readonly version: number;
  /** File name without `.sql`: `001_schema`. */
  readonly name: string;
  readonly sql: string;
  /** SHA-256 of the text with line ends as `\n`: the same for every checkout. */
  readonly checksum: string;
  /** Older readers cannot work with what it leaves. Header: `-- dedupe: breaking`. */
  readonly breaking: boolean;
  /** One `create index concurrently`, which cannot run in a transaction. Header: `-- dedupe: outside-transaction`. */
  readonly outsideTransaction: boolean;
}

const directives = ['breaking', 'outside-transaction'];

/** Throws a plain Error: a wrong file is a fault of this program, found by its first test. */
export function migrationOf(name: string, text: string): Migration {
  const version = Number(/^(\d{3})_[a-z0-9_]+$/.exec(name)?.[1]);
  if (!version) throw new Error(`migration "${name}" is not named NNN_name`);
  const sql = text.replace(/^\uFEFF/, '').replaceAll('\r\n', '\n');
  const asked = [...header(sql).matchAll(/^-- dedupe: *(.*?) *$/gm)].map((match) => match[1] ?? '');
  const strange = asked.find((one) => !directives.includes(one));
  if (strange !== undefined) throw new Error(`migration "${name}" asks for "${strange}", which means nothing`);
  const migration = {
    version,
    name,
    sql,
    checksum: createHash('sha256').update(sql).digest('hex'),
    breaking: asked.includes('breaking'),
    outsideTransaction: asked.includes('outside-transaction'),
  };
  if (migration.outsideTransaction) concurrentIndex(migration);
  return migration;
}

/** Proven at start-up: the first is 1, and each is one more than the one before it. */
export function inOrder(migrations: readonly Migration[]): readonly Migration[] {
  migrations.forEach((migration, i) => {
    if (migration.version !== i + 1) throw new Error(`migration ${i + 1} is missing: found "${migration.name}" there`);
  });
  return migrations;
}

/** The index that a migration outside a transaction makes; it may hold nothing else, so that it can be run again. */
export function concurrentIndex(migration: Migration): { readonly name: string; readonly statement: string } {
  const statement = migration.sql.replace(/^\s*--.*$/gm, '').trim();
  const name = /^create\s+(?:unique\s+)?index\s+concurrently\s+([a-z_][a-z0-9_]*)\s+on\s+dedupe\.[^;]*;?$/i.exec(
    statement,
  )?.[1];
  if (name) return { name, statement: statement.replace(/;$/, '') };
  throw new Error(`migration "${migration.name}" must be one "create index concurrently NAME on dedupe.TABLE …"`);
}

function header(sql: string): string {
  return /^(?:\s*--.*\n)*/.exec(sql)?.[0] ?? '';
}
