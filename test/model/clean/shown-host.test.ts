// Can a reader tell two configured servers apart that have addresses and no names, behind the gate that masks addresses?
import { expect, test } from 'vitest';
import { shownHost, withShownHosts } from '../../../src/model/clean/shown-host.ts';
import { clean } from '../../../src/model/clean.ts';

test.each([
  ['10.9.8.7', 'ip-10-9-8-7'],
  ['[fd00::1]', 'ip-fd00--1'],
  ['2001:db8::ff00:42:8329', 'ip-2001-db8--ff00-42-8329'],
  ['db.internal', 'db.internal'],
  ['127.0.0.1', '127.0.0.1'],
  ['[::1]', '[::1]'],
  ['', ''],
])('%s is shown as %s, and stays so behind the gate', (host, shown) => {
  expect(shownHost(host)).toBe(shown);
  expect(clean(`cannot reach ${shown}:5432/app`)).toBe(`cannot reach ${shown}:5432/app`);
});

test('in addresses, whoever logs in, and nowhere else', () => {
  const shown = withShownHosts('postgres://reader@10.9.8.7:5432/app?host=1 redis://[fd00::1]:6379/0 project 10.9.8.6');
  expect(shown).toBe('postgres://reader@ip-10-9-8-7:5432/app?host=1 redis://ip-fd00--1:6379/0 project 10.9.8.6');
  expect(clean(shown)).toContain('@ip-10-9-8-7:5432/app');
  expect(clean(shown)).not.toContain('10.9.8.6');
});
