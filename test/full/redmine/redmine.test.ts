// Does a real Redmine behind a network that loses things end with one issue for each key, and is its silence never believed?
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, inject, onTestFinished, test } from 'vitest';
import type { Target } from '../../../src/model/target.ts';
import type { Plan } from '../../../src/pipeline/worker/plan.ts';
import { redmine as adapter } from '../../../src/targets/redmine.ts';
import { arrived, sender, statuses, worker, world } from '../../pipeline/worker/world.ts';
import { opened } from '../../postgres-database.ts';
import { runMain } from '../../run-main.ts';
import { operation } from '../../targets/conformance.ts';
import { type Loss, tcpProxy } from '../../tcp-proxy.ts';
import { hasRedmine, type Redmine, startRedmine } from './redmine.ts';

const never = new AbortController().signal;
let redmine: Redmine;

beforeAll(async () => {
  if (hasRedmine() && inject('postgresUrl') !== '') redmine = await startRedmine(inject('postgresUrl'));
}, 600_000);
afterAll(() => redmine?.stop());

function target(token: string, more: object = {}): Target {
  const settings = { url: redmine.url, project: 'ops', key_field: redmine.field, tracker: redmine.tracker, ...more };
  const made = adapter.open(settings, { name: 'redmine', env: { REDMINE_API_KEY: token }, folder: '/' });
  onTestFinished(() => made.close?.());
  return made;
}

const request = (key: string, field = redmine.field, tracker = redmine.tracker) =>
  Buffer.from(
    JSON.stringify({
      issue: {
        project_id: 'ops',
        tracker_id: tracker,
        subject: 'x',
        custom_fields: [{ id: field, value: key }],
      },
    }),
  );

test.beforeEach((context) => {
  if (redmine === undefined) context.skip('needs Redmine: apt-get install redmine redmine-pgsql puma');
});

test('an issue is made, found by its key at once, and found when it is closed', async () => {
  const bot = target(redmine.keys.bot);
  expect(await bot.find('slack:T1:first', never)).toMatchObject({
    answer: 'none',
    control: expect.stringContaining('role Bot'),
  });
  const created = await bot.create(operation('slack:T1:first'), request('slack:T1:first'), never);
  expect(created).toMatchObject({ outcome: 'done' });
  const found = await bot.find('slack:T1:first', never);
  expect(found).toMatchObject({
    answer: 'found',
    records: [{ key: 'slack:T1:first', state: 'open', createdBy: expect.stringMatching(/^\d+$/) }],
  });
  const id = created.outcome === 'done' ? created.id : '';
  const inside = await opened(redmine.database);
  await inside.query('update issues set status_id = $1, closed_on = now() where id = $2', [redmine.closed, id]);
  expect(await bot.find('slack:T1:first', never)).toMatchObject({
    answer: 'found',
    records: [{ id, state: 'closed' }],
  });
  expect(await bot.find('slack:T1:second', never)).toMatchObject({
    answer: 'none',
    control: expect.stringContaining(`issue ${id} is found by its own value of field ${redmine.field}`),
  });
});

test.for<[Loss, boolean]>([
  ['lost-reply', true],
  ['gateway-timeout', true],
  ['dropped', false],
])('%s: the outcome is unknown, and a look tells whether there is an issue', async ([loss, exists]) => {
  const { port } = new URL(redmine.url);
  const proxy = await tcpProxy('127.0.0.1', Number(port), (bytes) => bytes.includes('POST /issues.json'));
  onTestFinished(() => proxy.close());
  const behind = target(redmine.keys.bot, { url: `http://127.0.0.1:${proxy.port}` });
  const key = `slack:T1:${loss}`;
  proxy.loss = loss;
  expect(await behind.create(operation(key), request(key), never)).toMatchObject({ outcome: 'unknown' });
  await proxy.answered();
  proxy.loss = undefined;
  expect(await behind.find(key, never)).toMatchObject({ answer: exists ? 'found' : 'none' });
});

