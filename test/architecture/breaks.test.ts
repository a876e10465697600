// Is a broken wall found, and only a broken one? Small invented sources stand for the program.
import { describe, expect, it } from 'vitest';
import { breaksIn, type Sources } from './breaks.ts';

/** The sentences for one file among harmless neighbours. */
function breaksOf(path: string, text: string, more: Sources = {}): string[] {
  return breaksIn({ 'src/model/fact.ts': 'export const n = 1;', ...more, [path]: text });
}

function expectBreak(path: string, text: string, ...words: string[]): void {
  const found = breaksOf(path, text);
  expect(found).toHaveLength(1);
  for (const word of words) expect(found[0]).toContain(word);
}

describe('arrows', () => {
  it.each([
    ['static', `import { find } from '../store/find.ts';`],
    ['of types', `import type { Found } from '../store/find.ts';`],
    ['re-exported', `export { find } from '../store/find.ts';`],
    ['re-exported whole', `export * from '../store/find.ts';`],
    ['dynamic', `export const later = () => import('../store/find.ts');`],
    ['inside a type', `export type Found = import('../store/find.ts').Found;`],
    ['by require', `const store = require('../store/find.ts');`],
  ])('reports a forbidden one, %s, with line and reason', (_, text) => {
    expectBreak('src/report/text.ts', `\n${text}`, 'src/report/text.ts:2', '../store/find.ts', 'asks nobody');
  });

  it('lets the allowed ones pass, and words that only look like imports', () => {
    const text = `
      // import { find } from '../store/find.ts';
      import { n } from '../model/fact.ts';
      export const words = "import('../store/find.ts')";
      export const all = (requires: { require(path: string): number }) => requires.require('../store/find.ts') + n;`;
    expect(breaksOf('src/report/text.ts', text)).toEqual([]);
  });

  it('reports a path that is computed', () => {
    expectBreak('src/report/text.ts', 'export const load = (name: string) => import(name);', 'computed');
  });

  it('opens package.json to the frame, and nothing else outside src to anybody', () => {
    expect(breaksOf('src/cli.ts', `import manifest from '../package.json' with { type: 'json' };`)).toEqual([]);
    expectBreak('src/report/text.ts', `import manifest from '../../package.json' with { type: 'json' };`, 'the frame');
    expectBreak('src/cli.ts', `import incident from '../fixtures/a.json' with { type: 'json' };`, 'outside src');
  });

  it('reports a folder without a row', () => {
    expectBreak('src/attic/box.ts', '', 'src/attic/box.ts', 'no row');
  });

  it('opens errors.ts to all but model and rules', () => {
    const text = `import { DedupeError } from '../errors.ts'; export const e = DedupeError;`;
    expectBreak('src/model/target.ts', text, 'nothing of src');
    expectBreak('src/causes/a.ts', text, 'model, providers');
    expect(breaksOf('src/store/find.ts', text)).toEqual([]);
  });

  it('opens one folder of the pipeline to the drill, and not its neighbours', () => {
    expect(breaksOf('src/drill/a.ts', `import type { P } from '../pipeline/contracts/process.ts';`)).toEqual([]);
    expectBreak('src/drill/a.ts', `import { work } from '../pipeline/worker.ts';`, 'pipeline/contracts');
  });

  it.each(['causes', 'lint', 'audit', 'commands'])('keeps the files of %s apart', (folder) => {
    expectBreak(`src/${folder}/a.ts`, `import { b } from './b.ts';`, 'do not import each other');
    expect(breaksOf(`src/${folder}/index.ts`, `import { b } from './b.ts';`)).toEqual([]);
    expect(breaksOf(`src/${folder}/a.ts`, `import { part } from './a/part.ts';`)).toEqual([]);
  });

  it('lets a command import the contract of commands', () => {
    expect(breaksOf('src/commands/a.ts', `import { defineCommand } from './command.ts';`)).toEqual([]);
  });
});

describe('packages', () => {
  it.each([
    ['src/evidence/a.ts', 'pg', 'postgres'],
    ['src/store/a.ts', '@electric-sql/pglite/contrib/pgcrypto', 'postgres'],
    ['src/targets/a.ts', '@slack/web-api', 'slack'],
    ['src/commands/a.ts', 'chalk', 'report'],
    ['src/evidence/a.ts', 'commander', 'frame, commands'],
    ['src/model/a.ts', 'zod', 'no row'],
    ['src/model/a.ts', 'lodash', 'no row'],
    ['src/causes/a.ts', 'zod/mini', 'rules import nothing'],
  ])('reports in %s the package %s', (path, name, reason) => {
    expectBreak(path, `import { a } from '${name}';`, name, reason);
  });

  it.each([
    ['src/postgres/a.ts', 'pg'],
    ['src/report/a.ts', 'cli-table3'],
    ['src/model/a.ts', 'zod/mini'],
    ['src/flags.ts', 'commander'],
    ['src/store/a.ts', 'node:fs'],
  ])('lets %s import %s', (path, name) => {
    expect(breaksOf(path, `import { a } from '${name}';`)).toEqual([]);
  });
});

describe('cycles', () => {
  const pair = (forth: string, back: string): string[] =>
    breaksIn({ 'src/model/a.ts': forth, 'src/model/b.ts': back, 'src/model/c.ts': `import { a } from './a.ts';` });

  it('reports files that need each other while they load, once, with the way round', () => {
    const found = pair(`import { b } from './b.ts';`, `export { a } from './a.ts';`);
    expect(found).toEqual([expect.stringContaining('src/model/a.ts → src/model/b.ts → src/model/a.ts')]);
  });

  it('lets a way back through a type or through import() pass', () => {
    expect(pair(`import { b } from './b.ts';`, `import type { A } from './a.ts';`)).toEqual([]);
    expect(pair(`import { b } from './b.ts';`, `export const a = () => import('./a.ts');`)).toEqual([]);
  });

  it('counts an import whose names are all types but which itself stays', () => {
    expect(pair(`import { b } from './b.ts';`, `import { type A } from './a.ts';`)).toHaveLength(1);
  });
});
