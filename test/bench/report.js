// One table of one job: the floor, what was measured, the ratio with its spread, and the budgets where there are any. Pure.
import { exponent, isNoisy, ratioTo, verdict, within } from './stats.js';

/**
 * `{title, note?, rows: [{name, times, median, low, high, cpu?, peak?, peaks?, budget?, limitMs?, memory?, setting?}]}` in ms and MiB; the first
 * row is the floor. `memory` and `limitMs` are budgets by themselves; `setting` says how a peer was set. With `rate: {of, count?}` times are
 * those for `count` things (1), shown and compared as rates. `growth: [[size, ms]]` and `memoryGrowth: [[size, MiB]]` add the exponents.
 * What is no time comes as `{title, table: [[text]], notes?}`.
 */
export function report(job) {
  const above = job.note ? [job.note] : [];
  return [job.title, ...indented(above), ...indented(aligned(cellsOf(job))), ...indented(below(job)), ''].join('\n');
}

/** The same as a section of Markdown. */
export function section(job) {
  const [head, ...rows] = cellsOf(job);
  const line = (cells) => `| ${cells.map((cell) => cell.replaceAll('|', '\\|')).join(' | ')} |`;
  const table = [line(head), line(head.map(() => '---')), ...rows.map(line)];
  const said = [...(job.note ? [job.note] : []), ...below(job)];
  return [`### ${job.title}`, '', ...table, '', ...said.flatMap((one) => [`- ${one}`]), ''].join('\n');
}

function below({ rows, growth, memoryGrowth, notes = [] }) {
  const noisy = rows !== undefined && isNoisy(rows[0]);
  return [
    ...(growth ? [grown('', growth)] : []),
    ...(memoryGrowth ? [grown('memory ', memoryGrowth)] : []),
    ...(noisy ? ['the machine was too noisy to conclude: the floor itself varied by more than half'] : []),
    ...(rows ?? []).flatMap(({ name, setting }) => (setting ? [`${name}: ${setting}`] : [])),
    ...notes,
  ];
}

function cellsOf({ rows, table, rate }) {
  if (table) return table;
  const [floor] = rows;
  const isRate = rate !== undefined;
  const shown = ({ median }) => (isRate ? perSecond(median, rate) : ms(median));
  return [
    ['', isRate ? `${rate.of}/s` : 'wall', 'CPU', 'peak', 'ratio', 'spread', 'budget'],
    ...rows.map((row) => {
      const { ratio, low, high } = ratioTo(floor, row, isRate);
      const spread = `${low.toFixed(2)} to ${high.toFixed(2)}`;
      return [
        row.name,
        shown(row),
        ms(row.cpu),
        mib(row.peak),
        `${ratio.toFixed(2)} ×`,
        spread,
        budgets(floor, row, isRate),
      ];
    }),
  ];
}

function budgets(floor, row, isRate) {
  const { budget, limitMs, memory, times, peaks } = row;
  return [
    ...(budget === undefined ? [] : [`${budget} × ${verdict(floor, row, isRate)}`]),
    ...(limitMs === undefined ? [] : [`${limitMs} ms ${within(times, limitMs)}`]),
    ...(memory === undefined ? [] : [`${memory} MiB ${peaks === undefined ? 'not known' : within(peaks, memory)}`]),
  ].join(', ');
}

function grown(what, points) {
  const sizes = points.map(([size]) => size.toLocaleString('en')).join(', ');
  return `${what}grows with exponent ${exponent(points).toFixed(2)} over sizes ${sizes}`;
}

function perSecond(median, { count = 1 }) {
  const rate = (1000 * count) / median;
  return rate < 100 ? rate.toFixed(1) : Math.round(rate).toLocaleString('en');
}

function ms(value) {
  if (value === undefined) return '?';
  return `${value.toFixed(value < 10 ? 2 : value < 100 ? 1 : 0)} ms`;
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
