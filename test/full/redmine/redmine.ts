// A real Redmine, from Debian's package: a copy of its program in a temporary folder, on a database of the run's server.
import { execFileSync, spawn } from 'node:child_process';
import { cpSync, existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { openDatabase } from '../../../src/postgres/open.ts';
import { freePort } from '../../free-port.ts';
import { withDatabase } from '../../postgres-database.ts';

export interface Redmine {
  readonly url: string;
  /** Its own database, for a test that locks a table of it. */
  readonly database: string;
  readonly field: number;
  /** A field that is not "used as a filter". */
  readonly unfiltered: number;
  /** A field that the workflow keeps the bot from filling, and one that only the first tracker has. */
  readonly frozen: number;
  readonly partial: number;
  /** Fields of formats that are not asked for a value: "Long text" and a number. */
  readonly long: number;
  readonly number: number;
  readonly tracker: number;
  readonly other: number;
  readonly closed: number;
  /** API keys: an account that sees everything, three that see a part (their own, none that is private, one tracker), no member. */
  readonly keys: Readonly<Record<'bot' | 'own' | 'default' | 'trackers' | 'stranger', string>>;
  stop(): Promise<void>;
}

const program = '/usr/share/redmine';

export function hasRedmine(): boolean {
  return existsSync(`${program}/config.ru`) && existsSync('/usr/bin/puma');
}

export async function startRedmine(server: string): Promise<Redmine> {
  const folder = mkdtempSync(join(tmpdir(), 'dedupe-redmine-'));
  const database = `redmine_${process.pid}`;
  const url = withDatabase(server, database);
  const inside = await openDatabase(server);
  await inside.script(`create database ${database} encoding 'UTF8' template template0`);
  await inside.close();
  copyOf(folder, new URL(url));
  const env = {
    ...process.env,
    RAILS_ENV: 'production',
    SCHEMA: join(folder, 'schema.rb'),
    BUNDLE_GEMFILE: join(folder, 'Gemfile'),
    HOME: folder,
  };
  const options = { cwd: folder, env, encoding: 'utf8' as const };
  // Two calls: the second one reads columns that the first one made.
  execFileSync('bundle', ['exec', 'rake', 'db:migrate'], options);
  const seed = fileURLToPath(new URL('seed.rb', import.meta.url));
  const told = execFileSync('bundle', ['exec', 'rails', 'runner', seed], options);
  const seeded = JSON.parse(/^SEEDED (.*)$/m.exec(told)?.[1] ?? 'null');
  const port = await freePort();
  const puma = spawn('puma', ['-e', 'production', '-b', `tcp://127.0.0.1:${port}`, '-t', '1:4', 'config.ru'], {
    cwd: folder,
    env,
    stdio: 'ignore',
  });
  const redmine = { url: `http://127.0.0.1:${port}`, database: url, ...seeded };
  const stop = async () => {
    const ended = new Promise((resolve) => puma.once('exit', resolve));
    puma.kill('SIGKILL');
    await ended;
    rmSync(folder, { recursive: true, force: true });
  };
  await answering(redmine.url).catch((error) => stop().then(() => Promise.reject(error)));
  return { ...redmine, stop };
}

/** Everything that it writes lies in the copy, so that no account but one's own is needed. */
function copyOf(folder: string, { hostname, port, pathname, username, password }: URL): void {
  cpSync(program, folder, { recursive: true, verbatimSymlinks: true });
  for (const link of ['instances', 'Gemfile.lock', 'config/database.yml']) rmSync(join(folder, link), { force: true });
  const instance = join(folder, 'instances/default');
  for (const part of ['config', 'log', 'tmp', 'files', 'public/plugin_assets'])
    mkdirSync(join(instance, part), { recursive: true });
  const fields = {
    adapter: 'postgresql',
    database: pathname.slice(1),
    host: hostname,
    port,
    username,
    password,
    encoding: 'utf8',
  };
  const yaml = `production:\n${Object.entries(fields)
    .map(([name, value]) => `  ${name}: "${value}"\n`)
    .join('')}`;
  for (const place of ['config/database.yml', 'instances/default/config/database.yml'])
    writeFileSync(join(folder, place), yaml);
  writeFileSync(join(instance, 'config/secret_key.txt'), 'only-for-tests-'.repeat(8));
  const gemfile = readFileSync(join(folder, 'Gemfile'), 'utf8');
  writeFileSync(join(folder, 'Gemfile'), gemfile.replaceAll(program, folder));
}

async function answering(url: string): Promise<void> {
  for (let i = 0; i < 900; i += 1) {
    const status = await fetch(`${url}/issues.json`).then(
      ({ status }) => status,
      () => 0,
    );
    if (status === 401) return;
    await sleep(200);
  }
  throw new Error('Redmine did not answer within three minutes');
}
