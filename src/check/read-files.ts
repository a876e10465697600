// Reads the files that were named for lint: each is parsed, or told with the reason why it cannot be judged.
import { open, stat } from 'node:fs/promises';
import { resolve } from 'node:path';
import type { FindingsDocument } from '../model/findings-document.ts';
import type { SubscriptionFile } from '../model/subscription-file.ts';
import { parseSubscriptionFile } from '../scan/subscriptions/parse.ts';

export interface ReadFiles {
  readonly files: readonly SubscriptionFile[];
  readonly texts: ReadonlyMap<string, string>;
  readonly skipped: FindingsDocument['skipped'];
}

/** Far more than a manifest or a template has. */
const maximumBytes = 5 * 1024 * 1024;

export async function readSubscriptionFiles(cwd: string, names: readonly string[]): Promise<ReadFiles> {
  const files: SubscriptionFile[] = [];
  const texts = new Map<string, string>();
  const skipped: FindingsDocument['skipped'] = [];
  for (const name of new Set(names)) {
    const text = await readText(resolve(cwd, name));
    if (typeof text !== 'string') {
      skipped.push({ file: name, reason: text.reason, fatal: true });
      continue;
    }
    texts.set(name, text);
    const parsed = parseSubscriptionFile(name, text);
    if (parsed.state === 'parsed') files.push(parsed.file);
    else if (parsed.state === 'other')
      // A hook that takes every manifest.json must not stop a commit for one of another kind.
      skipped.push({
        file: name,
        reason: parsed.isOtherManifest
          ? 'it is the manifest of a web app, a browser extension or Kubernetes, and not of Slack'
          : 'it is no manifest, template or export of triggers that lint knows',
        fatal: !parsed.isOtherManifest,
      });
    else skipped.push({ file: `${name}:${parsed.at.line}:${parsed.at.column}`, reason: parsed.reason, fatal: true });
  }
  return { files, texts, skipped };
}

async function readText(path: string): Promise<string | { readonly reason: string }> {
  try {
    // Opening a pipe would wait for whoever writes into it.
    const about = await stat(path);
    if (!about.isFile()) return { reason: about.isDirectory() ? 'it is a folder' : 'it is not a plain file' };
    const file = await open(path);
    try {
      if (about.size > maximumBytes) return { reason: `it has ${about.size} bytes, more than any manifest` };
      return new TextDecoder('utf-8', { fatal: true }).decode(await file.readFile());
    } finally {
      await file.close();
    }
  } catch (cause) {
    if (cause instanceof TypeError) return { reason: 'it is not UTF-8 text' };
    const { code, message } = cause as NodeJS.ErrnoException;
    return { reason: { ENOENT: 'there is no such file', EACCES: 'permission denied' }[code ?? ''] ?? message };
  }
}
