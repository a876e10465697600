// One real PostgreSQL for all jobs of a run, durable, and in it databases of events, each filled once however many jobs read it.
import { execFileSync } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { filledWith } from './data/events.js';
import { hasProgram, postgresProgram } from './machine.js';
import { importTypeScript } from './typescript.js';

const bin = fileURLToPath(new URL('../../bin/dedupe.js', import.meta.url));
const psqlFile = postgresProgram('psql');

/** No checkpoint in the middle of a round, connections for the largest one, and nothing in the background that comes when it likes. */
const more = ['max_connections=300', 'max_wal_size=16GB', 'checkpoint_timeout=1h', 'autovacuum=off'];
const told = [
  'fsync',
  'synchronous_commit',
  'full_page_writes',
  'shared_buffers',
  'work_mem',
  'max_wal_size',
  'autovacuum',
];

/** `quick` decides the sizes of what is read: `sizes`, three of them. */
export function createDatabases({ quick }) {
  let server;
  const filled = new Map();
  let isUsed = false;
  let settings;
  let template;

  async function start() {
    if (!hasProgram('psql')) return undefined;
    const { findServers } = await importTypeScript('test/postgres-binaries.ts');
    const { startServer } = await importTypeScript('test/postgres-server.ts');
    const [binaries] = findServers();
    return binaries && startServer(binaries, { durable: true, more });
  }

  /** Undefined: there is no server to be had here. */
  async function url(name) {
    server ??= start();
    const started = await server;
    if (started === undefined) return undefined;
    isUsed = true;
    settings ??= settingsOf(started.url);
    const at = new URL(started.url);
    if (name !== undefined) at.pathname = name;
    return at.href;
  }

  async function empty(name, template = 'template1') {
    const own = await url(name);
    if (own !== undefined) psql(await url(), `create database ${name} template ${template}`);
    return own;
  }

  /** A new database with the schema of dedupe and nothing in it. */
  async function migrated(name) {
    template ??= empty('migrated').then((own) => {
      if (own !== undefined) execFileSync(process.execPath, [bin, 'migrate', '--database', own]);
    });
    await template;
    return empty(name, 'migrated');
  }

  return {
    sizes: quick ? [1_000, 2_000, 4_000] : [100_000, 1_000_000, 10_000_000],
    empty,
    migrated,
    /** So many events, each with a delivery and a task; a hundred of them, the 777th too, have a second task. */
    async events(size) {
      const name = `events_${size}`;
      if (!filled.has(name)) filled.set(name, await filledWith(await migrated(name), size));
      isUsed = true;
      return filled.get(name);
    },
    /** Lines about the server, where it was used since they were last taken. */
    takeSettings() {
      if (!isUsed) return [];
      isUsed = false;
      return [settings];
    },
    async close() {
      await (await server)?.stop();
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
