// Which files does `--logs` mean, and what does it say when it means none?
import { execFileSync } from 'node:child_process';
import { mkdirSync, realpathSync, symlinkSync } from 'node:fs';
import { join, relative } from 'node:path';
import { describe, expect, it } from 'vitest';
import { DedupeError } from '../../src/errors.ts';
import { findLogFiles } from '../../src/scan/log-files.ts';
import { folderWith } from './log-folder.ts';

const pathsIn = async (cwd: string, ...paths: string[]) =>
  (await findLogFiles(paths, cwd)).map(({ path }) => relative(realpathSync(cwd), path));
const refusal = async (cwd: string, path: string): Promise<DedupeError> => {
  try {
    await findLogFiles([path], cwd);
  } catch (error) {
    if (error instanceof DedupeError) return error;
    throw error;
  }
  throw new Error(`${path} was taken`);
};

describe('a folder', () => {
  it('means the logs in it, in one order, rotated and zipped ones too', async () => {
    const files = ['b.log', 'a.jsonl', 'a.jsonl.gz', 'old/app.log.1', 'old/app.log-20261101', 'app.2.txt'];
    const others = ['image.png', 'logger.js', '.hidden.log', 'catalog'];
    const cwd = folderWith(Object.fromEntries([...files, ...others].map((name) => [name, ''])));
    expect(await pathsIn(cwd, '.')).toEqual([...files].sort());
  });

  it('with links reads each file once, under its own name, and neither walks in circles nor trips over dead ones', async () => {
    const cwd = folderWith({ 'logs/app.log': 'x', 'elsewhere/pod.log': 'y' });
    symlinkSync(join(cwd, 'logs'), join(cwd, 'logs/again'));
    symlinkSync(join(cwd, 'elsewhere'), join(cwd, 'logs/away.log'));
    symlinkSync(join(cwd, 'elsewhere/pod.log'), join(cwd, 'logs/pod.log'));
    symlinkSync(join(cwd, 'logs/app.log'), join(cwd, 'logs/current.log'));
    symlinkSync(join(cwd, 'nowhere'), join(cwd, 'logs/dead.log'));
    expect(await pathsIn(cwd, 'logs')).toEqual(['logs/app.log', 'elsewhere/pod.log']);
    expect(await pathsIn(cwd, '**/*.log')).toEqual(['elsewhere/pod.log', 'logs/app.log']);
  });

  it('with a pipe in it does not wait for it', async () => {
    const cwd = folderWith({ 'app.log': '' });
    execFileSync('mkfifo', [join(cwd, 'pipe.log')]);
    expect(await pathsIn(cwd, '.')).toEqual(['app.log']);
  });

  it('without logs is refused, with what was looked for', async () => {
    const error = await refusal(folderWith({ 'readme.md': '' }), '.');
    expect([error.code, error.message]).toEqual(['DEDUPE_FILE_UNREADABLE', 'the folder . holds no log file']);
    expect(error.hint).toContain('.jsonl');
  });
});

describe('a name', () => {
  it('means the file, whatever its ending, once however often it is named', async () => {
    const cwd = folderWith({ 'out.data': '', 'logs/a.log': '' });
    expect(await pathsIn(cwd, 'out.data', './out.data', join(cwd, 'out.data'))).toEqual(['out.data']);
    expect(await pathsIn(cwd, 'logs/a.log', 'logs', 'logs/*')).toEqual(['logs/a.log']);
  });

  it('may look like a glob', async () => {
    expect(await pathsIn(folderWith({ 'app[1].log': '' }), 'app[1].log')).toEqual(['app[1].log']);
    expect(await pathsIn(folderWith({ 'a{b}/x.log': '' }), 'a{b}')).toEqual(['a{b}/x.log']);
  });

  it('may be a glob, relative, upward or absolute', async () => {
    const cwd = folderWith({ 'a/1.log': '', 'b/2.log': '', 'b/3.txt': '' });
    mkdirSync(join(cwd, 'c'));
    expect(await pathsIn(cwd, '{a,b}/*.log')).toEqual(['a/1.log', 'b/2.log']);
    expect(await pathsIn(join(cwd, 'c'), '../b/*.log')).toEqual(['../b/2.log']);
    expect(await pathsIn(join(cwd, 'c'), join(cwd, 'b/*.log'))).toEqual(['../b/2.log']);
  });

  it('is as short as tells it from the others', async () => {
    const cwd = folderWith({ 'a/app.log': '', 'b/app.log': '', 'b/worker.log': '', 'here/x.log': '' });
    const names = async (from: string, ...paths: string[]) => (await findLogFiles(paths, from)).map(({ name }) => name);
    expect(await names(cwd, 'a', 'b')).toEqual(['a/app.log', 'b/app.log', 'worker.log']);
    expect(await names(cwd, 'b/app.log')).toEqual(['app.log']);
    expect(await names(join(cwd, 'here'), '../a', '../b/app.log')).toEqual([
      join(cwd, 'a/app.log'),
      join(cwd, 'b/app.log'),
    ]);
  });

  it.each(['missing.log', 'logs/*.log', 'missing/', ''.padEnd(5000, 'x')])(
    'of nothing is refused: %.20s',
    async (path) => {
      const error = await refusal(folderWith({ 'a.txt': '' }), path);
      expect([error.code, error.message]).toEqual(['DEDUPE_FILE_UNREADABLE', `no log file matches ${path}`]);
    },
  );

  it('of a pipe or a device is refused, with the way in', async () => {
    const cwd = folderWith({});
    execFileSync('mkfifo', [join(cwd, 'pipe')]);
    for (const path of ['pipe', '/dev/null']) {
      expect((await refusal(cwd, path)).message).toBe(`${path} is not a regular file, and can be read only once`);
      expect((await refusal(cwd, path)).hint).toContain('--logs -');
    }
  });
});
