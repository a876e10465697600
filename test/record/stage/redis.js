// A Redis of one's own on loopback, in memory only.
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { setTimeout as sleep } from 'node:timers/promises';
import { Redis } from 'ioredis';
import { freePort } from './postgres.js';

/** @returns {Promise<{ connection: { host: string, port: number }, stop: () => Promise<void> }>} */
export async function startRedis() {
  const port = await freePort();
  const options = ['--port', String(port), '--bind', '127.0.0.1', '--save', '', '--appendonly', 'no'];
  const server = spawn('redis-server', options, { stdio: 'ignore' });
  const failed = once(server, 'error').then(([error]) => Promise.reject(new Error(`redis-server: ${error.message}`)));
  const connection = { host: '127.0.0.1', port };
  await Promise.race([reachable(connection), failed]);
  return {
    connection,
    async stop() {
      server.kill('SIGTERM');
      await once(server, 'exit');
    },
  };
}

async function reachable(connection) {
  for (let tries = 0; ; tries += 1) {
    const client = new Redis({ ...connection, lazyConnect: true, retryStrategy: () => null });
    client.on('error', () => {});
    try {
      await client.connect();
      return await client.quit();
    } catch (error) {
      if (tries > 50) throw error;
      await sleep(100);
    }
  }
}
