// Starts, pauses and kills the processes that processes.json in the working directory names. The hooks of the drills call it.
// node processes.js start|restart|stop|kill|pause|resume NAME…
import { spawn } from 'node:child_process';
import { closeSync, existsSync, openSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { setTimeout as sleep } from 'node:timers/promises';

const [, , word, ...names] = process.argv;
const known = JSON.parse(readFileSync('processes.json', 'utf8'));

const signals = { stop: 'SIGTERM', kill: 'SIGKILL', pause: 'SIGSTOP', resume: 'SIGCONT' };
for (const name of names) {
  if (word === 'start') await start(name);
  else if (word === 'restart') {
    await end(name, 'SIGKILL');
    await start(name);
  } else if (word === 'stop' || word === 'kill') await end(name, signals[word]);
  else process.kill(pidOf(name), signals[word]);
}

async function start(name) {
  const { file = process.execPath, words, env, ready, says = '' } = known[name];
  const log = openSync(`${name}.log`, 'a');
  const before = readFileSync(`${name}.log`, 'utf8').length;
  const child = spawn(file, words, {
    env: { ...process.env, ...env },
    detached: true,
    stdio: ['ignore', log, log],
  });
  closeSync(log);
  writeFileSync(`${name}.pid`, String(child.pid));
  child.unref();
  for (let waited = 0; !new RegExp(ready).test(readFileSync(`${name}.log`, 'utf8').slice(before)); waited += 50) {
    if (!isAlive(child.pid) || waited > 30_000) throw new Error(`${name} did not start`);
    await sleep(50);
  }
  if (says !== '') console.log(says);
}

async function end(name, signal) {
  if (!existsSync(`${name}.pid`)) return;
  const pid = pidOf(name);
  if (isAlive(pid)) process.kill(pid, signal);
  for (let waited = 0; isAlive(pid); waited += 50) {
    if (waited > 20_000) process.kill(pid, 'SIGKILL');
    await sleep(50);
  }
  rmSync(`${name}.pid`);
}

function pidOf(name) {
  return Number(readFileSync(`${name}.pid`, 'utf8'));
}

/** One that has ended and that nobody has asked about yet still has its number. */
function isAlive(pid) {
  try {
    process.kill(pid, 0);
    return !/^State:\s*Z/m.test(existsSync(`/proc/${pid}/status`) ? readFileSync(`/proc/${pid}/status`, 'utf8') : '');
  } catch {
    return false;
  }
}
