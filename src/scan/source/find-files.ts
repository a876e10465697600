// Walks a folder for source files and manifests. Links to folders are not followed, so that no loop can be.
import { readdirSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { sourceEnding } from './file-kind.ts';

export interface FoundFiles {
  readonly sources: readonly string[];
  readonly manifests: readonly string[];
  readonly skipped: readonly { readonly file: string; readonly reason: string }[];
  /** Tests, examples and documentation that were left out. */
  readonly leftOut: number;
}

const foreign = new Set([
  ...[
    'node_modules',
    'bower_components',
    'vendor',
    'site-packages',
    '__pycache__',
    'venv',
    '.venv',
    'env',
    '.git',
    '.hg',
  ],
  ...[
    'dist',
    'build',
    'out',
    '.next',
    '.nuxt',
    '.output',
    '.serverless',
    '.aws-sam',
    'coverage',
    'target',
    '.tox',
    '.mypy_cache',
  ],
  ...['.cache', '.turbo', '.yarn', '.pnpm-store', 'third_party', 'cdk.out', '.terraform'],
]);
const besideFolder =
  /^(tests?|__tests__|__mocks__|specs?|e2e|examples?|samples?|fixtures?|docs?|benchmarks?|stories)$/i;
const besideFile = /\.(test|spec|stories|mock)\.[cm]?[jt]sx?$|^(test_.*|.*_test|conftest)\.py$|\.d\.[cm]?ts$/;
/** What a manifest is usually called; the hooks for pre-commit name the same files. */
export const manifestName =
  /^(slack[-_]?)?(app[-_]?)?manifest([-_.][\w-]+)?\.(json|ya?ml)$|^slack[-_]?app\.(json|ya?ml)$/i;

/** `shown` is how the user named it; what was named itself is looked at, whatever it is called. */
export function findFiles(root: string, shown: string): FoundFiles {
  const sources: string[] = [];
  const manifests: string[] = [];
  const skipped: { file: string; reason: string }[] = [];
  let leftOut = 0;
  const visit = (folder: string, name: string): void => {
    let entries: ReturnType<typeof list>;
    try {
      entries = list(folder);
    } catch (cause) {
      skipped.push({ file: name || '.', reason: reasonOf(cause) });
      return;
    }
    for (const entry of entries) {
      const path = name === '' ? entry.name : `${name}/${entry.name}`;
      if (entry.isDirectory()) {
        if (foreign.has(entry.name) || entry.name.endsWith('.egg-info')) continue;
        if (besideFolder.test(entry.name)) leftOut++;
        else visit(join(folder, entry.name), path);
      } else if (entry.isSymbolicLink()) {
        const reason = linkReason(join(folder, entry.name));
        // Code behind a link to a folder is not read, whatever the link is called.
        const isMeant = reason === toFolder ? !foreign.has(entry.name) : sourceEnding.test(entry.name);
        if (reason !== undefined && isMeant) skipped.push({ file: path, reason });
      } else if (!entry.isFile()) {
        if (sourceEnding.test(entry.name) || manifestName.test(entry.name))
          skipped.push({ file: path, reason: notPlain });
      } else if (besideFile.test(entry.name)) leftOut++;
      else if (sourceEnding.test(entry.name)) sources.push(path);
      else if (manifestName.test(entry.name)) manifests.push(path);
    }
  };
  const about = statSync(root);
  if (about.isFile()) return { sources: [shown], manifests: [], skipped, leftOut };
  if (!about.isDirectory()) return { sources, manifests, skipped: [{ file: shown, reason: notPlain }], leftOut };
  visit(root, shown === '.' ? '' : shown.replace(/\/+$/, ''));
  return { sources, manifests, skipped, leftOut };
}

function list(folder: string) {
  return readdirSync(folder, { withFileTypes: true }).sort((a, b) => (a.name < b.name ? -1 : 1));
}

const toFolder = 'it is a link to a folder';
/** Opening a pipe waits for whoever writes into it, and that may be nobody. */
const notPlain = 'it is not a plain file';

/** A link to a file is another name of it; one that leads nowhere or in a circle is told. */
function linkReason(path: string): string | undefined {
  try {
    const about = statSync(path);
    if (about.isFile()) return undefined;
    return about.isDirectory() ? toFolder : notPlain;
  } catch (cause) {
    return (cause as NodeJS.ErrnoException).code === 'ELOOP'
      ? 'it is a link that leads in a circle'
      : 'it is a link that leads nowhere';
  }
}

export function reasonOf(cause: unknown): string {
  const { code, message } = cause as NodeJS.ErrnoException;
  return (
    { EACCES: 'permission denied', ENOENT: 'there is no such file', EISDIR: 'it is a folder' }[code ?? ''] ?? message
  );
}
