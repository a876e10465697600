// Does a connection reach the database and log in as its address says, and refuse what it cannot?
import { expect, onTestFinished, test } from 'vitest';
import { openRedis } from '../../src/redis/open.ts';
import { useRedis } from '../queues/redis-server.ts';

const server = useRedis('source-bullmq');

function reader(change: (url: URL) => void, password?: string) {
  const url = new URL(server.url);
  change(url);
  const redis = openRedis(url.href, password);
  onTestFinished(() => redis.close());
  return redis;
}

test('the database of the address is the one that is read', async () => {
  await server.admin.select(3);
  await server.admin.set('bull:x', 'three');
  await server.admin.select(0);
  await server.admin.set('bull:x', 'zero');
  expect(await reader((url) => Object.assign(url, { pathname: '/3' })).ask('GET', 'bull:x')).toBe('three');
  expect(await reader(() => {}).ask('GET', 'bull:x')).toBe('zero');
});

test('a database that the server does not have is no database 0', async () => {
  const redis = reader((url) => Object.assign(url, { pathname: '/99' }));
  await expect(redis.ask('GET', 'bull:x')).rejects.toMatchObject({ code: 'DEDUPE_QUEUE_REFUSED' });
  await expect(redis.askAll([['GET', 'bull:x']])).rejects.toThrow('has no database 99');
});

test('what is no number behind the host is told before anybody is asked', () => {
  expect(() => openRedis('redis://127.0.0.1:1/jobs')).toThrow('the number of the database');
  expect(() => openRedis('redis://[')).toThrow('cannot be read');
});

test('a password from elsewhere belongs to the user of the address', async () => {
  await server.admin.set('bull:x', 'zero');
  const { password } = new URL(server.url);
  const redis = reader((url) => Object.assign(url, { password: '' }), password);
  expect(await redis.ask('GET', 'bull:x')).toBe('zero');
  const wrong = reader((url) => Object.assign(url, { password: '' }), 'another');
  await expect(wrong.ask('GET', 'bull:x')).rejects.toMatchObject({ code: 'DEDUPE_QUEUE_REFUSED' });
});
