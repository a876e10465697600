// Crashes the test's PostgreSQL and starts it again on the same data, with the words of its last start.
// node server.js stop|start HOME
import { spawn } from 'node:child_process';
import { existsSync, openSync, readFileSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';

const [, , word, home] = process.argv;
const data = join(home, 'data');
const pidFile = join(data, 'postmaster.pid');

if (word === 'stop') {
  const pid = Number(readFileSync(pidFile, 'utf8').split('\n')[0]);
  // At once: what is not durable by now is lost.
  process.kill(pid, 'SIGQUIT');
  while (existsSync(pidFile)) await sleep(50);
} else {
  const words = readFileSync(join(data, 'postmaster.opts'), 'utf8').trim();
  const [program, ...rest] = words.match(/"[^"]*"|\S+/g).map((one) => one.replace(/^"|"$/g, ''));
  const { uid, gid } = statSync(data);
  const owner = process.getuid() === uid ? {} : { uid, gid };
  const log = openSync(join(home, 'log'), 'a');
  spawn(program, rest, { ...owner, cwd: home, detached: true, stdio: ['ignore', log, log] }).unref();
  const isReady = () => existsSync(pidFile) && readFileSync(pidFile, 'utf8').split('\n')[7]?.trim() === 'ready';
  for (let waited = 0; !isReady(); waited += 50) {
    if (waited > 30_000) throw new Error('the server did not come back');
    await sleep(50);
  }
}