test('a late commit shows no issue at first, and one later', async () => {
  const bot = target(redmine.keys.bot);
  const inside = await opened(redmine.database);
  await inside.script('begin; lock table issues in share row exclusive mode');
  const key = 'slack:T1:late';
  expect(await bot.create(operation(key), request(key), AbortSignal.timeout(1_500))).toMatchObject({
    outcome: 'unknown',
  });
  expect(await bot.find(key, never)).toMatchObject({ answer: 'none' });
  await inside.script('commit');
  await expect.poll(() => bot.find(key, never).then(({ answer }) => answer), { timeout: 20_000 }).toBe('found');
});

test('the traps end in "cannot see": an unknown field, an unfilterable one, no access, a wrong key', async () => {
  const bot = target(redmine.keys.bot);
  await bot.create(operation('slack:T1:trap'), request('slack:T1:trap'), never);
  const look = (one: Target) => one.find('slack:T1:nobody', never);
  const unseen = (why: string) => ({ answer: 'cannot-see', reason: expect.stringContaining(why) });
  const unfiltered = target(redmine.keys.bot, { key_field: redmine.unfiltered });
  expect(await look(unfiltered)).toMatchObject(unseen('filter was ignored'));
  for (const key_field of [9_999, redmine.long, redmine.number])
    expect(await look(target(redmine.keys.bot, { key_field }))).toMatchObject({ answer: 'cannot-see' });
  expect(await look(target(redmine.keys.stranger))).toMatchObject(unseen('403'));
  expect(await look(target('wrong'))).toMatchObject(unseen('401'));
  expect(await target(redmine.keys.bot, { project: 'nowhere' }).probe(never)).toMatchObject({ visible: false });
});

test.for<[keyof Redmine['keys'], 'tracker' | 'other', RegExp]>([
  ['own', 'tracker', /does not show the issues of others/],
  ['default', 'tracker', /does not show the private issues of others/],
  ['trackers', 'other', /no issue of tracker \w+ is visible/],
])(
  'an account that sees a part (%s) proves nothing, although it sees issues with a key',
  async ([account, tracker, reason]) => {
    const some = target(redmine.keys[account], { tracker: redmine[tracker] });
    const key = `slack:T1:part-${account}`;
    await target(redmine.keys[account]).create(operation(key), request(key), never);
    expect(await some.find('slack:T1:nobody', never)).toMatchObject({
      answer: 'cannot-see',
      reason: expect.stringMatching(reason),
    });
    expect(await some.probe(never)).toMatchObject({ visible: false });
  },
);

test.for(['a|b', 'two\nlines'])('the key %j, which the filter cannot express, is not sent', async (key) => {
  expect(await target(redmine.keys.bot).create(operation(key), request(key), never)).toMatchObject({
    outcome: 'refused',
    reason: 'key_not_searchable',
  });
});

test.for(['~k', '=k', '!k', '>=k', '*', '!*', 'a,b', "o'q", '"q"', 'a\\b', '100%', 'ключ'])(
  'the key %j is found by itself alone',
  async (key) => {
    const bot = target(redmine.keys.bot);
    const created = await bot.create(operation(key), request(key), never);
    const found = await bot.find(key, never);
    expect(found).toMatchObject({ answer: 'found', records: [{ id: created.outcome === 'done' && created.id }] });
  },
);

test('what the window lists is the same as what the key finds', async () => {
  const bot = target(redmine.keys.bot);
  const key = 'slack:T1:window';
  await bot.create(operation(key), request(key), never);
  const now = Date.now();
  const span = [now - 600_000, now + 60_000] as never as [never, never];
  expect(await bot.findWindow(...span, key, never)).toMatchObject({ answer: 'found' });
  expect(await bot.findWindow(...span, 'slack:T1:nobody', never)).toMatchObject({ answer: 'none' });
});

