// Whole processes, timed from outside, in turn: A B C A B C …, so that a machine that slows down slows all of them.
import { spawnSync } from 'node:child_process';

/**
 * One warm-up and `rounds` counted rounds of every contender: `{name, command: [file, ...args], exit?}`.
 * A contender that ends with another status than `exit` (0) stops the benchmark: a fast failure is no result.
 */
export function interleaved(contenders, rounds) {
  const times = new Map(contenders.map(({ name }) => [name, []]));
  for (let round = -1; round < rounds; round++) {
    for (const { name, command, exit = 0, env } of contenders) {
      const ms = timeOf(command, exit, env);
      if (round >= 0) times.get(name).push(ms);
    }
  }
  return contenders.map((contender) => ({ ...contender, ...summary(times.get(contender.name)) }));
}

function timeOf([file, ...args], exit, env) {
  const begun = process.hrtime.bigint();
  // Output goes through a pipe: some programs stop early when they see /dev/null.
  const { status, error, stderr } = spawnSync(file, args, {
    env: { ...process.env, ...env },
    maxBuffer: 2 ** 30,
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  const ms = Number(process.hrtime.bigint() - begun) / 1e6;
  if (error) throw error;
  if (status !== exit) throw new Error(`${file} ${args.join(' ')} ended with ${status}: ${stderr}`);
  return ms;
}

export function summary(times) {
  const sorted = [...times].sort((a, b) => a - b);
  const at = (share) => sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * share))];
  return { median: at(0.5), low: at(0.1), high: at(0.9), rounds: sorted.length };
}

/** Told by the process itself at its end: the most that it held at any time, beside a budget in MiB; and what it printed. */
export function peakOf([node, ...args], budget) {
  const tell = 'process.on("exit",()=>process.stderr.write("peak "+process.resourceUsage().maxRSS))';
  const { stdout, stderr } = spawnSync(
    node,
    ['--import', `data:text/javascript,${encodeURIComponent(tell)}`, ...args],
    {
      encoding: 'utf8',
    },
  );
  const peak = Math.round(Number(/peak (\d+)/.exec(stderr)?.[1]) / 1024);
  return {
    told: stdout,
    peak: `dedupe held at most ${peak} MiB: budget ${budget} MiB ${peak <= budget ? 'met' : 'MISSED'}`,
  };
}
