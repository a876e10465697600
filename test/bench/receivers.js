// Receivers of Slack events that make work of them: the reference, and the same intake in front of other queues.
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { hasProgram, isInstalled } from './machine.js';
import { freePort, started } from './processes.js';

const bin = fileURLToPath(new URL('../../bin/dedupe.js', import.meta.url));
const intake = fileURLToPath(new URL('drill/intake.js', import.meta.url));

/** Not a secret: it signs made-up events on loopback. */
export const secret = ['only', 'for', 'benchmarks'].join('-');

/** `{port, process}` on a database of its own. */
export async function dedupeServe(url) {
  const port = await freePort();
  const words = ['serve', '--database', url, '--app', 'A08SUPPORTB', '--listen', `127.0.0.1:${port}`];
  const env = { DEDUPE_SIGNING_SECRET: secret };
  const process_ = await started([process.execPath, bin, ...words], { env, ready: 'listening' });
  return { port, process: process_ };
}

/** The least that could be between a request and that statement. */
export async function bareStatement(url, statement, atEnd) {
  const folder = folderWithSecret(atEnd);
  return receiver('bare-statement', { DATABASE: url, STATEMENT: statement }, folder, atEnd);
}

/** Those that can run here: `[{name, settings, port, process}]`; `atEnd` is given what has to be done afterwards. */
export async function otherQueues(databases, atEnd) {
  const folder = folderWithSecret(atEnd);
  const redis = hasProgram('redis-server') && isInstalled('bullmq') ? await redisServer(atEnd, 'always') : undefined;
  const names = ['pg-boss', 'graphile-worker'].filter(isInstalled);
  const found = [];
  for (const name of [...names, ...(redis ? ['bullmq'] : [])]) {
    const env = { STORE_PORT: String(redis), DATABASE: '' };
    if (name !== 'bullmq') env.DATABASE = await databases.empty(`intake_${name.replace('-', '_')}`);
    found.push(await receiver(name, env, folder, atEnd));
  }
  return found;
}

async function receiver(queue, env, cwd, atEnd) {
  const port = await freePort();
  const { title, settings } = await import(`./drill/queues/${queue}.js`);
  const own = { ...env, QUEUE: queue, PORT: String(port) };
  const process_ = await started([process.execPath, intake], { env: own, cwd, ready: 'listening' });
  atEnd(() => process_.stop());
  return { name: title, settings, port, process: process_ };
}

function folderWithSecret(atEnd) {
  const folder = mkdtempSync(join(tmpdir(), 'dedupe-bench-'));
  atEnd(() => rmSync(folder, { recursive: true, force: true }));
  writeFileSync(join(folder, 'secret.txt'), secret);
  return folder;
}

/** Its port. `fsync`: `always` has every write on the disk before it is answered, `everysec` a second later. */
export async function redisServer(atEnd, fsync) {
  const folder = mkdtempSync(join(tmpdir(), 'dedupe-bench-redis-'));
  const port = await freePort();
  const limits = ['--appendonly', 'yes', '--appendfsync', fsync, '--save', '', '--maxmemory-policy', 'noeviction'];
  const place = ['--port', String(port), '--bind', '127.0.0.1', '--dir', folder];
  const process_ = await started(['redis-server', ...place, ...limits], { ready: 'Ready to accept connections' });
  atEnd(async () => {
    await process_.stop();
    rmSync(folder, { recursive: true, force: true });
  });
  return port;
}
