// A Redis of one's own on loopback, in memory only; with what an account that may only read is allowed.
import { spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { setTimeout as sleep } from 'node:timers/promises';
import { Redis } from 'ioredis';
import { afterAll, beforeAll, beforeEach } from 'vitest';
import { sourceTexts } from '../../src/advice/sources/index.ts';
import { freePort } from '../free-port.ts';

interface TestRedis {
  readonly admin: Redis;
  /** The address of the account that `dedupe explain source-NAME` prints, as it prints it. */
  reader(id: string): Promise<string>;
  stop(): Promise<void>;
}

/** One for all tests of a file, which are skipped where none is installed. `url`: of the account `source-ID`. */
export function useRedis(id: string): { readonly admin: Redis; readonly url: string } {
  const isHere = spawnSync('redis-server', ['--version']).error === undefined;
  const used = {} as { admin: Redis; url: string };
  let server: TestRedis | undefined;
  beforeAll(async () => {
    if (!isHere) return;
    server = await startRedis();
    Object.assign(used, { admin: server.admin, url: await server.reader(id) });
  });
  afterAll(() => server?.stop());
  beforeEach((context) => {
    if (!isHere) context.skip('needs redis-server');
  });
  return used;
}

async function startRedis(): Promise<TestRedis> {
  const port = await freePort();
  const options = ['--port', String(port), '--bind', '127.0.0.1', '--save', '', '--appendonly', 'no'];
  const server = spawn('redis-server', options, { stdio: 'ignore' });
  const failed = once(server, 'error').then(([error]) => Promise.reject(error as Error));
  const admin = new Redis({ host: '127.0.0.1', port, lazyConnect: false, retryStrategy: () => 50 });
  admin.on('error', () => {});
  await Promise.race([admin.ping(), failed]);
  return {
    admin,
    async reader(id) {
      const line = sourceTexts
        .find((text) => text.id === id)
        ?.advice?.example?.code.find((one) => one.includes('SETUSER'));
      const [, ...words] = (line ?? '')
        .replace(/^redis-cli /, '')
        .replaceAll("'", '')
        .split(' ');
      await admin.call('ACL', ...words);
      return `redis://dedupe_ro:PASSWORD@127.0.0.1:${port}`;
    },
    async stop() {
      admin.disconnect();
      server.kill('SIGTERM');
      if (server.exitCode === null) await Promise.race([once(server, 'exit'), sleep(3000)]);
    },
  };
}

/** Every key with its value and whether it expires: what a reader must leave as it was. */
export async function dumpOf(admin: Redis): Promise<Record<string, string>> {
  const keys = (await admin.keys('*')).sort();
  const entries = await Promise.all(
    keys.map(async (key) => [key, `${(await admin.pttl(key)) >= 0} ${await storedUnder(admin, key)}`] as const),
  );
  return Object.fromEntries(entries);
}

/** What must still be there: a key that was to expire by itself may have done so meanwhile. */
export function lasting(before: Record<string, string>, after: Record<string, string>): Record<string, string> {
  return Object.fromEntries(Object.entries(before).filter(([key, text]) => key in after || !text.startsWith('true ')));
}

/** Redis moves the entries of a hash or a set about by itself, which its own dump shows. */
async function storedUnder(admin: Redis, key: string): Promise<string> {
  const type = await admin.type(key);
  if (type === 'hash') return JSON.stringify(Object.entries(await admin.hgetall(key)).sort());
  if (type === 'set') return JSON.stringify((await admin.smembers(key)).sort());
  return ((await admin.dumpBuffer(key)) as Buffer | null)?.toString('base64') ?? '';
}

export interface Stored {
  readonly type: string;
  readonly value: unknown;
}

/** A snapshot of a sample, as it lay in Redis. */
export async function load(admin: Redis, snapshot: Readonly<Record<string, Stored>>): Promise<void> {
  await admin.flushall();
  for (const [key, { type, value }] of Object.entries(snapshot)) {
    if (type === 'hash') await admin.hset(key, value as Record<string, string>);
    else if (type === 'string') await admin.set(key, String(value));
    else if (type === 'list') await admin.rpush(key, ...(value as string[]));
    else if (type === 'set') await admin.sadd(key, ...(value as string[]));
    else if (type === 'zset')
      for (const { member, score } of value as { member: string; score: string }[])
        await admin.zadd(key, score, member);
    else if (type === 'stream')
      for (const { id, fields } of value as { id: string; fields: Record<string, string> }[])
        await admin.xadd(key, id, ...Object.entries(fields).flat());
  }
}
