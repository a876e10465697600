// Is what became slower told, and what only looks so left out?
import { describe, expect, it } from 'vitest';
import { compare } from '../bench/compare.js';
import { summary } from '../bench/stats.js';

const run = (times: number[], floor = [10, 10, 10], name = 'trace') => ({
  jobs: [
    {
      name,
      tables: [
        {
          title: 'one',
          rows: [
            { name: 'floor', ...summary(floor) },
            { name: 'dedupe', ...summary(times) },
          ],
        },
      ],
    },
  ],
});

describe('two runs of the benchmark', () => {
  it('tells a ratio whose whole spread lies above the earlier one', () => {
    const { slower, unmatched } = compare(run([20, 20, 21]), run([30, 31, 32]));
    expect(slower).toEqual([{ job: 'trace', title: 'one', name: 'dedupe', before: 2, now: 3.1 }]);
    expect(unmatched).toEqual([]);
  });

  it('tells nothing of a machine that is slower as a whole, of spreads that overlap, or of less than a twentieth', () => {
    expect(compare(run([20, 20, 20]), run([40, 40, 40], [20, 20, 20])).slower).toEqual([]);
    expect(compare(run([20, 20, 30]), run([29, 29, 29])).slower).toEqual([]);
    expect(compare(run([20, 20, 20]), run([20.9, 20.9, 20.9])).slower).toEqual([]);
    expect(compare(run([20, 20, 20]), run([21.1, 21.1, 21.1])).slower).toHaveLength(1);
  });

  it('tells a rate that has become lower', () => {
    const asRate = (one: ReturnType<typeof run>) => ({
      jobs: one.jobs.map((job) => ({
        ...job,
        tables: job.tables.map((table) => ({ ...table, rate: { of: 'jobs' } })),
      })),
    });
    expect(compare(asRate(run([20, 20, 20])), asRate(run([30, 30, 30]))).slower).toHaveLength(1);
    expect(compare(asRate(run([30, 30, 30])), asRate(run([20, 20, 20]))).slower).toEqual([]);
  });

  it('names what could not be compared', () => {
    const noisy = run([90, 90, 90], [10, 10, 30]);
    expect(compare(run([20, 20, 20]), noisy)).toEqual({
      slower: [],
      compared: 0,
      unmatched: ['trace: one: dedupe: the machine was too noisy to conclude'],
    });
    const other = run([20, 20, 20], undefined, 'scan');
    expect(compare(run([20, 20, 20]), other).unmatched).toEqual(['scan: one: dedupe: not in the earlier run']);
  });
});