test('worker and reconcile together make one issue of each request that was lost, and of the late one too', async (context) => {
  const { port } = new URL(redmine.url);
  const proxy = await tcpProxy('127.0.0.1', Number(port), (bytes) => bytes.includes('POST /issues.json'));
  const inside = await opened(redmine.database);
  const [folder, at] = [mkdtempSync(join(tmpdir(), 'dedupe-e2e-')), await world(context)];
  onTestFinished(async () => {
    await proxy.close();
    rmSync(folder, { recursive: true, force: true });
  });
  const settings = { project: 'ops', key_field: redmine.field, tracker: redmine.tracker, create_maximum: '20s' };
  writeFileSync(
    join(folder, 'dedupe.config.json'),
    JSON.stringify({ database: at.url, targets: { redmine: { url: redmine.url, ...settings } } }),
  );
  const behind = target(redmine.keys.bot, { url: `http://127.0.0.1:${proxy.port}`, ...settings });
  const plan: Plan = ({ sourceEventKey }) => [{ target: 'redmine', request: request(sourceEventKey) }];
  await arrived(at, 1, 2, 3, 4);
  await worker(at, plan, { targets: new Set(['redmine']) }).runOnce(never);
  const send = () =>
    sender(at, behind, { targets: new Map([['redmine', behind]]), batch: 1, leaseMs: 3_000, requestMs: 1_500 }).runOnce(
      never,
    );
  const fates = new Map<string, string>();
  const losing = async (fate: string) => {
    const sent = await send();
    expect(sent).toMatchObject({ done: [{ ended: 'unknown' }] });
    if (sent.step === 'more') fates.set(sent.done[0]?.sourceEventKey ?? '', fate);
  };
  for (const loss of ['lost-reply', 'gateway-timeout', 'dropped'] as const) {
    proxy.loss = loss;
    await losing(loss);
    await proxy.answered();
  }
  proxy.loss = undefined;
  await inside.script('begin; lock table issues in share row exclusive mode');
  await losing('late');
  const reconcile = async () => {
    const env = { REDMINE_API_KEY: redmine.keys.bot };
    const { code, stdout } = await runMain(['reconcile', '--apply', '--format', 'json'], { cwd: folder, env });
    const items: { source_event_key: string; verdict: string; applied: string }[] = JSON.parse(stdout).items;
    const ended = items.map((one) => [fates.get(one.source_event_key) ?? '', one.verdict, one.applied] as const);
    return { code, ended: ended.sort(([a], [b]) => (a < b ? -1 : 1)) };
  };
  expect(await reconcile()).toEqual({
    code: 0,
    ended: [
      ['dropped', 'not-yet', 'kept'],
      ['gateway-timeout', 'one', 'confirmed'],
      ['late', 'not-yet', 'kept'],
      ['lost-reply', 'one', 'confirmed'],
    ],
  });
  await inside.script('commit');
  // On a busy machine the late one may be confirmed in the same round.
  await expect
    .poll(async () => (await reconcile()).ended, { timeout: 180_000, interval: 3_000 })
    .toContainEqual(['dropped', 'none-proved', 'released']);
  expect(await send()).toMatchObject({ done: [{ ended: 'processed' }] });
  const issues = await inside.query<{ value: string; n: number }>(
    `select value, count(*)::int as n from custom_values where custom_field_id = $1 and value like 'slack:T1:C9:%' group by 1`,
    [redmine.field],
  );
  expect(issues.map(({ n }) => n)).toEqual([1, 1, 1, 1]);
  expect((await statuses(at)).map((row) => (row as unknown[])[0])).toEqual(
    Array.from({ length: 4 }, () => 'processed'),
  );
});

test('an issue that was made without its key is told, and is not believed to be missing', async () => {
  const [from, to] = [Date.now() - 1_000, Date.now() + 600_000] as never as [never, never];
  for (const [field, tracker] of [
    [redmine.frozen, redmine.tracker],
    [redmine.partial, redmine.other],
  ] as const) {
    const bot = target(redmine.keys.bot, { key_field: field, tracker });
    const key = `slack:T1:keyless-${field}`;
    expect(await bot.create(operation(key), request(key, field, tracker), never)).toMatchObject({
      outcome: 'done',
      keyless: true,
    });
    expect(await bot.find(key, never, { from, to })).toMatchObject({
      answer: 'cannot-see',
      reason: expect.stringContaining('may be the one'),
    });
  }
  expect(
    await target(redmine.keys.bot, { key_field: redmine.partial, tracker: redmine.other }).probe(never),
  ).toMatchObject({ visible: false, evidence: expect.stringContaining('does not show field') });
});
