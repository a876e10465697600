// A private authority and a certificate for the client: whoever is not trusted is told nothing.
import { spawnSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:https';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, onTestFinished, type TestContext, test } from 'vitest';
import { createClient } from '../../../src/targets/http/client.ts';
import { get, NoAnswer } from '../../../src/targets/http/question.ts';

const never = new AbortController().signal;

/** An authority, a certificate of this machine and one of a client, in a folder that goes with the test. */
function certificates(context: TestContext): string {
  const folder = mkdtempSync(join(tmpdir(), 'dedupe-tls-'));
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }));
  const openssl = (...words: string[]) => {
    const { error, status, stderr } = spawnSync('openssl', words, { cwd: folder, encoding: 'utf8' });
    if (error) context.skip('needs openssl');
    if (status !== 0) throw new Error(stderr);
  };
  const fresh = ['-newkey', 'ec', '-pkeyopt', 'ec_paramgen_curve:prime256v1', '-nodes', '-days', '2'];
  openssl('req', '-x509', ...fresh, '-subj', '/CN=authority of a test', '-keyout', 'ca.key', '-out', 'ca.pem');
  writeFileSync(join(folder, 'names'), 'subjectAltName=IP:127.0.0.1');
  for (const name of ['server', 'client']) {
    openssl('req', ...fresh.slice(0, -2), '-subj', `/CN=${name}`, '-keyout', `${name}.key`, '-out', `${name}.csr`);
    const signed = ['-CA', 'ca.pem', '-CAkey', 'ca.key', '-CAcreateserial', '-days', '2', '-extfile', 'names'];
    openssl('x509', '-req', '-in', `${name}.csr`, ...signed, '-out', `${name}.pem`);
  }
  return folder;
}

async function stage(context: TestContext, requestCert: boolean) {
  const folder = certificates(context);
  const [ca, cert, key] = ['ca.pem', 'server.pem', 'server.key'].map((name) => readFileSync(join(folder, name)));
  const heard: (string | undefined)[] = [];
  const server = createServer({ ca, cert, key, requestCert, rejectUnauthorized: requestCert }, (request, response) => {
    heard.push(request.headers.authorization);
    response.setHeader('content-type', 'application/json').end('{"ok":true}');
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  onTestFinished(() => {
    server.closeAllConnections();
    server.close();
  });
  const url = `https://127.0.0.1:${(server.address() as AddressInfo).port}`;
  const ask = async (settings: object) => {
    const headers = { authorization: 'Bearer token-of-a-test' };
    const client = createClient({ url, ...settings }, headers, { name: 'x', env: {}, folder });
    onTestFinished(() => client.close());
    return client.ask(get(`${url}/a`), never);
  };
  return { ask, heard };
}

test('an authority that the settings do not name is not believed, and gets no credential', async (context) => {
  const { ask, heard } = await stage(context, false);
  const refused = await ask({}).catch((error: unknown) => error);
  expect(refused).toBeInstanceOf(NoAnswer);
  expect(refused).toMatchObject({ sent: false });
  expect(heard).toEqual([]);
  expect(await ask({ ca_file: 'ca.pem' })).toMatchObject({ status: 200 });
  expect(heard).toHaveLength(1);
});

test('a target that wants to know who asks is shown the certificate of the settings', async (context) => {
  const { ask, heard } = await stage(context, true);
  await expect(ask({ ca_file: 'ca.pem' })).rejects.toBeInstanceOf(NoAnswer);
  expect(heard).toEqual([]);
  const own = { ca_file: 'ca.pem', cert_file: 'client.pem', key_file: 'client.key' };
  expect(await ask(own)).toMatchObject({ status: 200 });
  await expect(ask({ ...own, key_file: 'nowhere.key' })).rejects.toMatchObject({ code: 'DEDUPE_FILE_UNREADABLE' });
});
