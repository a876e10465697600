// Whole processes, timed from outside, and calls into what runs already, in turn: A B C A B C …, so that a machine that slows down
// slows all of them.
import { spawnSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { median, summary } from './stats.js';

/** GNU time asks the system for what a child used (wait4), which Node cannot; without it CPU time and memory stay unknown. */
const timer = '/usr/bin/time';
export const hasTimer = spawnSync(timer, ['-q', '-f', '%U', 'true']).status === 0;

/** After this long a table ends with the rounds that it has, if they are `fewest`: a slow machine gets fewer rounds, not hours. */
const usual = { patienceMs: 40_000, fewest: 3, warmUp: true };

/**
 * One warm-up and up to `rounds` counted rounds of every contender: `{name, command: [file, ...args], exit?, env?, cwd?}`. Adds `median`, `low`, `high`
 * and `times` (wall, ms), `cpu` (ms, in steps of 10), `peaks` and `peak` (MiB, the most of any process of it).
 * A contender with `rounds` of its own takes part in the first ones only, and in the warm-up only when it has several: what takes a hundred
 * times the floor need not be exact. `pace` is for what takes long: `patienceMs` and `fewest` as above, and no `warmUp` where smaller data was
 * read just before. With `keep` the row has what it printed, as `told`. One that ends with another status than `exit` (0) stops the job: a fast failure is no result.
 */
export function interleaved(contenders, rounds, pace) {
  const taken = contenders.map(() => []);
  for (const { round, i } of turns(contenders, rounds, pace)) {
    const used = timed(contenders[i]);
    if (round >= 0) taken[i].push(used);
  }
  return contenders.map((contender, i) => ({ ...contender, ...figures(taken[i], contender) }));
}

/** The same for contenders that are `{name, call}`: `call()` gives `{ms, cpu?, peak?}`, in its own process or told by another one. */
export async function interleavedCalls(contenders, rounds) {
  const taken = contenders.map(() => []);
  for (const { round, i } of turns(contenders, rounds)) {
    const used = await contenders[i].call();
    if (round >= 0) taken[i].push(used);
  }
  return contenders.map(({ call, ...contender }, i) => ({ ...contender, ...figures(taken[i], contender) }));
}

function* turns(contenders, rounds, pace) {
  const { patienceMs, fewest, warmUp } = { ...usual, ...pace };
  const begun = performance.now();
  for (let round = warmUp ? -1 : 0; round < rounds; round++) {
    if (round >= fewest && performance.now() - begun > patienceMs) return;
    for (const [i, { rounds: own = rounds }] of contenders.entries())
      if (round < own && (round >= 0 || own > 1)) yield { round, i };
  }
}

function figures(runs, { keep }) {
  const of = (name) => runs.map((run) => run[name]).filter((value) => value !== undefined);
  const [cpu, peaks] = [of('cpu'), of('peak')];
  return {
    ...summary(of('ms')),
    ...(keep && { told: runs.at(-1).stdout }),
    ...(cpu.length > 0 && { cpu: median(cpu) }),
    ...(peaks.length > 0 && { peaks, peak: Math.max(...peaks) }),
  };
}

/** One run: `{ms, cpu?, peak?, stdout}`. */
export function timed({ command, exit = 0, env, cwd }) {
  const folder = mkdtempSync(join(tmpdir(), 'dedupe-time-'));
  try {
    const told = join(folder, 'used');
    const [file, ...args] = hasTimer ? [timer, '-q', '-o', told, '-f', '%U %S %M', ...command] : command;
    const begun = process.hrtime.bigint();
    // Output goes through a pipe: some programs stop early when they see /dev/null.
    const { status, error, stdout, stderr } = spawnSync(file, args, {
      env: { ...process.env, ...env },
      ...{ cwd, encoding: 'utf8', maxBuffer: 2 ** 30, timeout: 300_000 },
      stdio: ['ignore', 'pipe', 'pipe'],
    });
    const ms = Number(process.hrtime.bigint() - begun) / 1e6;
    if (error) throw error;
    if (status !== exit) throw new Error(`${command.join(' ').slice(0, 500)} ended with ${status}: ${stderr}`);
    if (!hasTimer) return { ms, stdout };
    const [user, system, kilobytes] = readFileSync(told, 'utf8').trim().split(' ').map(Number);
    return { ms, cpu: (user + system) * 1000, peak: kilobytes / 1024, stdout };
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

/** Time and CPU time of `times` calls one after the other in this process, for one of them. */
export async function repeated(times, work) {
  const cpu = process.cpuUsage();
  const begun = performance.now();
  for (let i = 0; i < times; i++) await work(i);
  const ms = performance.now() - begun;
  const { user, system } = process.cpuUsage(cpu);
  return { ms: ms / times, cpu: (user + system) / 1000 / times };
}
