// Does the built command, as a process of its own, behave as the source does?
import { spawn, spawnSync } from 'node:child_process';
import { existsSync, mkdtempSync, openSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, describe, expect, it, onTestFinished } from 'vitest';
import manifest from '../package.json' with { type: 'json' };
import { commands } from '../src/commands/index.ts';
import { helpText } from '../src/help.ts';
import { safeForOutput } from '../src/model/clean.ts';
import { publishedSchemas } from '../src/schemas.ts';
import { root } from './build-once.ts';

const bin = join(root, 'bin/dedupe.js');
const folder = mkdtempSync(join(tmpdir(), 'dedupe-launcher-'));
afterAll(() => rmSync(folder, { recursive: true, force: true }));

function run(...args: string[]) {
  const { status, stdout, stderr } = spawnSync(process.execPath, [bin, ...args], { cwd: folder, encoding: 'utf8' });
  return { status, stdout, stderr };
}

describe('the built command', () => {
  it.each(['', ...Object.keys(commands)])('shows the help that the source renders: %s', async (topic) => {
    const expected = safeForOutput(await helpText(topic));
    expect(readFileSync(join(root, 'dist/help', `${topic || 'dedupe'}.txt`), 'utf8')).toBe(expected);
    expect(run('help', ...[topic].filter(Boolean))).toEqual({ status: 0, stdout: expected, stderr: '' });
  });

  it('knows its version', () => {
    expect(run('--version').stdout).toBe(`${manifest.version}\n`);
  });

  it('carries the schemas that the source publishes', () => {
    for (const [name, schema] of Object.entries(publishedSchemas()))
      expect(JSON.parse(readFileSync(join(root, 'dist/schemas', name), 'utf8')), name).toEqual(
        JSON.parse(JSON.stringify(schema)),
      );
  });

  it('reads a configuration file', () => {
    writeFileSync(join(folder, 'named.yaml'), 'time: raw\n');
    expect(run('config', '--config', 'named.yaml', '--plain').stdout).toContain('time\traw\tnamed.yaml:1\n');
  });

  it.skipIf(process.platform === 'win32')('ends with 130 and a sentence when it is interrupted', async () => {
    const code = "console.error('running'); setInterval(() => {}, 1000); await new Promise(() => {});";
    writeFileSync(join(folder, 'endless.mjs'), `${code} export default {};`);
    const child = spawn(process.execPath, [bin, 'config', '--config', 'endless.mjs'], { cwd: folder });
    onTestFinished(() => void child.kill('SIGKILL'));
    let stderr = '';
    child.stderr.setEncoding('utf8').on('data', (text: string) => {
      stderr += text;
      if (stderr === 'running\n') child.kill('SIGINT');
    });
    const status = await new Promise((resolve) => child.on('exit', resolve));
    expect(stderr).toContain('interrupted while endless.mjs was running');
    expect(status).toBe(130);
  });

  describe.skipIf(!existsSync('/dev/full'))('when its answer cannot be written', () => {
    function runFull(...args: string[]) {
      const stdio = ['ignore' as const, openSync('/dev/full', 'w'), 'pipe' as const];
      const { status, stderr } = spawnSync(process.execPath, [bin, ...args], { cwd: folder, encoding: 'utf8', stdio });
      return { status, stderr };
    }

    it.each([['--version'], ['help'], ['explain'], ['config'], ['demo', '--list'], ['targets', 'list']])(
      'says so once: %s %s',
      (...args) => {
        const { status, stderr } = runFull(...args.filter((arg) => arg !== undefined));
        expect(stderr).toMatch(
          /^error: the answer could not be written to standard output: ENOSPC.*\n {2}\(DEDUPE_FILE_UNWRITABLE\)\n$/,
        );
        expect(status).toBe(3);
      },
    );

    it('says so as JSON where JSON was asked for', () => {
      const { status, stderr } = runFull('explain', '--format', 'json');
      expect(JSON.parse(stderr)).toMatchObject({ error: { code: 'DEDUPE_FILE_UNWRITABLE', exit: 3 } });
      expect(status).toBe(3);
    });

    it('says nothing to a reader that has gone', () => {
      const code = `"${process.execPath}" "${bin}" explain | true`;
      const { stderr } = spawnSync('bash', ['-c', `set -o pipefail; ${code}`], { cwd: folder, encoding: 'utf8' });
      expect(stderr).toBe('');
    });
  });
});
