// Does a table say its figures, its budget and its doubt, in a terminal and in RESULTS.md?
import { describe, expect, it } from 'vitest';
import { report } from '../bench/report.js';
import { results } from '../bench/results.js';
import { summary } from '../bench/stats.js';

const job = {
  title: 'start-up',
  rows: [
    { name: 'node | floor', ...summary([10, 10, 10]), cpu: 8, peak: 40.2 },
    { name: 'dedupe', ...summary([14, 15, 16]), budget: 2 },
  ],
  growth: [
    [1, 5],
    [10, 50],
  ],
};

describe('a table of the benchmark', () => {
  it('shows wall, CPU and memory, ratio, spread, budget and growth; what is not known as a question mark', () => {
    const lines = report(job)
      .split('\n')
      .map((line) => line.trim().split(/ {2,}/));
    expect(lines[2]).toEqual(['node | floor', '10.0 ms', '8.0 ms', '40 MiB', '1.00 ×', '1.00 to 1.00']);
    expect(lines[3]).toEqual(['dedupe', '15.0 ms', '?', '?', '1.50 ×', '1.40 to 1.60', '2 × met']);
    expect(lines[4]).toEqual(['grows with exponent 1.00 over sizes 1, 10']);
  });

  it('says that a machine was too noisy, and concludes nothing about the budget', () => {
    const [floor, row] = job.rows;
    const text = report({ ...job, rows: [{ ...floor, ...summary([10, 10, 30]) }, row] });
    expect(text).toContain('2 × not concluded');
    expect(text).toContain('too noisy to conclude');
  });

  it('stands in the page with the machine, what was missing, and cells that hold', () => {
    const machine = { line: 'node v20', versions: { psql: '15' }, missing: ['rg'] };
    const page = results({
      machine,
      jobs: [
        { name: 'start', seconds: 3, tables: [job] },
        { name: 'none', seconds: 0, tables: [] },
      ],
    });
    expect(page).toContain('- not found, so not beside it: rg\n');
    expect(page).toContain('| node \\| floor | 10.0 ms |');
    expect(page).toContain('## none (0 s)\n\nCould not run here.');
  });
});
