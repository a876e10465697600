// One recording: real processes on a database of their own, everything they write kept, and their end waited for.
import { spawn } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { once } from 'node:events';
import { createInterface } from 'node:readline';
import { setTimeout as sleep } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { statement } from './postgres.js';
import { dump, prepare } from './schema.js';
import { deliver, place } from './slack.js';

const programs = new URL('../programs/', import.meta.url);
const version = '3.7.1';

export async function openStage(server, id) {
  const database = await server.createDatabase(id);
  await prepare(database);
  const secrets = { signingSecret: randomBytes(16).toString('hex'), digestKey: randomBytes(16).toString('hex') };
  /** By file name: lines in the order in which they arrived from all processes that write there. */
  const logs = {};
  const running = [];
  /** What the programs stand on; ended after them. */
  const grounds = [];

  /** Starts a program and waits until it says that it is ready. */
  async function start(program, config, log = 'app.log') {
    const settings = { database, version, appId: place.app, ...secrets, ...config };
    const child = spawn(process.execPath, [fileURLToPath(new URL(`${program}.js`, programs))], {
      env: { ...process.env, RECORD_CONFIG: JSON.stringify(settings) },
      stdio: ['ignore', 'pipe', 'inherit', 'ipc'],
    });
    logs[log] ??= [];
    const written = once(
      createInterface(child.stdout).on('line', (line) => logs[log].push(line)),
      'close',
    );
    const exited = once(child, 'exit');
    const over = Promise.all([written, exited]);
    const [message] = await Promise.race([
      once(child, 'message'),
      over.then(() => Promise.reject(new Error(`${program} ended before it was ready`))),
    ]);
    const handle = {
      url: message.ready,
      exited: over,
      async stop() {
        if (child.exitCode === null && child.signalCode === null) child.kill('SIGTERM');
        const [, [code, signal]] = await over;
        if (code !== 0 && signal !== 'SIGKILL') throw new Error(`${program} ended with ${code ?? signal}`);
      },
    };
    running.push(handle);
    return handle;
  }

  return {
    start,
    atEnd: (stop) => grounds.push(stop),
    /** Waits until a query gives a row. */
    async until(text) {
      const end = Date.now() + 60_000;
      while ((await statement(database, text)).rowCount === 0) {
        if (Date.now() > end) throw new Error(`did not come true in a minute: ${text}`);
        await sleep(100);
      }
    },
    deliver: (url, payload, options) => deliver(url, payload, secrets.signingSecret, options),
    /** Ends all programs in the order in which they were started, and gives what is left of them. */
    async close() {
      for (const each of running) await each.stop();
      for (const stop of grounds) await stop();
      return { logs, rows: await dump(database) };
    },
  };
}
