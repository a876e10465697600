// Two real PostgreSQL for all jobs of a run, both durable: one that is written to, and one with databases of events that are only read,
// each filled once however many jobs read it.
import { execFileSync } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { filledWith } from './data/events.js';
import { hasProgram, postgresProgram } from './machine.js';
import { importTypeScript } from './typescript.js';

const bin = fileURLToPath(new URL('../../bin/dedupe.js', import.meta.url));
const psqlFile = postgresProgram('psql');

/** No checkpoint in the middle of a round, connections for the largest one, and nothing in the background that comes when it likes. */
const more = ['max_connections=300', 'max_wal_size=16GB', 'checkpoint_timeout=1h', 'autovacuum=off'];

/** For what is only read: filling it needs no log then, which is half of what would be written. */
const least = ['wal_level=minimal', 'max_wal_senders=0'];
const told = [
  'fsync',
  'synchronous_commit',
  'full_page_writes',
  'shared_buffers',
  'work_mem',
  'wal_level',
  'max_wal_size',
  'autovacuum',
];

/** `quick` decides the sizes of what is read: `sizes`, three of them. */
export function createDatabases({ quick }) {
  const [written, read] = [server(more), server([...more, ...least])];
  const filled = new Map();
  const templates = new Map();

  async function emptyOn(one, name, template = 'template1') {
    const url = await one.url();
    if (url === undefined) return undefined;
    psql(url, `create database ${name} template ${template}`);
    const own = new URL(url);
    own.pathname = name;
    return own.href;
  }

  /** The schema is migrated once on each server and copied. */
  async function migratedOn(one, name) {
    if (!templates.has(one)) {
      const url = await emptyOn(one, 'migrated');
      if (url !== undefined) execFileSync(process.execPath, [bin, 'migrate', '--database', url]);
      templates.set(one, url);
    }
    return templates.get(one) && emptyOn(one, name, 'migrated');
  }

  return {
    sizes: quick ? [1_000, 2_000, 4_000] : [100_000, 1_000_000, 10_000_000],
    /** Undefined, like all urls here: there is no server to be had. */
    empty: (name) => emptyOn(written, name),
    /** A new database with the schema of dedupe and nothing in it. */
    migrated: (name) => migratedOn(written, name),
    /** So many events to be read, each with a delivery and a task; a hundred of them, the 777th too, have a second task. */
    async events(size) {
      if (!filled.has(size)) filled.set(size, await filledWith(await migratedOn(read, `events_${size}`), size));
      read.use();
      return filled.get(size);
    },
    /** Lines about the servers that were used since they were last taken. */
    takeSettings: () => [written, read].flatMap((one) => one.takeSettings()),
    async close() {
      for (const one of [written, read]) await one.stop();
    },
  };
}

/** Started when it is first asked for. */
function server(settings) {
  let starting;
  let line;
  let isUsed = false;

  async function start() {
    if (!hasProgram('psql')) return undefined;
    const { findServers } = await importTypeScript('test/postgres-binaries.ts');
    const { startServer } = await importTypeScript('test/postgres-server.ts');
    const [binaries] = findServers();
    return binaries && startServer(binaries, { durable: true, more: settings });
  }

  return {
    async url() {
      starting ??= start();
      const started = await starting;
      if (started === undefined) return undefined;
      isUsed = true;
      line ??= settingsOf(started.url);
      return started.url;
    },
    use() {
      isUsed = line !== undefined;
    },
    takeSettings() {
      if (!isUsed) return [];
      isUsed = false;
      return [line];
    },
    async stop() {
      await (await starting)?.stop();
    },
  };
}

function settingsOf(url) {
  const values = told.map((name) => `${name} ${asked(url, `show ${name}`)}`);
  return `PostgreSQL ${asked(url, 'show server_version')}: ${values.join(', ')}`;
}

export function psql(url, ...statements) {
  for (const statement of statements) execFileSync(psqlFile, [url, '-qAtc', statement]);
}

export function asked(url, statement) {
  return execFileSync(psqlFile, [url, '-qAtc', statement], { encoding: 'utf8' }).trim();
}
