// What is made of measured numbers: medians, ratios, growth and whether they allow a conclusion. Pure.

/** How far the floor may vary, highest by lowest without the outer tenths, before nothing can be concluded from a ratio to it. */
export const noisyFrom = 1.5;

/** Times in ms, in the order of the rounds; `low` and `high` leave out the outer tenths. */
export function summary(times) {
  const sorted = [...times].sort((a, b) => a - b);
  const at = (share) => sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * share))];
  return { median: median(times), low: at(0.1), high: at(0.9), rounds: sorted.length, times };
}

/** NaN for no numbers at all. */
export function median(numbers) {
  const sorted = [...numbers].sort((a, b) => a - b);
  const middle = sorted.length / 2;
  return Number.isInteger(middle) ? (sorted[middle - 1] + sorted[middle]) / 2 : sorted[Math.floor(middle)];
}

/**
 * A row beside its floor, of times, or of rates where more is better. The spread is that of the rounds taken pairwise: what slows a
 * whole round slows both and is no spread.
 */
export function ratioTo(floor, row, isRate = false) {
  const pairs = row.times.map((time, i) => (isRate ? floor.times[i] / time : time / floor.times[i]));
  const { low, high } = summary(pairs);
  return { ratio: isRate ? floor.median / row.median : row.median / floor.median, low, high };
}

export function isNoisy(floor) {
  return floor.high / floor.low > noisyFrom;
}

/** `met`, `missed`, or nothing where there is no budget; `not concluded` where the floor is noisy or the spread has the budget within it. */
export function verdict(floor, row, isRate = false) {
  if (row.budget === undefined) return undefined;
  if (isNoisy(floor)) return 'not concluded';
  const { low, high, ratio } = ratioTo(floor, row, isRate);
  if (low <= row.budget && row.budget < high) return 'not concluded';
  return (isRate ? ratio >= row.budget : ratio <= row.budget) ? 'met' : 'missed';
}

/** Of what has a limit by itself (memory, a time that somebody waits): met or missed by every round but the outer tenths. */
export function within(values, limit) {
  const { low, high } = summary(values);
  if (high <= limit) return 'met';
  return low > limit ? 'missed' : 'not concluded';
}

/** The slope of log(time) over log(size) by least squares: 0 is flat, 1 is linear. `points`: [[size, ms]], sizes that differ. */
export function exponent(points) {
  const logs = points.map(([size, time]) => [Math.log(size), Math.log(time)]);
  const mean = (i) => logs.reduce((sum, point) => sum + point[i], 0) / logs.length;
  const [x, y] = [mean(0), mean(1)];
  const over = logs.reduce((sum, [a, b]) => sum + (a - x) * (b - y), 0);
  return over / logs.reduce((sum, [a]) => sum + (a - x) ** 2, 0);
}
