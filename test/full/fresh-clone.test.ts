// Does a fresh clone work after `npm ci`, in a path with a space, with and without install scripts?
import { execFileSync } from 'node:child_process';
import { existsSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import manifest from '../../package.json' with { type: 'json' };
import { root } from '../architecture/tree.ts';

let place: string;
beforeEach(() => {
  place = mkdtempSync(join(tmpdir(), 'dedupe clone '));
});
afterEach(() => rmSync(place, { recursive: true, force: true }));

function cloneAnd(home: string | undefined): (program: string, ...args: string[]) => string {
  const clone = join(place, 'a clone');
  const { HOME: _, ...rest } = process.env;
  const env = home === undefined ? rest : { ...rest, HOME: home };
  const run = (program: string, ...args: string[]) =>
    execFileSync(program, args, { cwd: existsSync(clone) ? clone : place, encoding: 'utf8', env, stdio: 'pipe' });
  run('git', '-c', 'safe.directory=*', 'clone', '--quiet', '--no-hardlinks', root, clone);
  return run;
}

describe.skipIf(!existsSync(join(root, '.git')))('a fresh clone (needs git)', () => {
  it('has a runnable command after npm ci, and nothing that git would call a change', () => {
    const run = cloneAnd(join(place, 'new home'));
    run('npm', 'ci', '--prefer-offline');
    expect(run('npx', '--offline', 'dedupe', '--version')).toBe(`${manifest.version}\n`);
    expect(run('./bin/dedupe.js', '--version')).toBe(`${manifest.version}\n`);
    expect(run('git', 'status', '--porcelain')).toBe('');
  });

  it('has one after skipped install scripts and a build, with no home at all', () => {
    const run = cloneAnd(undefined);
    run('npm', 'ci', '--prefer-offline', '--ignore-scripts');
    expect(existsSync(join(place, 'a clone', 'dist'))).toBe(false);
    run('npm', 'run', 'build');
    expect(run('./bin/dedupe.js', '--version')).toBe(`${manifest.version}\n`);
  });

  it('checks out the same bytes where git is told to write Windows line ends', () => {
    const run = cloneAnd(undefined);
    const before = run('git', 'ls-files', '--eol', 'src', 'test', 'fixtures');
    run('git', 'config', 'core.autocrlf', 'true');
    run('git', 'rm', '-r', '--cached', '--quiet', '.');
    run('git', 'reset', '--hard', '--quiet');
    expect(run('git', 'ls-files', '--eol', 'src', 'test', 'fixtures')).toBe(before);
    expect(before).toContain('i/lf');
    expect(before).not.toMatch(/w\/crlf.*\.(ts|sql)$/m);
  });
});
