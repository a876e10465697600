// Does every transcript still say what the program says? UPDATE=1 writes them anew; read the diff like code.
import { readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { commands } from '../src/commands/index.ts';
import { parse, replay, wordsOf } from './transcript.ts';

const folder = new URL('../fixtures/transcripts/', import.meta.url);
const files = readdirSync(folder).filter((name) => name.endsWith('.txt'));
const again = 'stale transcript: UPDATE=1 npx vitest run test/transcripts.test.ts, then read the diff';

describe('transcripts', () => {
  it.each(files)('%s', async (name) => {
    const path = new URL(name, folder);
    const text = readFileSync(path, 'utf8');
    const today = await replay(text);
    expect(parse(today), 'the output looks like a part of a transcript').toEqual(parse(text));
    if (process.env.UPDATE) writeFileSync(path, today);
    else expect(text, again).toBe(today);
  });

  it.each(Object.keys(commands))('show %s at work', (name) => {
    const lines = files.flatMap((file) => parse(readFileSync(new URL(file, folder), 'utf8')));
    const shown = lines.filter((part) => part.kind === 'command' && part.line.includes(`dedupe ${name}`));
    expect(shown, `no transcript in fixtures/transcripts runs "dedupe ${name}"`).not.toEqual([]);
  });
});

describe('a transcript', () => {
  it('declares files, keeps notes, marks standard error and says how it ended', async () => {
    const text = '# why\n\n<<< sub/a.txt\none\n>>>\n\n$ cat sub/a.txt\n\n$ dedupe nothing\nstale\n[exit 0]\n';
    expect(await replay(text)).toBe(
      '# why\n\n<<< sub/a.txt\none\n>>>\n\n$ cat sub/a.txt\none\n\n$ dedupe nothing\n' +
        '! error: there is no command "nothing"\n!   Known: explain, config, help.\n'.replace(
          /Known.*/,
          `Known: ${[...Object.keys(commands), 'help'].join(', ')}.`,
        ) +
        '!   (DEDUPE_UNKNOWN_COMMAND)\n[exit 2]\n',
    );
  });

  it('runs nothing but dedupe', async () => {
    await expect(replay('$ rm -rf x\n')).rejects.toThrow('nothing else');
  });

  it('splits words as a shell does', () => {
    expect(wordsOf(` a 'b c' --d="e f" ''`)).toEqual(['a', 'b c', '--d=e f', '']);
  });
});
