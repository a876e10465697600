// Where a whole drill is played: a server of its own that can be crashed, a tracker behind the drill's proxy, and processes.
import { spawn, spawnSync } from 'node:child_process';
import { existsSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import type { DrillSettings } from '../../../src/config/drill-keys.ts';
import type { DrillDocument } from '../../../src/model/drill-document.ts';
import { openDatabase } from '../../../src/postgres/open.ts';
import { migrate } from '../../../src/store/migrate.ts';
import { freePort } from '../../free-port.ts';
import { findServers } from '../../postgres-binaries.ts';
import { startServer } from '../../postgres-server.ts';

export interface Process {
  /** Another program than node. */
  readonly file?: string;
  readonly words: readonly string[];
  readonly env?: Readonly<Record<string, string>>;
  /** What its log says when it is ready. */
  readonly ready: string;
  /** What the hook that starts it prints. */
  readonly says?: string;
}

export interface Stage {
  readonly url: string;
  readonly cwd: string;
  /** Of the drill's proxy in front of the tracker. */
  readonly tracker: string;
  /** Of the programs beside this file, or any other by its whole path. */
  program(name: string): string;
  dedupe(...words: string[]): string[];
  /** A hook that runs processes.js, server.js or sql.js. */
  hook(program: string, ...words: string[]): string;
  port(): Promise<number>;
  drill(processes: Readonly<Record<string, Process>>, settings: DrillSettings, ...words: string[]): Promise<Drilled>;
}

export interface Drilled {
  readonly code: number | null;
  readonly document: DrillDocument;
  readonly verdicts: Readonly<Record<string, string>>;
}

/** Undefined: no PostgreSQL can be run. `root` is the repository; `atEnd` is given what has to be done afterwards. */
export async function stage(root: string, atEnd: (work: () => Promise<void>) => void): Promise<Stage | undefined> {
  const [binaries] = findServers();
  if (binaries === undefined) return undefined;
  const server = await startServer(binaries, { durable: true });
  const launcher = join(root, 'bin/dedupe.js');
  const cwd = mkdtempSync(join(tmpdir(), 'dedupe-full-drill-'));
  const { url } = server;
  const program = (name: string) => resolve(root, 'test/full/drill/programs', name);
  const hook = (name: string, ...words: string[]) => [process.execPath, program(name), ...words].map(quoted).join(' ');
  const [trackerPort, proxyPort] = [await freePort(), await freePort()];
  atEnd(async () => {
    const names = readdirSync(cwd).flatMap((name) => (name.endsWith('.pid') ? [name.slice(0, -4)] : []));
    spawnSync(process.execPath, [program('processes.js'), 'kill', ...names], { cwd });
    if (existsSync(join(server.home, 'data/postmaster.pid')))
      spawnSync(process.execPath, [program('server.js'), 'stop', server.home]);
    await server.stop();
    rmSync(cwd, { recursive: true, force: true });
  });
  const database = await openDatabase(url);
  await migrate(database);
  await database.script('create schema app; create table app.tickets (id serial primary key, key text, title text)');
  await database.close();

  return {
    ...{ url, cwd, program, hook, port: freePort },
    tracker: `http://127.0.0.1:${proxyPort}`,
    dedupe: (...words) => [launcher, ...words],
    async drill(processes, settings, ...words) {
      const tracker = { words: [program('tracker.js')], env: { PORT: String(trackerPort) }, ready: 'listening' };
      writeFileSync(join(cwd, 'processes.json'), JSON.stringify({ tracker, ...processes }));
      const drill: DrillSettings = {
        ...{ wait: '20s', quiet: '700ms', outage: '10s', guard_ttl: '1s', retry: '500ms' },
        // The longest lease of what these tests start: a sidecar whose app may take three seconds.
        longest_repeat: '6s',
        proxy: { listen: `127.0.0.1:${proxyPort}`, upstream: `http://127.0.0.1:${trackerPort}` },
        ...settings,
        hooks: {
          restart_database: `${hook('server.js', 'stop', server.home)} && ${hook('server.js', 'start', server.home)}`,
          stop_database: hook('server.js', 'stop', server.home),
          start_database: hook('server.js', 'start', server.home),
          stop: hook('processes.js', 'stop', 'tracker', ...Object.keys(processes)),
          ...settings.hooks,
        },
      };
      writeFileSync(join(cwd, 'dedupe.config.json'), JSON.stringify({ drill }));
      return run(launcher, cwd, url, words);
    },
  };
}

async function run(launcher: string, cwd: string, url: string, words: readonly string[]): Promise<Drilled> {
  const env = { ...process.env, DATABASE: url, DEDUPE_DATABASE_URL: url };
  const child = spawn(process.execPath, [launcher, 'drill', '--format', 'json', ...words], { cwd, env });
  const said = { out: '', err: '' };
  child.stdout.on('data', (part) => (said.out += part));
  child.stderr.on('data', (part) => (said.err += part));
  const code = await new Promise<number | null>((resolve) => child.once('close', resolve));
  if (said.out === '') throw new Error(`the drill ended with ${code}: ${said.err}${logsIn(cwd)}`);
  const document = JSON.parse(said.out) as DrillDocument;
  const verdicts = Object.fromEntries(document.results.map((one) => [one.scenario, one.verdict]));
  return { code, document, verdicts };
}

function logsIn(cwd: string): string {
  const logs = readdirSync(cwd).filter((name) => name.endsWith('.log'));
  return logs.map((name) => `\n${name}: ${readFileSync(join(cwd, name), 'utf8').slice(-500)}`).join('');
}

/** What every result says, for the message of a test that fails. */
export function told({ document }: Drilled): string {
  const rows = document.results.map(({ scenario, verdict, evidence }) => `${scenario} ${verdict}: ${evidence}`);
  return [document.headline, ...rows].join('\n');
}

function quoted(word: string): string {
  return `'${word.replaceAll("'", `'\\''`)}'`;
}
