// The table adapter on a database of its own.
import { onTestFinished, type TestContext } from 'vitest';
import type { Database } from '../../src/postgres/database.ts';
import { postgres } from '../../src/targets/postgres.ts';
import { freshDatabase, opened } from '../postgres-database.ts';

export const open = (url: string, more: object = {}) => {
  const target = postgres.open(
    { table: 'tickets', key_column: 'key', ...more },
    { name: 'tickets', env: { DEDUPE_TARGET_DATABASE_URL: url }, folder: '/' },
  );
  onTestFinished(() => target.close?.());
  return target;
};

export async function database(context: TestContext, sql: string): Promise<{ url: string; inside: Database }> {
  const url = await freshDatabase(context);
  const inside = await opened(url);
  await inside.script(sql);
  return { url, inside };
}

export const ordinary =
  'create table tickets (id int generated always as identity primary key, key text unique, open boolean)';
