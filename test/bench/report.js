// One table of one job: the floor, what was measured, the ratio with its spread, and the budget where there is one.

/**
 * `{title, note?, rows: [{name, median, low, high, rounds, budget?}]}`; the first row is the floor. What is no time comes as
 * `{title, table: [[text]], notes?}`.
 */
export function report({ title, note, rows, table, notes = [] }) {
  if (table) return [title, ...aligned(table), ...notes.map((one) => `  ${one}`), ''].join('\n');
  const [floor] = rows;
  const cells = rows.map((row) => [
    row.name,
    `${row.median.toFixed(row.median < 100 ? 1 : 0)} ms`,
    `${(row.median / floor.median).toFixed(2)} ×`,
    `${(row.low / floor.median).toFixed(2)} to ${(row.high / floor.median).toFixed(2)}`,
    row.budget === undefined
      ? ''
      : `budget ${row.budget} × ${row.median / floor.median <= row.budget ? 'met' : 'MISSED'}`,
  ]);
  const lines = aligned(cells);
  const noisy =
    floor.high / floor.low > 1.5
      ? ['  the machine was too noisy to conclude: the floor itself varied by more than half']
      : [];
  return [title, ...(note ? [`  ${note}`] : []), ...lines, ...noisy, ''].join('\n');
}

function aligned(cells) {
  const widths = cells[0].map((_, i) => Math.max(...cells.map((row) => row[i].length)));
  return cells.map(
    (row) => `  ${row.map((cell, i) => (i === 0 ? cell.padEnd(widths[i]) : cell.padStart(widths[i]))).join('  ')}`,
  );
}
