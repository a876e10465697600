// Which files does `--logs` mean, and what does it say when it means none?
import { execFileSync } from 'node:child_process';
import { mkdirSync, symlinkSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { DedupeError } from '../../src/errors.ts';
import { findLogFiles } from '../../src/scan/log-files.ts';
import { folderWith } from './log-folder.ts';

const namesIn = (cwd: string, ...paths: string[]) => findLogFiles(paths, cwd).map(({ name }) => name);
const refusal = (cwd: string, path: string): DedupeError => {
  try {
    findLogFiles([path], cwd);
  } catch (error) {
    if (error instanceof DedupeError) return error;
    throw error;
  }
  throw new Error(`${path} was taken`);
};

describe('a folder', () => {
  it('means the logs in it, in one order, rotated and zipped ones too', () => {
    const files = ['b.log', 'a.jsonl', 'a.jsonl.gz', 'old/app.log.1', 'old/app.log-20261101', 'app.2.txt'];
    const others = ['image.png', 'logger.js', '.hidden.log', 'catalog'];
    const cwd = folderWith(Object.fromEntries([...files, ...others].map((name) => [name, ''])));
    expect(namesIn(cwd, '.')).toEqual([...files].sort());
  });

  it('with links reads each file once, under its own name, and neither walks in circles nor trips over dead ones', () => {
    const cwd = folderWith({ 'logs/app.log': 'x', 'elsewhere/pod.log': 'y' });
    symlinkSync(join(cwd, 'logs'), join(cwd, 'logs/again'));
    symlinkSync(join(cwd, 'elsewhere'), join(cwd, 'logs/away.log'));
    symlinkSync(join(cwd, 'elsewhere/pod.log'), join(cwd, 'logs/pod.log'));
    symlinkSync(join(cwd, 'logs/app.log'), join(cwd, 'logs/current.log'));
    symlinkSync(join(cwd, 'nowhere'), join(cwd, 'logs/dead.log'));
    expect(namesIn(cwd, 'logs')).toEqual(['logs/app.log', 'logs/pod.log']);
    expect(namesIn(cwd, '**/*.log')).toEqual(['elsewhere/pod.log', 'logs/app.log']);
  });

  it('with a pipe in it does not wait for it', () => {
    const cwd = folderWith({ 'app.log': '' });
    execFileSync('mkfifo', [join(cwd, 'pipe.log')]);
    expect(namesIn(cwd, '.')).toEqual(['app.log']);
  });

  it('without logs is refused, with what was looked for', () => {
    const error = refusal(folderWith({ 'readme.md': '' }), '.');
    expect([error.code, error.message]).toEqual(['DEDUPE_FILE_UNREADABLE', 'the folder . holds no log file']);
    expect(error.hint).toContain('.jsonl');
  });
});

describe('a name', () => {
  it('means the file, whatever its ending, once however often it is named', () => {
    const cwd = folderWith({ 'out.data': '', 'logs/a.log': '' });
    expect(namesIn(cwd, 'out.data', './out.data', join(cwd, 'out.data'))).toEqual(['out.data']);
    expect(namesIn(cwd, 'logs/a.log', 'logs', 'logs/*')).toEqual(['logs/a.log']);
  });

  it('may look like a glob', () => {
    expect(namesIn(folderWith({ 'app[1].log': '' }), 'app[1].log')).toEqual(['app[1].log']);
    expect(namesIn(folderWith({ 'a{b}/x.log': '' }), 'a{b}')).toEqual(['a{b}/x.log']);
  });

  it('may be a glob, relative, upward or absolute', () => {
    const cwd = folderWith({ 'a/1.log': '', 'b/2.log': '', 'b/3.txt': '' });
    mkdirSync(join(cwd, 'c'));
    expect(namesIn(cwd, '{a,b}/*.log')).toEqual(['a/1.log', 'b/2.log']);
    expect(findLogFiles(['../b/*.log'], join(cwd, 'c')).map(({ path }) => path)).toEqual([join(cwd, 'b/2.log')]);
    expect(namesIn(join(cwd, 'c'), join(cwd, 'b/*.log'))).toEqual([join(cwd, 'b/2.log')]);
  });

  it('outside the working directory is shown as a whole', () => {
    const cwd = folderWith({ 'a.log': '', 'here/b.log': '' });
    expect(namesIn(join(cwd, 'here'), '../a.log', 'b.log')).toEqual([join(cwd, 'a.log'), 'b.log']);
  });

  it.each(['missing.log', 'logs/*.log', 'missing/', ''.padEnd(5000, 'x')])('of nothing is refused: %.20s', (path) => {
    const error = refusal(folderWith({ 'a.txt': '' }), path);
    expect([error.code, error.message]).toEqual(['DEDUPE_FILE_UNREADABLE', `no log file matches ${path}`]);
  });

  it('of a pipe or a device is refused, with the way in', () => {
    const cwd = folderWith({});
    execFileSync('mkfifo', [join(cwd, 'pipe')]);
    for (const path of ['pipe', '/dev/null']) {
      expect(refusal(cwd, path).message).toBe(`${path} is not a regular file, and can be read only once`);
      expect(refusal(cwd, path).hint).toContain('--logs -');
    }
  });
});
