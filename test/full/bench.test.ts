// Does every job of the benchmark run and yield figures? Not how fast: no time is asserted.
import { execFile } from 'node:child_process';
import { existsSync, readdirSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { expect, it } from 'vitest';

const root = fileURLToPath(new URL('../../', import.meta.url));

/** Jobs with one size by what they are: a start has none, and a look-up must not depend on how much lies beside it. */
const ofOneSize: readonly string[] = ['start-up', 'queue-look-up'];

interface Run {
  readonly machine: { readonly missing: readonly string[] };
  readonly jobs: readonly {
    readonly name: string;
    readonly tables: readonly {
      readonly title: string;
      readonly rows?: readonly { readonly name: string; readonly times: readonly number[]; readonly peak?: number }[];
      readonly table?: readonly (readonly string[])[];
      readonly growth?: readonly (readonly [number, number])[];
      readonly memoryGrowth?: readonly (readonly [number, number])[];
    }[];
  }[];
}

it.skipIf(!existsSync(`${root}test/bench/node_modules`))(
  'has figures for every job, with small data (needs npm ci --prefix test/bench)',
  async () => {
    // Ends with 0, or this rejects with what the job said.
    const { stdout } = await promisify(execFile)('npm', ['run', '--silent', 'bench', '--', '--quick', '--json'], {
      cwd: root,
      maxBuffer: 2 ** 28,
    });
    const { machine, jobs } = JSON.parse(stdout) as Run;
    const files = readdirSync(`${root}test/bench/jobs`).map((file) => file.replace('.js', ''));
    // Not a job of times, and as long as all others together.
    expect(jobs.map(({ name }) => name)).toEqual(files.filter((name) => name !== 'drill-peers'));
    expect(machine.missing).toEqual([]);
    for (const { name, tables } of jobs) {
      expect(tables.length, name).toBeGreaterThan(0);
      expect(
        tables.some(({ growth, memoryGrowth }) => growth ?? memoryGrowth) || ofOneSize.includes(name),
        `${name}: how it grows`,
      ).toBe(true);
      for (const { title, rows = [], growth = [], table = [['']] } of tables) {
        expect(rows.length + table.length, title).toBeGreaterThan(1);
        const figures = [...rows.flatMap(({ times }) => times), ...growth.flat()];
        expect(
          figures.filter((figure) => !(figure > 0 && Number.isFinite(figure))),
          title,
        ).toEqual([]);
        for (const row of rows) expect(row.times.length, `${title}: ${row.name}`).toBeGreaterThan(0);
      }
    }
  },
);
