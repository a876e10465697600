// Is an address that nobody can ask, or a port that nobody can listen on, told as what it is before anything is started?
import { expect, test } from 'vitest';
import { drillSettings } from '../../src/config/drill-keys.ts';

const isTaken = (listen: string, upstream: string, receiver = upstream) =>
  drillSettings().safeParse({ receivers: [receiver], proxy: { listen, upstream } }).success;

test.each(['http://127.0.0.1:99999', 'http://[::1', 'http://%', 'http://'])('%s is no address', (bad) => {
  expect(isTaken('127.0.0.1:0', bad)).toBe(false);
  expect(isTaken('127.0.0.1:0', 'http://target.example', bad)).toBe(false);
});

test.each(['127.0.0.1:99999', '127.0.0.300:1', '[::1]:70000'])('nobody can listen on %s', (bad) => {
  expect(isTaken(bad, 'http://target.example')).toBe(false);
});

test('ordinary ones are taken', () => {
  for (const listen of ['127.0.0.1:65535', 'localhost:0', '[::1]:8080'])
    expect(isTaken(listen, 'https://target.example:8443/base')).toBe(true);
});
