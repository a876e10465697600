// Is a touch of the world told from a word that only looks like one?
import { describe, expect, it } from 'vitest';
import { breaksIn } from './breaks.ts';
import { parse } from './syntax.ts';
import { touchesOf } from './touches.ts';

const touched = (text: string): string[] => touchesOf(parse('a.ts', text)).map(({ touch, what }) => `${touch}:${what}`);

describe('touches', () => {
  it.each([
    ['process.env.HOME', 'process:process'],
    ['const { env } = process', 'process:process'],
    ['f({ process })', 'process:process'],
    ['const g = typeof process', 'process:process'],
    ['a[process.pid]', 'process:process'],
    [`\`\${process.pid}\``, 'process:process'],
    ['console.log(1)', 'console:console'],
    ['globalThis["process"]', 'globalThis:globalThis'],
    ['new Date()', 'clock:Date'],
    ['new Date', 'clock:Date'],
    ['Date()', 'clock:Date'],
    ['Date.now()', 'clock:Date'],
    ['Date["now"]()', 'clock:Date'],
    ['const { now } = Date', 'clock:Date'],
    ['const make = Date; new make()', 'clock:Date'],
    ['performance.now()', 'clock:performance'],
    ['Math.random()', 'chance:Math'],
    ['const { random } = Math', 'chance:Math'],
    ['crypto.randomUUID()', 'chance:crypto'],
    ['setTimeout(f, 1)', 'timers:setTimeout'],
    ['AbortSignal.timeout(1)', 'timers:AbortSignal'],
    ['fetch("/")', 'network:fetch'],
    ['const red = "\\u001b[31m"', 'colour:an escape sequence'],
    [`const red = \`\\x1b[31m\${a}\``, 'colour:an escape sequence'],
    ['function f() { { const process = 1; } return process; }', 'process:process'],
    ['class A { now = Date.now(); }', 'clock:Date'],
    ['export { process }', 'process:process'],
  ])('finds one in %s', (text, expected) => {
    expect(touched(text)).toEqual([expected]);
  });

  it.each([
    'job.process()',
    'const a = { process: 1, console: 2, Date: 3 }',
    'class Worker { process() {} static fetch = 1; }',
    'function stop(process) { process.kill(); }',
    'const stop = ({ process, console: log = 1 }, ...performance) => [process, log, performance]',
    'import { process } from "./a.ts"; process()',
    'import { a as console } from "./a.ts"; console()',
    'try {} catch (process) { process(); }',
    'for (const process of all) process.kill()',
    'export function process() {} process()',
    'export const fetch = 1; const b = fetch',
    'switch (a) { case 1: const process = 2; f(process); }',
    'export { process } from "./a.ts"',
    'process: for (;;) { break process; }',
    '// process.exit(1), Date.now()',
    'const words = "process.exit(1)"',
    `const words = \`new Date() \${a}\``,
    'let at: Date; type P = typeof process; interface Q extends Date { process: NodeJS.Process }',
    'const at = value as unknown as Date',
    'value instanceof Date',
    'new Date(at).toISOString()',
    'Date.UTC(2001, 8, 9) + Date.parse(text)',
    'Math.max(1, Math.floor(2))',
    'AbortSignal.any([a])',
    'const escapes = /\\u001b\\[/g',
    'const shown = "\\\\u001b"',
  ])('finds none in %s', (text) => {
    expect(touched(text)).toEqual([]);
  });

  it('reports one with file, line and the reason of its wall', () => {
    const [found] = breaksIn({ 'src/causes/slow.ts': 'export const a = 1;\nexport const b = Date.now();' });
    expect(found).toBe(
      'src/causes/slow.ts:2 touches Date (clock): causes never does, because ' +
        'a rule is a pure function of its input, so that one saved document gives one answer everywhere',
    );
  });

  it.each([
    ['src/providers/a.ts', `import { readFileSync } from 'node:fs';`, 'files'],
    ['src/report/a.ts', `import net from 'node:net';`, 'network'],
    ['src/model/a.ts', `import { setTimeout as wait } from 'node:timers/promises';`, 'timers'],
    ['src/commands/a.ts', `import { env } from 'node:process';`, 'process'],
    ['src/commands/a.ts', `import { tmpdir, userInfo } from 'node:os';`, 'process'],
    ['src/model/a.ts', `import { tmpdir } from 'node:os';`, 'files'],
    ['src/scan/a.ts', `import { MessageChannel, Worker } from 'node:worker_threads';`, 'process'],
    ['src/providers/a.ts', `import { randomUUID } from 'node:crypto';`, 'chance'],
    ['src/providers/a.ts', `import * as crypto from 'node:crypto';`, 'chance'],
  ])('reports in %s the module of %s', (path, text, touch) => {
    expect(breaksIn({ [path]: text })).toEqual([expect.stringContaining(`never touches ${touch}`)]);
  });

  it('lets a command ask where temporary files go', () => {
    expect(breaksIn({ 'src/commands/a.ts': `import { tmpdir } from 'node:os';` })).toEqual([]);
  });

  it('lets a reader have a channel inside of the process', () => {
    expect(
      breaksIn({ 'src/scan/a.ts': `import { MessageChannel, type MessagePort } from 'node:worker_threads';` }),
    ).toEqual([]);
  });

  it('lets a signature be computed where identity is', () => {
    expect(breaksIn({ 'src/providers/a.ts': `import { createHmac, timingSafeEqual } from 'node:crypto';` })).toEqual(
      [],
    );
  });
});
