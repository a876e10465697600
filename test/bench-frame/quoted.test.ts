// Does the README get the ratios that have a budget, and no others?
import { expect, it } from 'vitest';
import { quoted } from '../bench/quoted.js';
import { results } from '../bench/results.js';
import { summary } from '../bench/stats.js';

it('quotes each row with a budget for its ratio, beside the floor', () => {
  const machine = { line: 'node v20', versions: {}, missing: [] };
  const rows = [
    { name: 'cat | cat', ...summary([10, 10, 10]) },
    { name: 'dedupe trace', ...summary([25, 25, 25]), budget: 4, memory: 150, peaks: [70, 71, 72], peak: 72 },
    { name: 'grep', ...summary([70, 70, 70]) },
    { name: 'dedupe audit', ...summary([70, 70, 70]), memory: 150, peaks: [70, 71, 72], peak: 72 },
  ];
  const tables = [
    { title: 'find', rows },
    {
      title: 'no times',
      table: [
        ['', 'objects'],
        ['peer', '1'],
      ],
    },
  ];
  const page = results('', machine, { name: 'log-find', seconds: 3, tables });
  expect(quoted(page)).toEqual([['find: dedupe trace', '2.50 ×', 'cat \\| cat', '4 × met']]);
  expect(quoted('')).toEqual([]);
});
