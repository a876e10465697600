// Is what npm installs and packs runnable, complete, and nothing more?
import { execFileSync } from 'node:child_process';
import { existsSync, mkdtempSync, rmSync, statSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, describe, expect, it } from 'vitest';
import manifest from '../package.json' with { type: 'json' };
import lock from '../package-lock.json' with { type: 'json' };
import { readText, root } from './architecture/tree.ts';

const windows = process.platform === 'win32';
// Of its own, so that an old link of npx cannot answer, and a home that cannot be written to does not matter.
const cache = mkdtempSync(join(tmpdir(), 'dedupe-npm-'));
afterAll(() => rmSync(cache, { recursive: true, force: true }));

function run(program: string, ...args: string[]): string {
  const env = { ...process.env, npm_config_cache: cache, npm_config_update_notifier: 'false' };
  return execFileSync(program, args, { cwd: root, encoding: 'utf8', shell: windows, env });
}

describe('the command', () => {
  it.skipIf(windows)('is executable, here and for whoever clones', () => {
    expect(statSync(join(root, 'bin/dedupe.js')).mode & 0o111).toBe(0o111);
    expect(run('./bin/dedupe.js', '--version')).toBe(`${manifest.version}\n`);
  });

  it('has its exec bit in git', (context) => {
    if (!existsSync(join(root, '.git'))) return context.skip('needs a git clone');
    // The clone may belong to another user, which git refuses without this word.
    const staged = run('git', '-c', 'safe.directory=*', 'ls-files', '--stage', 'bin', '.ci');
    const modes = staged
      .trim()
      .split('\n')
      .map((line) => [line.split('\t')[1], line.split(' ')[0]]);
    expect(modes).toEqual([
      ['.ci/run', '100755'],
      ['bin/dedupe.js', '100755'],
      ['bin/package.json', '100644'],
    ]);
  });
});

describe('the package', () => {
  it('holds what it needs and nothing else', () => {
    // Without scripts: `prepare` would build again while other tests use the build.
    const [packed] = JSON.parse(run('npm', 'pack', '--dry-run', '--json', '--ignore-scripts')) as [
      { files: { path: string }[] },
    ];
    const paths = packed.files.map(({ path }) => path);
    const allowed =
      /^(bin\/(dedupe|output)\.js|bin\/package\.json|dist\/.+|fixtures\/incidents\/.+|monitoring\/.+\.yaml|LICENSE|README\.md|package\.json)$/;
    expect(paths.filter((path) => !allowed.test(path))).toEqual([]);
    const needed = ['bin/dedupe.js', 'dist/cli.js', 'dist/THIRD-PARTY-NOTICES.txt', 'LICENSE', 'package.json'];
    expect(needed.filter((path) => !paths.includes(path))).toEqual([]);
    expect(paths.includes('README.md')).toBe(existsSync(join(root, 'README.md')));
  });

  it('says what it is, and names no host', () => {
    expect(manifest).toMatchObject({ name: 'event-dedupe', license: 'MIT', engines: { node: '>=20.19' } });
    expect(manifest.keywords.length).toBeGreaterThan(3);
    expect(readText('package.json')).not.toMatch(/https?:|git[+@:]/);
  });

  it('is locked without a word about where it was downloaded from', () => {
    const packages = Object.entries(lock.packages as Record<string, { resolved?: string }>);
    expect(packages.length).toBeGreaterThan(100);
    expect(packages.filter(([, { resolved }]) => resolved !== undefined).map(([name]) => name)).toEqual([]);
  });

  it('allows by name exactly the install scripts that it locks', () => {
    const locked = Object.entries(lock.packages as Record<string, { hasInstallScript?: boolean }>);
    const names = locked
      .filter(([path, { hasInstallScript }]) => hasInstallScript && path !== '')
      .map(([path]) => path.replace(/^.*node_modules\//, ''));
    // fsevents is optional, for macOS, and works without its script.
    const asked = names.filter((name) => name !== 'fsevents');
    expect(Object.keys(manifest.allowScripts).sort()).toEqual(asked.sort());
  });
});
