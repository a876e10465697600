// Does the repository keep its walls? Each broken one is printed with its reason.
import { describe, expect, it } from 'vitest';
import manifest from '../package.json' with { type: 'json' };
import { breaksIn } from './architecture/breaks.ts';
import { isCode, roomsWhereEverythingGoes, strangersAtTheTop, tooLong, unexplained } from './architecture/house.ts';
import { packages } from './architecture/packages.ts';
import { readText, repositoryFiles } from './architecture/tree.ts';
import { walls } from './architecture/walls.ts';

const files = repositoryFiles();
const sources = files.filter((path) => path.startsWith('src/') && path.endsWith('.ts'));

describe('the one-way rule', () => {
  it('holds in every file of src', () => {
    expect(sources.length).toBeGreaterThan(20);
    expect(breaksIn(Object.fromEntries(sources.map((path) => [path, readText(path)])))).toEqual([]);
  });

  it('names only homes that its rows define', () => {
    const homes = new Set(walls.map(({ home }) => home));
    const named = walls.flatMap(({ may }) => may.map((name) => name.split('/')[0] as string));
    expect(named.filter((name) => !homes.has(name))).toEqual([]);
    expect(homes.size).toBe(walls.length);
  });

  it('has a row for every runtime dependency', () => {
    const known = packages.map(({ name }) => name.replace(/\/mini$/, ''));
    expect(Object.keys(manifest.dependencies).filter((name) => !known.includes(name))).toEqual([]);
  });
});

describe('the house', () => {
  it('has nothing at the top level without a reason', () => {
    expect(strangersAtTheTop(files)).toEqual([]);
  });

  it('has no room where everything goes', () => {
    expect(roomsWhereEverythingGoes(files)).toEqual([]);
  });

  it('keeps its files short', () => {
    const sized = files.filter(isCode).map((path) => ({ path, lines: readText(path).split('\n').length - 1 }));
    expect(tooLong(sized)).toEqual([]);
  });

  it('gives a reason for every dependency in README.md', (context) => {
    if (!files.includes('README.md')) return context.skip('needs README.md');
    expect(unexplained(Object.keys(manifest.dependencies), readText('README.md'))).toEqual([]);
  });
});
