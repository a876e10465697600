// Two runs, each as `--json` prints it: which ratio became worse by more than the noise of both. Pure.
import { isNoisy, ratioTo } from './stats.js';

/** A change below this share is none, however quiet the machine. */
const least = 0.05;

/**
 * `{slower: [{job, title, name, before, now}], compared: count, unmatched: [text]}`: ratios, not times, since the machine may be another one.
 * Slower is a row whose whole spread is above the whole earlier spread (below it, of rates); what stands in one run only, or has a noisy floor, is unmatched.
 */
export function compare(earlier, later) {
  const before = new Map(rowsOf(earlier).map((one) => [one.key, one]));
  const slower = [];
  let compared = 0;
  const unmatched = [];
  for (const now of rowsOf(later)) {
    const then = before.get(now.key);
    before.delete(now.key);
    if (!then) unmatched.push(`${now.key}: not in the earlier run`);
    else if (then.noisy || now.noisy) unmatched.push(`${now.key}: the machine was too noisy to conclude`);
    else {
      compared++;
      if (isSlower(then, now))
        slower.push({ job: now.job, title: now.title, name: now.name, before: then.ratio, now: now.ratio });
    }
  }
  // A run of some jobs only says nothing about the others.
  const ran = new Set(later.jobs.map(({ name }) => name));
  for (const { key, job } of before.values()) if (ran.has(job)) unmatched.push(`${key}: not in this run`);
  return { slower, compared, unmatched };
}

function isSlower(then, now) {
  if (now.isRate) return now.high < then.low && now.ratio < then.ratio * (1 - least);
  return now.low > then.high && now.ratio > then.ratio * (1 + least);
}

function rowsOf({ jobs }) {
  return jobs.flatMap(({ name: job, tables }) =>
    tables.flatMap(({ title, rate, rows = [] }) => {
      const [floor, ...others] = rows;
      const isRate = rate !== undefined;
      return others.map((row) => ({
        ...{ key: `${job}: ${title}: ${row.name}`, job, title, name: row.name, noisy: isNoisy(floor), isRate },
        ...ratioTo(floor, row, isRate),
      }));
    }),
  );
}
