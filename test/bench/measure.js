// Whole processes, timed from outside, in turn: A B C A B C …, so that a machine that slows down slows all of them.
import { spawnSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { median, summary } from './stats.js';

/** GNU time asks the system for what a child used (wait4), which Node cannot; without it CPU time and memory stay unknown. */
const timer = '/usr/bin/time';
const hasTimer = spawnSync(timer, ['-q', '-f', '%U', 'true']).status === 0;

/**
 * One warm-up and `rounds` counted rounds of every contender: `{name, command: [file, ...args], exit?}`. Adds `median`, `low`, `high` and `times`
 * (wall, ms), `cpu` (ms, in steps of 10) and `peak` (MiB, the most of any process of it).
 * A contender that ends with another status than `exit` (0) stops the benchmark: a fast failure is no result.
 */
export function interleaved(contenders, rounds) {
  const folder = mkdtempSync(join(tmpdir(), 'dedupe-time-'));
  const taken = contenders.map(() => []);
  try {
    for (let round = -1; round < rounds; round++)
      for (const [i, contender] of contenders.entries()) {
        const used = run(contender, join(folder, 'used'));
        if (round >= 0) taken[i].push(used);
      }
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
  return contenders.map((contender, i) => ({
    ...contender,
    ...summary(taken[i].map(({ ms }) => ms)),
    ...usage(taken[i]),
  }));
}

function usage(runs) {
  if (!hasTimer) return {};
  return { cpu: median(runs.map(({ cpu }) => cpu)), peak: Math.max(...runs.map(({ peak }) => peak)) };
}

function run({ command, exit = 0, env }, told) {
  const [file, ...args] = hasTimer ? [timer, '-q', '-o', told, '-f', '%U %S %M', ...command] : command;
  const begun = process.hrtime.bigint();
  // Output goes through a pipe: some programs stop early when they see /dev/null.
  const { status, error, stderr } = spawnSync(file, args, {
    env: { ...process.env, ...env },
    maxBuffer: 2 ** 30,
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  const ms = Number(process.hrtime.bigint() - begun) / 1e6;
  if (error) throw error;
  if (status !== exit) throw new Error(`${command.join(' ')} ended with ${status}: ${stderr}`);
  if (!hasTimer) return { ms };
  const [user, system, kilobytes] = readFileSync(told, 'utf8').trim().split(' ').map(Number);
  return { ms, cpu: (user + system) * 1000, peak: kilobytes / 1024 };
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
