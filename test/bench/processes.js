// Programs that run beside a job: started, ready, asked what they use, and ended with it.
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { readFileSync } from 'node:fs';
import { createServer } from 'node:net';

/** Resolves when it has said `ready` on either of its outputs; rejects with what it said when it ends before. */
export async function started(command, { env, cwd, ready }) {
  const [file, ...args] = command;
  const child = spawn(file, args, { cwd, env: { ...process.env, ...env }, stdio: ['ignore', 'pipe', 'pipe'] });
  const ended = once(child, 'close');
  let said = '';
  await new Promise((resolve, reject) => {
    const hear = (part) => {
      said = (said + part).slice(-10_000);
      if (said.includes(ready)) resolve();
    };
    child.stdout.on('data', hear);
    child.stderr.on('data', hear);
    child.once('error', reject);
    child.once('close', (code) => reject(new Error(`${command.join(' ')} ended with ${code}: ${said}`)));
  });
  return {
    pid: child.pid,
    said: () => said,
    async stop() {
      child.kill('SIGTERM');
      await ended;
    },
  };
}

/** CPU time in ms and the most memory in MiB since its start, as Linux tells them; nothing elsewhere. */
export function usageOf(pid) {
  try {
    const fields = readFileSync(`/proc/${pid}/stat`, 'utf8').split(') ')[1].split(' ');
    const [user, system] = [Number(fields[11]), Number(fields[12])];
    const peak = Number(/VmHWM:\s+(\d+) kB/.exec(readFileSync(`/proc/${pid}/status`, 'utf8'))[1]);
    // Linux counts in hundredths of a second for every architecture that Node runs on.
    return { cpu: (user + system) * 10, peak: peak / 1024 };
  } catch {
    return {};
  }
}

export async function freePort() {
  const probe = createServer();
  await new Promise((resolve) => probe.listen(0, '127.0.0.1', resolve));
  const { port } = probe.address();
  await new Promise((resolve) => probe.close(resolve));
  return port;
}
