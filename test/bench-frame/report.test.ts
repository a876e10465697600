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
    expect(lines[2]).toEqual(['node | floor', '10.0 ms', '8.00 ms', '40 MiB', '1.00 ×', '1.00 to 1.00']);
    expect(lines[3]).toEqual(['dedupe', '15.0 ms', '?', '?', '1.50 ×', '1.40 to 1.60', '2 × met']);
    expect(lines[4]).toEqual(['grows with exponent 1.00 over sizes 1, 10']);
  });

  it('shows rates where more is better, and what a peer was set to', () => {
    const [floor] = job.rows;
    const peer = { name: 'peer', ...summary([20, 20, 20]), budget: 0.45, setting: 'its best' };
    const lines = report({ title: 'intake', rate: { of: 'requests' }, rows: [floor, peer] }).split('\n');
    expect(lines[1]).toContain('requests/s');
    expect(lines[3]?.trim().split(/ {2,}/)).toEqual(['peer', '50.0', '?', '?', '0.50 ×', '0.50 to 0.50', '0.45 × met']);
    expect(lines[4]).toBe('  peer: its best');
  });

  it('judges memory and a time that somebody waits by all rounds', () => {
    const [floor] = job.rows;
    const row = { name: 'dedupe', ...summary([2, 2, 4]), limitMs: 3, memory: 150, peaks: [151, 152, 153], peak: 153 };
    expect(report({ ...job, rows: [floor, row] })).toContain('3 ms not concluded, 150 MiB missed');
  });

  it('says that a machine was too noisy, and concludes nothing about the budget', () => {
    const [floor, row] = job.rows;
    const text = report({ ...job, rows: [{ ...floor, ...summary([10, 10, 30]) }, row] });
    expect(text).toContain('2 × not concluded');
    expect(text).toContain('too noisy to conclude');
  });

  it('stands in the page with the machine, what was missing, and cells that hold', () => {
    const page = results('', machine, {
      name: 'start',
      seconds: 3,
      tables: [job],
      settings: ['PostgreSQL 15: fsync on'],
    });
    expect(page).toContain('3 s on node v20.\nBeside it: psql 15.\nNot found: rg.\nPostgreSQL 15: fsync on.\n');
    expect(page).toContain('| node \\| floor | 10.0 ms |');
    expect(results('', machine, { name: 'none', seconds: 0, tables: [] })).toContain('Could not run here.');
  });

  it('replaces the section of a job that ran again, and keeps the others as they are', () => {
    const first = results('', machine, { name: 'start', seconds: 3, tables: [job] });
    const both = results(first, machine, { name: 'audit', seconds: 4, tables: [job] });
    const again = results(both, machine, { name: 'start', seconds: 9, tables: [job] });
    expect([...again.matchAll(/^## (.*)$/gm)].map(([, name]) => name)).toEqual(['audit', 'start']);
    expect(again).toBe(both.replace('3 s on', '9 s on'));
  });
});

const machine = { line: 'node v20', versions: { psql: '15' }, missing: ['rg'] };
