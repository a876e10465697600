// A queue in PostgreSQL on a real server, played by a program that can be killed, and read under a role that may do nothing else.
import { spawnSync } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { onTestFinished, type TestContext } from 'vitest';
import { accountFor, type StoredQueue } from '../../../src/advice/accounts.ts';
import type { Instant } from '../../../src/model/instant.ts';
import type { QueueAdapter, QueueQuestion } from '../../../src/model/queue.ts';
import type { Database } from '../../../src/postgres/database.ts';
import { freshDatabase, opened, withUser } from '../../postgres-database.ts';
import { testPassword } from '../../postgres-server.ts';

const here = fileURLToPath(new URL('.', import.meta.url));

export interface Staged {
  readonly url: string;
  readonly database: Database;
  run(mode: string): { status: number | null; signal: string | null; stderr: string };
}

/** The module of a version: an alias of the root, or of the package of versions that ask for a newer Node. */
export function moduleOf(name: string, context: TestContext): string {
  const folders = [join(here, '../../../node_modules'), join(here, 'newer/node_modules')];
  const folder = folders.map((one) => join(one, name)).find((one) => existsSync(join(one, 'package.json')));
  if (folder === undefined) return context.skip(`needs ${name}: npm install --prefix test/full/queues/newer`) as never;
  const { exports, main } = JSON.parse(readFileSync(join(folder, 'package.json'), 'utf8'));
  const entry = exports?.['.']?.import?.default ?? exports?.['.']?.import ?? main;
  return join(folder, typeof entry === 'string' ? entry : main);
}

export async function stage(context: TestContext, program: string, module: string): Promise<Staged> {
  const url = await freshDatabase(context);
  const database = await opened(url);
  await database.script(
    'create table made (id serial primary key, event_id text, job_id text, at timestamptz default clock_timestamp())',
  );
  const run = (mode: string) =>
    spawnSync(process.execPath, [join(here, 'programs', program), module, url, mode], {
      encoding: 'utf8',
      timeout: 60_000,
    });
  return { url, database, run };
}

/** A role with the rights of the recipe and no other, as a fresh login. */
export async function readerOf(
  { url, database }: Staged,
  id: StoredQueue,
  schema: string,
  leave: RegExp = /^$/,
): Promise<string> {
  const role = `reader_${randomBytes(4).toString('hex')}`;
  await database.script(`create role ${role} login password '${testPassword}'`);
  onTestFinished(async () => database.script(`drop owned by ${role}; drop role ${role}`).catch(() => {}));
  for (const statement of accountFor(id, schema, role).statements) {
    const asked = statement.replace(/^-- version 10 only: /, '');
    if (leave.test(asked)) continue;
    if (asked === statement) await database.script(statement);
    else if ((await database.query("select 1 from pg_class where relname = 'archive'")).length > 0)
      await database.script(asked);
  }
  return withUser(url, role, testPassword);
}

const ask = (wanted: Partial<QueueQuestion>): QueueQuestion => ({
  ...{ eventIds: [], sourceEventKeys: [], jobs: [], since: undefined, until: undefined },
  ...wanted,
});

export async function find(
  adapter: QueueAdapter,
  url: string,
  question: Partial<QueueQuestion>,
  settings: object = {},
) {
  const queue = adapter.open(
    { url_env: 'Q', ...settings },
    { name: 'q', env: { Q: url }, now: () => Date.now() as Instant },
  );
  return queue.find(ask(question), new AbortController().signal).finally(() => queue.close());
}

/** What it says of its own version. */
export async function versionOf(adapter: QueueAdapter, url: string): Promise<string | undefined> {
  const queue = adapter.open({ url_env: 'Q' }, { name: 'q', env: { Q: url }, now: () => Date.now() as Instant });
  const about = await queue.about?.(new AbortController().signal).finally(() => queue.close());
  return about?.version;
}

/** Every job, the newest first. */
export async function listed(adapter: QueueAdapter, url: string, limit = 100, settings: object = {}) {
  const world = { name: 'q', env: { Q: url }, now: () => Date.now() as Instant };
  const queue = adapter.open({ url_env: 'Q', ...settings }, world);
  const window = { since: undefined, until: undefined, limit };
  const answer = await queue.list?.(window, new AbortController().signal).finally(() => queue.close());
  if (answer === undefined) throw new Error('it has no list');
  return answer;
}

/** Every row and every counter of the schema. */
export async function dump(database: Database, schema: string): Promise<unknown> {
  const tables = await database.query<{ name: string; kind: string }>(
    `select format('%I.%I', n.nspname, c.relname) as name, c.relkind as kind
     from pg_class c join pg_namespace n on n.oid = c.relnamespace
     where n.nspname = $1 and c.relkind in ('r', 'p', 'S', 'm') order by 1`,
    [schema],
  );
  const rowOf = (kind: string) => (kind === 'S' ? 'concat(t.last_value, t.is_called)' : 'to_jsonb(t)::text');
  return Promise.all(
    tables.map(async ({ name, kind }) => [
      name,
      await database.query(`select ${rowOf(kind)} as row from ${name} t order by 1`),
    ]),
  );
}
