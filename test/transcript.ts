// A command line, what it printed and how it ended, as one readable text; see fixtures/transcripts.
import { mkdir, mkdtemp, readFile, realpath, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { runMain } from './run-main.ts';

const root = fileURLToPath(new URL('../', import.meta.url));

type Part =
  | { readonly kind: 'note'; readonly lines: readonly string[] }
  /** `<<< NAME` to `>>>`, or `<<< NAME = path/in/the/repository`: a file that the commands behind it find. */
  | { readonly kind: 'file'; readonly lines: readonly string[]; readonly name: string; readonly copyOf?: string }
  /** `$ NAME=value dedupe words < FILE`, or `$ cat FILE`. */
  | { readonly kind: 'command'; readonly line: string };

export function parse(text: string): Part[] {
  const parts: Part[] = [];
  const lines = text.split('\n');
  for (let i = 0; i < lines.length; i++) {
    const line = lines[i] as string;
    const file = /^<<< (\S+)(?: = (\S+))?$/.exec(line);
    if (file) {
      const end = file[2] ? i : lines.indexOf('>>>', i);
      if (end < 0) throw new Error(`line ${i + 1}: no >>> ends the file ${file[1]}`);
      const about = { kind: 'file' as const, name: file[1] as string, lines: lines.slice(i, end + 1) };
      parts.push(file[2] ? { ...about, copyOf: file[2] } : about);
      i = end;
    } else if (line.startsWith('$ ')) parts.push({ kind: 'command', line });
    else if (line.startsWith('#')) parts.push({ kind: 'note', lines: [line] });
  }
  return parts;
}

/** The same transcript as the program of today writes it. */
export async function replay(text: string): Promise<string> {
  const cwd = await realpath(await mkdtemp(join(tmpdir(), 'dedupe-transcript-')));
  try {
    const blocks: string[] = [];
    for (const part of parse(text)) {
      if (part.kind === 'file') await declare(part, cwd);
      blocks.push(part.kind === 'command' ? await perform(part.line, cwd) : part.lines.join('\n'));
    }
    return `${blocks.join('\n\n')}\n`;
  } finally {
    await rm(cwd, { recursive: true, force: true });
  }
}

async function declare({ name, lines, copyOf }: Extract<Part, { kind: 'file' }>, cwd: string): Promise<void> {
  const content = copyOf ? await readFile(join(root, copyOf)) : `${lines.slice(1, -1).join('\n')}\n`;
  await mkdir(dirname(join(cwd, name)), { recursive: true });
  await writeFile(join(cwd, name), content);
}

async function perform(line: string, cwd: string): Promise<string> {
  const shown = /^\$ cat (\S+)$/.exec(line)?.[1];
  if (shown) return [line, normal(await readFile(join(cwd, shown), 'utf8'), cwd)].join('\n').trimEnd();
  const [, variables = '', rest = '', input] = /^\$ ((?:[A-Z_]+=\S* )*)dedupe(.*?)(?: < (\S+))?$/.exec(line) ?? [];
  if (!line.includes('dedupe')) throw new Error(`a transcript runs dedupe and cat, nothing else: ${line}`);
  const env = Object.fromEntries(
    variables
      .split(' ')
      .filter(Boolean)
      .map((pair) => splitOnce(pair)),
  );
  const bytes = input ? [await readFile(join(cwd, input))] : [];
  const stdin = (async function* () {
    yield* bytes;
  })();
  const { code, stdout, stderr } = await runMain(wordsOf(rest), { cwd, env, stdin });
  const marked = normal(stderr, cwd).replace(/^(?=.)|\n(?=.)/g, (start) => `${start}! `);
  return [line, normal(stdout, cwd).trimEnd(), marked.trimEnd(), `[exit ${code}]`].filter(Boolean).join('\n');
}

/** Paths of this machine are no part of what the program says. */
function normal(output: string, cwd: string): string {
  return output.replaceAll(cwd, '{cwd}').replaceAll(root.replace(/\/$/, ''), '{repository}');
}

function splitOnce(pair: string): [string, string] {
  const at = pair.indexOf('=');
  return [pair.slice(0, at), pair.slice(at + 1)];
}

/** Words as a shell splits them: quotes keep spaces, and an empty pair is an empty word. */
export function wordsOf(line: string): string[] {
  const words = line.match(/(?:'[^']*'|"[^"]*"|[^\s'"]+)+/g) ?? [];
  return words.map((word) => word.replace(/'([^']*)'|"([^"]*)"/g, '$1$2'));
}
