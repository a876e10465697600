// Are a proxy, a file and a credential that cannot be meant told by name, without their value, and what can be meant taken?
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { createClient } from '../../src/targets/http/client.ts';
import { credential } from '../../src/targets/http/settings.ts';
import { proxyFor, tlsOf } from '../../src/targets/http/way.ts';

const world = (env: Record<string, string>) => ({ name: 'acme', env, folder: '/' });
const secret = 'a-secret-of-this-test';

test.each([
  `http://app:${secret}@proxy.example:99999`,
  `http://app:${secret}%ZZ@proxy.example:3128`,
  `http://[::1`,
  `ftp://${secret}.example`,
  'http://',
])('a proxy that is none stops the target when it is opened, and is not shown', (HTTPS_PROXY) => {
  const open = () => createClient({ url: 'https://acme.example' }, {}, world({ HTTPS_PROXY }));
  expect(open).toThrow('target acme: HTTPS_PROXY is no address of a proxy');
  expect(open).not.toThrow(secret);
  // It is not on the way of this one.
  expect(() => createClient({ url: 'http://acme.example' }, {}, world({ HTTPS_PROXY }))).not.toThrow();
});

test('proxies as other programs take them', () => {
  expect(proxyFor('http:', world({ http_proxy: 'proxy.example:3128' }))).toBe('http://proxy.example:3128');
  expect(proxyFor('https:', world({ HTTP_PROXY: 'http://p:1', https_proxy: 'socks5://u:%40@q:2' }))).toBe(
    'socks5://u:%40@q:2',
  );
  expect(proxyFor('https:', world({ HTTP_PROXY: 'http://p:1' }))).toBe('http://p:1');
  expect(proxyFor('http:', world({ HTTPS_PROXY: 'http://p:1', http_proxy: '' }))).toBeUndefined();
});

test('a file that is no certificate or no key is told by its name', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'dedupe-way-'));
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }));
  writeFileSync(join(folder, 'text.pem'), 'no certificate');
  const of = (name: string) => tlsOf({ url: 'https://x', [name]: 'text.pem' }, { ...world({}), folder });
  await expect(of('ca_file')).rejects.toThrow('target acme: text.pem is no certificate in PEM');
  await expect(of('cert_file')).rejects.toThrow('text.pem is no certificate in PEM');
  await expect(of('key_file')).rejects.toThrow('text.pem is no key in PEM');
  await expect(tlsOf({ url: 'https://x', ca_file: 'none.pem' }, world({}))).rejects.toThrow('none.pem cannot be read');
  expect(await tlsOf({ url: 'https://x' }, world({}))).toEqual({});
});

test('a credential that no header can carry is told before anything is sent', () => {
  expect(() => credential(world({ T: `${secret}\nX: y` }), 'T')).toThrow('acme: T holds a line break');
  expect(credential(world({ T: `${secret}\n` }), 'T')).toBe(secret);
});
