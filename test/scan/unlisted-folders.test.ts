// Folders that may not be listed are named beside the files, so that whoever reads them says so. In a process without the rights of root.
import { execFileSync } from 'node:child_process';
import { chmodSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { build } from 'esbuild';
import { expect, it, onTestFinished } from 'vitest';
import { folderWith } from './log-folder.ts';

const source = fileURLToPath(new URL('../../src/scan/log-files.ts', import.meta.url));

/** What a process finds that is nobody in particular, as paths below the folder. */
async function foundBy(cwd: string, path: string): Promise<string[] | string> {
  const code = join(folderWith({}), 'find.mjs');
  await build({
    entryPoints: [source],
    bundle: true,
    platform: 'node',
    format: 'esm',
    outfile: code,
    logLevel: 'error',
  });
  // The module is loaded while it may be read.
  const program = `import { findLogFiles } from ${JSON.stringify(code)};
    if (process.getuid() === 0) { process.setgroups([]); process.setgid(65534); process.setuid(65534); }
    const found = await findLogFiles([${JSON.stringify(path)}], ${JSON.stringify(cwd)}).catch(({ message }) => message);
    console.log(JSON.stringify(found));`;
  const run = join(folderWith({}), 'run.mjs');
  writeFileSync(run, program);
  const found: { path: string }[] | string = JSON.parse(execFileSync(process.execPath, [run], { encoding: 'utf8' }));
  return typeof found === 'string' ? found : found.map((one) => one.path.replace(/^.*\/logs/, 'logs'));
}

function withLocked(): string {
  const cwd = folderWith({ 'logs/a/app.log': '', 'logs/b/inner/app.log': '', 'logs/c/app.txt': '' });
  for (const open of [cwd, join(cwd, 'logs'), join(cwd, 'logs/a'), join(cwd, 'logs/c')]) chmodSync(open, 0o755);
  chmodSync(join(cwd, 'logs/b'), 0o000);
  onTestFinished(() => chmodSync(join(cwd, 'logs/b'), 0o755));
  return cwd;
}

it.skipIf(process.getuid === undefined)('in a folder and in a glob that leads through them', async () => {
  const cwd = withLocked();
  expect(await foundBy(cwd, 'logs')).toEqual(['logs/a/app.log', 'logs/b', 'logs/c/app.txt']);
  expect(await foundBy(cwd, 'logs/**/*.log')).toEqual(['logs/a/app.log', 'logs/b']);
  expect(await foundBy(cwd, join(cwd, 'logs/*/app.log'))).toEqual(['logs/a/app.log', 'logs/b']);
  expect(await foundBy(cwd, 'logs/{a,b}/*.log')).toEqual(['logs/a/app.log', 'logs/b']);
  expect(await foundBy(cwd, 'logs/b/*.log')).toEqual(['logs/b']);
});

it.skipIf(process.getuid === undefined)('not where the glob leads elsewhere', async () => {
  const cwd = withLocked();
  expect(await foundBy(cwd, 'logs/[ac]/*')).toEqual(['logs/a/app.log', 'logs/c/app.txt']);
  expect(await foundBy(cwd, 'logs/z*/*.log')).toBe('no log file matches logs/z*/*.log');
});
