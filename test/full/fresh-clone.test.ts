// Does a fresh clone work after `npm ci`, in a path with a space, with and without install scripts?
import { execFileSync } from 'node:child_process';
import { existsSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, inject, it } from 'vitest';
import manifest from '../../package.json' with { type: 'json' };
import { root } from '../architecture/tree.ts';

const { HOME: _, ...homeless } = process.env;
/** What npm has fetched before need not be fetched again for a home of one's own. */
const cache = execFileSync('npm', ['config', 'get', 'cache'], { encoding: 'utf8' }).trim();
const npm = {
  npm_config_cache: cache,
  npm_config_prefer_offline: 'true',
  npm_config_audit: 'false',
  ...(inject('extraCertificates') && { NODE_EXTRA_CA_CERTS: inject('extraCertificates') }),
};

let place: string;
let clone: string;
beforeEach(() => {
  place = mkdtempSync(join(tmpdir(), 'dedupe clone '));
  clone = join(place, 'a clone');
  run('git', '-c', 'safe.directory=*', 'clone', '--quiet', '--no-hardlinks', root, clone);
});
afterEach(() => rmSync(place, { recursive: true, force: true }));

function run(program: string, ...args: string[]): string {
  return runWith({}, program, ...args);
}

function runWith(env: Readonly<Record<string, string>>, program: string, ...args: string[]): string {
  const cwd = existsSync(clone) ? clone : place;
  return execFileSync(program, args, { cwd, encoding: 'utf8', env: { ...homeless, ...env }, stdio: 'pipe' });
}

/** Each package that has an install script is laid out once more, and its script is not run. */
function skipInstallScripts(): void {
  const { packages } = JSON.parse(readFileSync(join(clone, 'package-lock.json'), 'utf8')) as {
    packages: Record<string, { hasInstallScript?: true }>;
  };
  const scripted = Object.keys(packages).filter((path) => packages[path]?.hasInstallScript);
  // The last one is npm's own note of what is there.
  for (const path of [...scripted, 'node_modules/.package-lock.json'])
    rmSync(join(clone, path), { recursive: true, force: true });
  runWith(npm, 'npm', 'install', '--ignore-scripts');
}

describe.skipIf(!existsSync(join(root, '.git')))('a fresh clone (needs git)', () => {
  it('has a runnable command after npm ci, also where install scripts were skipped and there is no home at all', () => {
    const home = { HOME: join(place, 'new home') };
    runWith({ ...npm, ...home }, 'npm', 'ci');
    expect(runWith(home, 'npx', '--offline', 'dedupe', '--version')).toBe(`${manifest.version}\n`);
    expect(runWith(home, './bin/dedupe.js', '--version')).toBe(`${manifest.version}\n`);
    expect(run('git', 'status', '--porcelain')).toBe('');

    rmSync(join(clone, 'dist'), { recursive: true });
    skipInstallScripts();
    expect(existsSync(join(clone, 'dist'))).toBe(false);
    run('npm', 'run', 'build');
    expect(run('./bin/dedupe.js', '--version')).toBe(`${manifest.version}\n`);
    expect(run('git', 'status', '--porcelain')).toBe('');
  });

  it('checks out the same bytes where git is told to write Windows line ends', () => {
    const before = run('git', 'ls-files', '--eol', 'src', 'test', 'fixtures');
    run('git', 'config', 'core.autocrlf', 'true');
    run('git', 'rm', '-r', '--cached', '--quiet', '.');
    run('git', 'reset', '--hard', '--quiet');
    expect(run('git', 'ls-files', '--eol', 'src', 'test', 'fixtures')).toBe(before);
    expect(before).toContain('i/lf');
    expect(before).not.toMatch(/w\/crlf.*\.(ts|sql)$/m);
  });
});
