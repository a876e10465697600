// One table of one job: the floor, what was measured, the ratio with its spread, and the budget where there is one. Pure.
import { exponent, isNoisy, ratioTo, verdict } from './stats.js';

/**
 * `{title, note?, rows: [{name, times, median, low, high, cpu?, peak?, budget?}]}` in ms and MiB; the first row is the floor.
 * `growth: [[size, ms]]` adds the exponent. What is no time comes as `{title, table: [[text]], notes?}`.
 */
export function report(job) {
  const { title, note, notes = [] } = job;
  const noisy = isTooNoisy(job)
    ? ['the machine was too noisy to conclude: the floor itself varied by more than half']
    : [];
  const below = [...(job.growth ? [grown(job.growth)] : []), ...noisy, ...notes];
  return [title, ...indented(note ? [note] : []), ...indented(aligned(cellsOf(job))), ...indented(below), ''].join(
    '\n',
  );
}

/** The same as a section of Markdown. */
export function section(job) {
  const [head, ...rows] = cellsOf(job);
  const line = (cells) => `| ${cells.map((cell) => cell.replaceAll('|', '\\|')).join(' | ')} |`;
  const noisy = isTooNoisy(job)
    ? ['The machine was too noisy to conclude: the floor itself varied by more than half.']
    : [];
  const below = [
    ...(job.note ? [job.note] : []),
    ...(job.growth ? [grown(job.growth)] : []),
    ...noisy,
    ...(job.notes ?? []),
  ];
  const table = [line(head), line(head.map(() => '---')), ...rows.map(line)];
  return [`### ${job.title}`, '', ...table, '', ...below.flatMap((one) => [`- ${one}`]), ''].join('\n');
}

function cellsOf({ rows, table }) {
  if (table) return table;
  const [floor] = rows;
  return [
    ['', 'wall', 'CPU', 'peak', 'ratio', 'spread', 'budget'],
    ...rows.map((row) => {
      const { ratio, low, high } = ratioTo(floor, row);
      const spread = `${low.toFixed(2)} to ${high.toFixed(2)}`;
      const budget = row.budget === undefined ? '' : `${row.budget} × ${verdict(floor, row)}`;
      return [row.name, ms(row.median), ms(row.cpu), mib(row.peak), `${ratio.toFixed(2)} ×`, spread, budget];
    }),
  ];
}

function isTooNoisy({ rows }) {
  return rows !== undefined && isNoisy(rows[0]);
}

function grown(points) {
  const sizes = points.map(([size]) => size.toLocaleString('en')).join(', ');
  return `grows with exponent ${exponent(points).toFixed(2)} over sizes ${sizes}`;
}

function ms(value) {
  return value === undefined ? '?' : `${value.toFixed(value < 100 ? 1 : 0)} ms`;
}

function mib(value) {
  return value === undefined ? '?' : `${Math.round(value)} MiB`;
}

function indented(lines) {
  return lines.map((line) => `  ${line}`);
}

function aligned(cells) {
  const widths = cells[0].map((_, i) => Math.max(...cells.map((row) => row[i].length)));
  return cells.map((row) =>
    row.map((cell, i) => (i === 0 ? cell.padEnd(widths[i]) : cell.padStart(widths[i]))).join('  '),
  );
}
