// As a user of a Bolt app: an effect of unknown outcome is led to the system in which it lands, and settled from there.
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { effect } from '../../../../src/pipeline/bolt/index.ts';
import { answersNoted } from '../../../pipeline/bolt/answers.ts';
import { boltApp } from '../../../pipeline/bolt/app.ts';
import { messageEvent } from '../../../pipeline/ingress/signed.ts';
import { migratedDatabase, opened } from '../../../postgres-database.ts';
import { runMain } from '../../../run-main.ts';

const patient = { timeout: 15_000, interval: 30 };
const key = 'slack:T0DEMO1:C9:1732900001.000100';
const env = { TICKET_TOKEN: 'of-this-test' };
const later = () => Date.now() + 600_000;

/** It makes what it is asked for, and its answer is lost. */
async function tracker() {
  const tickets: { id: string; key: string }[] = [];
  const server = createServer((request, response) => {
    const asked = new URL(request.url ?? '/', 'http://tracker').searchParams.get('key');
    const found = [{ id: 'OPS-1', key: 'older' }, ...tickets].filter((one) => asked === null || one.key === asked);
    response.setHeader('content-type', 'application/json').end(JSON.stringify({ tickets: found }));
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  onTestFinished(() => void server.close());
  return { tickets, url: `http://127.0.0.1:${(server.address() as AddressInfo).port}` };
}

const described = (name: string, url: string) => `targets:
  ${name}:
    type: http
    url: ${url}
    create: { path: /tickets, key: key, id: id }
    find: { path: '/tickets?key={key}', list: tickets, key: key, id: id, store: primary }
    control: { path: /tickets, sample: { path: /tickets, list: tickets } }
`;

test('reconcile says which target to configure, and then settles the effect by it', async (context) => {
  const url = await migratedDatabase(context);
  const { tickets, url: trackerUrl } = await tracker();
  const lost = Object.assign(new Error('x'), { code: 'ECONNRESET' });
  const { post } = await boltApp(url, (app) => {
    app.message(async () => {
      await effect('ticket', async ({ idempotencyKey }) => {
        tickets.push({ id: 'OPS-41', key: idempotencyKey });
        throw lost;
      });
    });
  });
  await post(messageEvent(1));
  const database = await opened(url);
  const events = () => database.query('select status, result_id from dedupe.inbound_events');
  await expect.poll(events, patient).toMatchObject([{ status: 'unknown_result' }]);
  const cwd = mkdtempSync(join(tmpdir(), 'dedupe-settled-'));
  onTestFinished(() => rmSync(cwd, { recursive: true, force: true }));
  const run = (...words: string[]) => runMain([...words, '--database', url], { cwd, env, now: later });

  const unled = await run('reconcile');
  const said = unled.stdout.replace(/\s+/g, ' ');
  expect(said).toContain('no target "ticket" is configured: give this name, under targets, to the system in which');
  expect(unled.code).toBe(3);

  writeFileSync(join(cwd, 'dedupe.config.yaml'), described('ticket', trackerUrl));
  expect((await run('reconcile', '--target', 'ticket')).stdout).toMatch(/^PLAN {2}1 operation: 1 one\n/);
  const applied = await run('reconcile', '--apply');
  expect(applied.stdout).toMatch(/^APPLIED .*1 confirmed/);
  // The listener is run once more and finds it there.
  await expect.poll(events, patient).toEqual([{ status: 'processed', result_id: 'OPS-41' }]);
  await answersNoted(database);
  const { code, stdout } = await run('trace', 'Ev1');
  expect([code, stdout.split('\n')[0]]).toEqual([0, expect.stringMatching(/^SINGLE/)]);
  expect(tickets).toEqual([{ id: 'OPS-41', key: `${key}#ticket` }]);
});

test('an effect that is proven absent is made by the next run of the listener, once', async (context) => {
  const url = await migratedDatabase(context);
  const { tickets, url: trackerUrl } = await tracker();
  let calls = 0;
  const { post } = await boltApp(url, (app) => {
    app.message(async () => {
      await effect('ticket', async ({ idempotencyKey }) => {
        calls += 1;
        if (calls === 1) throw Object.assign(new Error('x'), { code: 'ECONNRESET' });
        tickets.push({ id: 'OPS-41', key: idempotencyKey });
        return 'OPS-41';
      });
    });
  });
  await post(messageEvent(1));
  const database = await opened(url);
  const events = () => database.query('select status, result_id from dedupe.inbound_events');
  await expect.poll(events, patient).toMatchObject([{ status: 'unknown_result' }]);
  // As if the hour had passed in which the first request could still come through.
  await database.query(
    "update dedupe.operations set sent_at = now() - interval '1 hour', available_at = now() - interval '1 hour' where action = 'ticket'",
  );
  const cwd = mkdtempSync(join(tmpdir(), 'dedupe-settled-'));
  onTestFinished(() => rmSync(cwd, { recursive: true, force: true }));
  writeFileSync(join(cwd, 'dedupe.config.yaml'), described('ticket', trackerUrl));
  const { stdout } = await runMain(['reconcile', '--apply', '--database', url], { cwd, env, now: later });
  expect(stdout).toMatch(/^APPLIED .*1 released/);
  await expect.poll(events, patient).toEqual([{ status: 'processed', result_id: 'OPS-41' }]);
  expect([calls, tickets.length]).toEqual([2, 1]);
});

test('an effect is never looked for in the system of another', async (context) => {
  const url = await migratedDatabase(context);
  const { url: trackerUrl } = await tracker();
  const { post } = await boltApp(url, (app) => {
    app.message(async () => {
      await effect('reply', async () => {
        throw Object.assign(new Error('x'), { code: 'ECONNRESET' });
      });
    });
  });
  await post(messageEvent(1));
  const database = await opened(url);
  const states = () => database.query("select state from dedupe.operations where action = 'reply'");
  await expect.poll(states, patient).toEqual([{ state: 'unknown' }]);
  const cwd = mkdtempSync(join(tmpdir(), 'dedupe-settled-'));
  onTestFinished(() => rmSync(cwd, { recursive: true, force: true }));
  writeFileSync(join(cwd, 'dedupe.config.yaml'), described('ticket', trackerUrl));
  const { stdout } = await runMain(['reconcile', '--apply', '--database', url], { cwd, env, now: later });
  expect(stdout).toMatch(/^NOTHING CHANGED/);
  expect(stdout).toContain('no target "reply" is configured');
  expect(await states()).toEqual([{ state: 'unknown' }]);
});
