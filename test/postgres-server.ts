// A real PostgreSQL for tests: its own data in a temporary folder, on loopback, gone when this process is, however it ends.
import { spawn, spawnSync } from 'node:child_process';
import { chmodSync, chownSync, existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { freePort } from './free-port.ts';
import { type Binaries, type Owner, runnable, serverOwner } from './postgres-binaries.ts';

export interface Server {
  readonly version: number;
  readonly port: number;
  /** Its temporary folder, gone when it has stopped. */
  readonly home: string;
  /** Superuser, database `postgres`. */
  readonly url: string;
  stop(): Promise<void>;
  /** As after a crash: immediate shut-down, then start and recovery on the same port and data. */
  restart(): Promise<void>;
}

export interface Settings {
  /** Only tests about crashes need durability; for all others it costs time. */
  readonly durable?: boolean;
  /** Starts as its standby instead of anew; needs `pg_basebackup` among the binaries. */
  readonly standbyOf?: Server;
  /** Starts from a backup of it, and goes its own way from there; needs `pg_basebackup` too. */
  readonly backupOf?: Server;
  /** Further ones, as `name=value`; they come last, so they win. */
  readonly more?: readonly string[];
}

/** Not a secret: the server listens on loopback and is gone after the test. It must be a password that is checked, though. */
export const testPassword = ['only', 'for', 'tests'].join('-');

export async function startServer(binaries: Binaries, settings: Settings = {}): Promise<Server> {
  const owner = serverOwner();
  const home = mkdtempSync(join(tmpdir(), 'dedupe-pg-'));
  try {
    chmodSync(home, 0o755);
    const bin = runnable(binaries, owner, home);
    const { standbyOf, backupOf } = settings;
    const of = standbyOf ?? backupOf;
    const data = of ? copied(bin, home, owner, of, standbyOf !== undefined) : initialize(bin, home, owner);
    const port = await freePort();
    const watchdog = launch(bin, home, data, port, owner, settings);
    await ready(data, home, watchdog);
    return {
      version: binaries.version,
      port,
      home,
      url: `postgres://postgres:${testPassword}@127.0.0.1:${port}/postgres`,
      stop: () => stop(watchdog, home),
      restart: () => {
        const before = postmaster(data);
        watchdog.stdin?.write('restart\n');
        return ready(data, home, watchdog, before);
      },
    };
  } catch (error) {
    rmSync(home, { recursive: true, force: true });
    throw error;
  }
}

function initialize(bin: string, home: string, owner: Owner | undefined): string {
  const data = join(home, 'data');
  const secret = join(home, 'password');
  mkdirSync(data, { mode: 0o700 });
  writeFileSync(secret, testPassword);
  if (owner) for (const path of [home, data, secret]) chownSync(path, owner.uid, owner.gid);
  const words = ['-D', data, '-U', 'postgres', '-E', 'UTF8', '--locale=C', '--no-sync', '--pwfile', secret];
  const auth = ['--auth-local=trust', '--auth-host=scram-sha-256'];
  const done = spawnSync(join(bin, 'initdb'), [...words, ...auth], { ...owner, cwd: home, encoding: 'utf8' });
  if (done.status !== 0) throw new Error(`initdb failed: ${done.stderr || done.error?.message}`);
  return data;
}

function copied(bin: string, home: string, owner: Owner | undefined, primary: Server, isStandby: boolean): string {
  const data = join(home, 'data');
  if (owner) chownSync(home, owner.uid, owner.gid);
  const words = ['-D', data, '-d', primary.url, '--checkpoint=fast', '--no-sync'];
  if (isStandby) words.push('--write-recovery-conf');
  const done = spawnSync(join(bin, 'pg_basebackup'), words, { ...owner, cwd: home, encoding: 'utf8' });
  if (done.status !== 0) throw new Error(`pg_basebackup failed: ${done.stderr || done.error?.message}`);
  return data;
}

/**
 * Restarts the server at each line of its input, and when that closes, since its parent has ended in any way, stops it and
 * removes its data.
 */
const watchdogScript =
  '"$@" & while read -r _; do kill -QUIT $!; wait; "$@" & done; kill -QUIT $! 2>/dev/null; wait; rm -rf "$0"';

function launch(bin: string, home: string, data: string, port: number, owner: Owner | undefined, settings: Settings) {
  const fast = ['fsync=off', 'full_page_writes=off', 'synchronous_commit=off'];
  const all = [
    'listen_addresses=127.0.0.1',
    'max_connections=120',
    'autovacuum=off',
    ...(settings.durable ? [] : fast),
    ...(settings.more ?? []),
  ];
  const words = ['-D', data, '-p', String(port), '-k', home, ...all.flatMap((one) => ['-c', one])];
  const child = spawn('sh', ['-c', `exec >"$0/log" 2>&1; ${watchdogScript}`, home, join(bin, 'postgres'), ...words], {
    ...owner,
    cwd: home,
    // Ctrl-C reaches the whole group of a terminal: the watchdog must outlive it to clean up.
    detached: true,
    stdio: ['pipe', 'ignore', 'ignore'],
  });
  child.unref();
  return child;
}

/** Lines of the server's own file; none while there is no server. */
function postmaster(data: string): string[] {
  try {
    return readFileSync(join(data, 'postmaster.pid'), 'utf8').split('\n');
  } catch {
    return [];
  }
}

async function ready(
  data: string,
  home: string,
  watchdog: ReturnType<typeof launch>,
  before: readonly string[] = [],
): Promise<void> {
  for (let waited = 0; waited < 20_000; waited += 25) {
    const lines = postmaster(data);
    if (lines[7]?.trim() === 'ready' && lines[0] !== before[0]) return;
    if (watchdog.exitCode !== null) break;
    await sleep(25);
  }
  const log = existsSync(join(home, 'log')) ? readFileSync(join(home, 'log'), 'utf8') : '';
  watchdog.stdin?.end();
  throw new Error(`the test server did not start:\n${log.slice(-2000)}`);
}

async function stop(watchdog: ReturnType<typeof launch>, home: string): Promise<void> {
  const ended = new Promise((resolve) => watchdog.once('exit', resolve));
  watchdog.ref();
  watchdog.stdin?.end();
  await ended;
  rmSync(home, { recursive: true, force: true });
}
