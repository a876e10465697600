// Which files differ from a state of the repository: asked of git, which knows.
import { execFile } from 'node:child_process';
import { promisify } from 'node:util';
import { DedupeError } from './errors.ts';

/** Paths from the working directory, with those that git does not know yet. Throws DEDUPE_USAGE where git cannot say. */
export async function changedFiles(cwd: string, ref: string): Promise<ReadonlySet<string>> {
  const git = async (...args: readonly string[]) => {
    const { stdout } = await promisify(execFile)('git', [...args], { cwd, maxBuffer: 1 << 26 });
    return stdout.split('\0').filter((path) => path !== '');
  };
  try {
    const changed = await git('diff', '--name-only', '--relative', '-z', '--end-of-options', ref, '--');
    const added = await git('ls-files', '--others', '--exclude-standard', '-z');
    return new Set([...changed, ...added]);
  } catch (cause) {
    throw new DedupeError('DEDUPE_USAGE', `git cannot say what changed since ${ref}`, {
      hint: 'Is it a known commit or branch, and is this a clone with enough history (fetch-depth: 0)?',
      cause,
    });
  }
}
