// What is read, what is left out, and what is named because it could not be read.
import { execFileSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type Project, readProject } from '../../../src/scan/source/read-project.ts';

const folder = mkdtempSync(join(tmpdir(), 'dedupe-source-'));
const app = "const { App } = require('@slack/bolt');\n";

function write(name: string, content: string | Buffer): void {
  mkdirSync(dirname(join(folder, name)), { recursive: true });
  writeFileSync(join(folder, name), content);
}

let project: Project;

beforeAll(async () => {
  write('app.js', `${app}require('./plain');\n`);
  write('plain.js', 'module.exports = 1;\n');
  write('stranger.js', 'module.exports = 2;\n');
  write('channels.ts', "export type Channel = 'slack' | 'mail';\n");
  write('start.js', "// Runs the Slack app.\nrequire('./app');\n");
  write('handlers/run.py', '# Runs the Slack app.\nfrom handlers import x\n');
  write('handlers/x.py', 'from slack_bolt import App\nfrom .y import z\n');
  write('handlers/y.py', 'def z():\n    pass\n');
  write('node_modules/slack/index.js', app);
  write('tests/app.test.js', app);
  write('app.spec.ts', app);
  write('bundle.js', `${app}${'x'.repeat(2_000_000)}`);
  write('minified.js', `${app}${`var a="slack";${'b();'.repeat(500)}\n`.repeat(30)}`);
  write('video.ts', Buffer.concat([Buffer.from('slack'), Buffer.alloc(600)]));
  write('made.ts', `// @generated\n${app}`);
  write('broken.js', `${app}(((\n`);
  write('deep.js', `${app}${'f('.repeat(2000)}${')'.repeat(2000)};\n`);
  write('chain.js', `${app}f()${'\n.then(x)'.repeat(20_000)};\n`);
  execFileSync('mkfifo', [join(folder, 'pipe.js')]);
  write('importers/one.js', `${app}require('../broken');\n`);
  write('importers/two.js', `${app}require('./one'); require('../broken');\n`);
  write('manifest.yaml', 'display_information: {name: x}\n');
  symlinkSync('.', join(folder, 'loop'));
  symlinkSync('circle.js', join(folder, 'circle.js'));
  project = await readProject(folder, ['.']);
});

afterAll(() => rmSync(folder, { recursive: true, force: true }));

describe('a project', () => {
  it('is its files that speak with Slack, what they import, and what only names Slack but imports them', () => {
    expect(project.modules.map(({ file }) => file)).toEqual([
      ...['app.js', 'handlers/run.py', 'handlers/x.py', 'handlers/y.py', 'importers/one.js', 'importers/two.js'],
      ...['plain.js', 'start.js'],
    ]);
    expect(project.unread).toBe(0);
    expect(project.manifests).toEqual(['manifest.yaml']);
  });

  it('names what it could not read, and goes on', () => {
    const reasons = Object.fromEntries(project.skipped.map(({ file, reason }) => [file, reason]));
    expect(reasons).toEqual({
      'broken.js': expect.stringContaining('parsed'),
      'bundle.js': expect.stringContaining('MB'),
      'chain.js': 'it is nested deeper than people write',
      'circle.js': expect.stringContaining('circle'),
      'deep.js': 'it is nested deeper than people write',
      loop: 'it is a link to a folder',
      'made.ts': 'it is generated',
      'minified.js': 'it is minified',
      'pipe.js': 'it is not a plain file',
      'video.ts': 'it is binary',
    });
    expect(project.skipped).toHaveLength(10);
    expect(project.skipped.every(({ isNamed }) => !isNamed)).toBe(true);
  });

  it('counts the tests and examples that it leaves out', () => {
    expect(project.leftOut).toBe(2);
  });

  it('names a path that is not there', async () => {
    const { skipped } = await readProject(folder, ['nowhere']);
    expect(skipped).toEqual([{ file: 'nowhere', reason: 'there is no such file', isNamed: true }]);
  });
});
