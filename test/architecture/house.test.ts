// Are the rules of the house found broken, and only then?
import { describe, expect, it } from 'vitest';
import { isCode, roomsWhereEverythingGoes, strangersAtTheTop, tooLong, unexplained } from './house.ts';

const sized = (...lines: number[]) => lines.map((count, i) => ({ path: `src/f${i}.ts`, lines: count }));

describe('the house', () => {
  it('names a stranger at the top, not what has a reason', () => {
    expect(strangersAtTheTop(['src/cli.ts', 'README.md', 'notes/idea.md', 'constructor'])).toEqual([
      expect.stringMatching(/^notes lies/),
      expect.stringMatching(/^constructor lies/),
    ]);
  });

  it('names a room where everything goes, not a file of that name', () => {
    const paths = ['src/utils/a.ts', 'test/types/b.ts', 'src/model/types.ts', 'src/causes/common-cause.ts'];
    expect(roomsWhereEverythingGoes(paths)).toHaveLength(2);
  });

  it('draws the ceiling at 250 and the median below 80', () => {
    expect(tooLong(sized(10, 79, 250))).toEqual([]);
    expect(tooLong(sized(10, 79, 251))).toEqual([expect.stringContaining('251 lines')]);
    expect(tooLong(sized(10, 80, 81))).toEqual([expect.stringContaining('median')]);
  });

  it('counts code and migrations, not data', () => {
    const paths = ['src/a.ts', 'src/store/migrations/001_a.sql', 'bin/dedupe.js', 'build/index.js', 'test/a.test.ts'];
    expect(paths.filter(isCode)).toEqual(paths);
    expect(['fixtures/a.json', 'test/a.json', 'package-lock.json', 'README.md'].filter(isCode)).toEqual([]);
  });
});

describe('the table of dependencies', () => {
  const readme = [
    '# dedupe, which needs `ghost`',
    '## Dependencies',
    '| package | why |',
    '|---|---|',
    '| `pg` | speaks to PostgreSQL |',
    '| [yaml](./yaml.md) | reads manifests |',
    '| chalk | |',
    '## Other',
    '| `zod` | in another table |',
  ].join('\n');

  it('must name each with a reason', () => {
    expect(unexplained(['pg', 'yaml'], readme)).toEqual([]);
    const missing = unexplained(['pg', 'chalk', 'zod', 'ghost'], readme);
    expect(missing.map((line) => line.split(':')[0])).toEqual(['chalk', 'zod', 'ghost']);
  });

  it('is found at the end of the file and with Windows line ends', () => {
    expect(unexplained(['pg'], '## Dependencies\r\n\r\n| pg | why |\r\n')).toEqual([]);
    expect(unexplained(['pg'], 'no table')).toHaveLength(1);
  });
});
