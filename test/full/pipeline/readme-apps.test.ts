// As a new user would: the two apps of the README, copied from it into a folder of their own, behind what it says.
import { spawnSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { expect, onTestFinished, test } from 'vitest';
import type { Queryable } from '../../../src/postgres/database.ts';
import { freePort } from '../../free-port.ts';
import { slackApi } from '../../pipeline/bolt/app.ts';
import { messageEvent, secret, signed } from '../../pipeline/ingress/signed.ts';
import { migratedDatabase, opened } from '../../postgres-database.ts';
import { receiverAt, run, start } from './processes/child.ts';

const root = fileURLToPath(new URL('../../../', import.meta.url));
const readme = readFileSync(join(root, 'README.md'), 'utf8');
const patient = { timeout: 30_000, interval: 50 };
const key = 'slack:T0DEMO1:C9:1732900001.000100';

function folder(): string {
  const made = mkdtempSync(join(tmpdir(), 'dedupe-readme-'));
  onTestFinished(() => rmSync(made, { recursive: true, force: true }));
  return made;
}

function example(name: string): string {
  const text = new RegExp(`<!-- example: ${name} -->\n\`\`\`\\w+\n(.*?)\`\`\``, 's').exec(readme)?.[1];
  if (text === undefined) throw new Error(`README.md has no example ${name}`);
  return text;
}

/** Makes one ticket for each request, and remembers under which key; of the second message it never makes one. */
async function tracker() {
  const keys: unknown[] = [];
  const server = createServer((request, response) => {
    request.resume();
    if (String(request.headers['idempotency-key']).includes('1732900002')) return void response.writeHead(422).end();
    keys.push(request.headers['idempotency-key']);
    response.setHeader('content-type', 'application/json').end(JSON.stringify({ id: `OPS-${keys.length}` }));
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  onTestFinished(() => {
    server.closeAllConnections();
    server.close();
  });
  return { keys, url: `http://127.0.0.1:${(server.address() as AddressInfo).port}` };
}

/** Until somebody listens there. */
function reached(url: string, request: RequestInit): Promise<Response> {
  return expect
    .poll(() => fetch(url, request).catch(() => undefined), patient)
    .toBeDefined()
    .then(() => fetch(url, request));
}

test('the Bolt app makes one ticket of one message, over repeats and a restart', async (context) => {
  const url = await migratedDatabase(context);
  const [slack, { keys, url: trackerUrl }, port, cwd] = [
    await slackApi(),
    await tracker(),
    String(await freePort()),
    folder(),
  ];
  mkdirSync(join(cwd, 'node_modules'));
  symlinkSync(root, join(cwd, 'node_modules/event-dedupe'));
  symlinkSync(join(root, 'node_modules/@slack'), join(cwd, 'node_modules/@slack'));
  const api = `receiver, clientOptions: { slackApiUrl: ${JSON.stringify(slack.url)} } }`;
  writeFileSync(join(cwd, 'app.mjs'), example('app.mjs').replace('receiver });', `${api});`));
  const env = { DEDUPE_DATABASE_URL: url, SLACK_SIGNING_SECRET: secret, SLACK_BOT_TOKEN: 'xoxb-of-this-test' };
  const app = () => run(process.execPath, [join(cwd, 'app.mjs')], { ...env, TRACKER_URL: trackerUrl, PORT: port });
  const first = app();
  const address = `http://127.0.0.1:${port}/slack/events`;
  expect((await reached(address, signed(messageEvent(1)))).status).toBe(200);
  const database = await opened(url);
  const results = () => database.query('select status, result_id from dedupe.inbound_events');
  await expect.poll(results, patient).toEqual([{ status: 'processed', result_id: 'OPS-1' }]);
  await first.kill('SIGKILL');
  app();
  expect((await reached(address, signed(messageEvent(1)))).status).toBe(200);
  expect(keys).toEqual([`${key}#ticket`]);
  await givenUp(address, database);
});

/** How each app of the manual is started, and what it needs; FastAPI's is the handler in front of what makes tickets in Flask's. */
const behindSidecar = [
  {
    name: 'Flask',
    needs: ['flask'],
    text: () => example('app.py'),
    words: (file: string, port: string) => ['-m', 'flask', '--app', file, 'run', '--port', port],
  },
  {
    name: 'FastAPI',
    needs: ['fastapi', 'uvicorn'],
    text: () => {
      const [imports = ''] = example('app.py').split('\n');
      return [imports, example('handler.py'), example('app.py').replace(/^.*?(?=def create_ticket)/s, '')].join('\n');
    },
    words: (file: string, port: string) => ['-m', 'uvicorn', '--app-dir', dirname(file), 'app:app', '--port', port],
  },
];

test.for(behindSidecar)(
  'the $name app behind the sidecar makes one ticket of one message, and answers its command and a click',
  async ({ needs, text, words }, context) => {
    // Debian's packages are seen by Debian's own interpreter, which need not be the first.
    const python = ['python3', '/usr/bin/python3'].find(
      (one) => spawnSync(one, ['-c', `import ${needs.join(', ')}`]).status === 0,
    );
    if (python === undefined) return context.skip(`needs ${needs.join(' and ')} for python3`);
    const url = await migratedDatabase(context);
    const [{ keys, url: trackerUrl }, port, cwd] = [await tracker(), String(await freePort()), folder()];
    writeFileSync(join(cwd, 'app.py'), text());
    run(python, words(join(cwd, 'app.py'), port), { SLACK_SIGNING_SECRET: secret, TRACKER_URL: trackerUrl });
    const forward = `http://127.0.0.1:${port}/slack/events`;
    const sidecar = start(url, 'serve', '--app', 'A0DEMO1', '--listen', '127.0.0.1:0', '--forward', forward);
    const address = await receiverAt(sidecar);
    for (let n = 0; n < 3; n += 1) expect((await fetch(address, signed(messageEvent(1)))).status).toBe(200);
    const database = await opened(url);
    const results = () => database.query('select status, result_id from dedupe.inbound_events');
    await expect.poll(results, patient).toEqual([{ status: 'processed', result_id: 'OPS-1' }]);
    expect(keys).toEqual([key]);
    const command = { command: '/task', team_id: 'T0DEMO1', api_app_id: 'A0DEMO1', trigger_id: '1.2.a' };
    const form = { type: 'application/x-www-form-urlencoded' };
    expect(await (await fetch(address, signed(String(new URLSearchParams(command)), form))).json()).toEqual({
      text: 'on it',
    });
    const click = { type: 'block_actions', team: { id: 'T0DEMO1' }, user: { id: 'U1' }, api_app_id: 'A0DEMO1' };
    const payload = JSON.stringify({
      ...click,
      trigger_id: '1.3.a',
      actions: [{ action_id: 'next', action_ts: '1.1' }],
    });
    const clicked = await fetch(address, signed(String(new URLSearchParams({ payload })), form));
    expect([clicked.status, clicked.headers.get('x-dedupe-disposition')]).toEqual([200, 'answered']);
    const given = `select state from dedupe.operations where event_id in ('1.2.a', '1.3.a')`;
    await expect.poll(() => database.query(given), patient).toEqual(Array(2).fill({ state: 'confirmed' }));
    await givenUp(address, database);
  },
);

/** What the drill asks as `permanent-error`: no object, and one dead letter, by the statement of the manual. */
async function givenUp(address: string, database: Queryable): Promise<void> {
  expect((await fetch(address, signed(messageEvent(2)))).status).toBe(200);
  const [, statement = ''] = /`(select event_id from dedupe\.inbound_events where [^`]+)`/.exec(readme) ?? [];
  const dead = () => database.query(statement.replace(':event_id', '$1'), ['Ev2']);
  await expect.poll(dead, patient).toEqual([{ event_id: 'Ev2' }]);
}
