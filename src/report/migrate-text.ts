// What `dedupe migrate` says, in text. Whatever is a plan or a repair is SQL as a whole, so that psql can be given it.
import type { Applying, Checked, MigrateDocument } from '../model/migrate-document.ts';

export function migrateText(document: MigrateDocument): string {
  if (document.action === 'grants') return document.sql;
  if (document.action === 'check') return checkText(document);
  return document.action === 'migrate' ? appliedText(document) : planText(document);
}

function appliedText({ database, from, to, migrations }: Applying): string {
  const applied = migrations.filter(({ status }) => status === 'applied');
  if (applied.length === 0) return `${database} has schema version ${to}: nothing to do`;
  return [`${database}: schema version ${from} → ${to}`, ...applied.map(({ name }) => `  applied ${name}`)].join('\n');
}

function planText({ database, from, to, sql }: Applying): string {
  if (database === null) return `-- all migrations, from nothing to version ${to}\n${sql}`;
  if (!sql) return `-- ${database} has schema version ${from}: nothing to do`;
  return `-- ${database} has schema version ${from}; this brings it to ${to}\n${sql}`;
}

function checkText({ database, schema_version, differences }: Checked): string {
  const count = differences.length;
  if (count === 0) return `-- ${database} is as the migrations made it (version ${schema_version})`;
  const found = count === 1 ? '1 difference' : `${count} differences`;
  return [
    `-- ${database} has ${found} from what the migrations make (version ${schema_version})`,
    ...differences.flatMap(({ problem, repair }) => [
      '',
      `-- ${problem}`,
      ...repair.map((statement) => (statement.startsWith('--') ? statement : `${statement};`)),
    ]),
  ].join('\n');
}
