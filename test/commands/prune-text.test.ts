// Does no word of anybody stay past its bound, is what stays told, and is nothing made again for want of its body?
import { expect, test } from 'vitest';
import { taskForEach } from '../../src/pipeline/worker/plan.ts';
import { findUnknown } from '../../src/store/operations/find-unknown.ts';
import { planOperations } from '../../src/store/operations/plan-operations.ts';
import { proveOperation } from '../../src/store/operations/prove-operation.ts';
import { arrived, fakeTarget, sender, signal, toJira, type World, worker, world } from '../pipeline/worker/world.ts';
import { runMain } from '../run-main.ts';

const texts = `select (select count(*)::int from dedupe.inbound_events where payload is not null or headers is not null) as payloads,
  (select count(*)::int from dedupe.operations where request is not null) as requests,
  (select count(*)::int from dedupe.tasks where title is not null) as titles`;
const textsOf = async ({ database }: World) => (await database.query(texts))[0];

const aged = (
  days: number,
) => `update dedupe.inbound_events set received_at = received_at - interval '${days} days', processed_at = processed_at - interval '${days} days';
  update dedupe.operations set planned_at = planned_at - interval '${days} days', finished_at = finished_at - interval '${days} days';
  update dedupe.deliveries set received_at = received_at - interval '${days} days';
  update dedupe.attempts set claimed_at = claimed_at - interval '${days} days';
  update dedupe.tasks set created_at = created_at - interval '${days} days'`;

/** 1 has a task, 2 is unknown, 3 is a dead letter, 4 fails and is tried again, 5 was never worked on; all 40 days ago. */
async function oldWorld(at: World): Promise<void> {
  await arrived(at, 1);
  await worker(at, taskForEach).runOnce(signal);
  await at.database.query("update dedupe.tasks set title = 'what somebody wrote'");
  await arrived(at, 2);
  await worker(at, toJira).runOnce(signal);
  await sender(at, fakeTarget(() => ({ outcome: 'unknown', reason: 'reset' })).target).runOnce(signal);
  await arrived(at, 3);
  await worker(at, toJira).runOnce(signal);
  await sender(at, fakeTarget(() => ({ outcome: 'refused', reason: 'invalid', temporary: false })).target).runOnce(
    signal,
  );
  await arrived(at, 4);
  const failing = () => Promise.reject(new Error('not today'));
  await worker(at, failing).runOnce(signal);
  await arrived(at, 5);
  await at.database.script(aged(40));
}

type Told = { left: { table: string; what: string; state: string; rows: number; reason: string }[]; steps: unknown[] };
const prune = async ({ url }: World, ...words: string[]): Promise<Told> => {
  const { stdout, stderr } = await runMain(['prune', ...words, '--format', 'json', '--database', url]);
  expect(stderr).toBe('');
  return JSON.parse(stdout);
};
const named = ({ left }: Told) =>
  left.map(({ table, what, state, rows }) => `${rows} ${what} ${table} ${state}`.trim());

test('what has ended badly or not at all keeps its words, and each is told with its reason', async (context) => {
  const at = await world(context);
  await oldWorld(at);
  const words = ['--older-than', '30d', '--bodies-older-than', '7d', '--keys-older-than', '30d', '--workspace', 'T1'];
  const planned = await prune(at, ...words);
  const applied = await prune(at, ...words, '--apply');
  expect(await textsOf(at)).toEqual({ payloads: 3, requests: 1, titles: 1 });
  const stays = [
    '1 rows inbound_events received',
    '1 rows inbound_events retryable_error',
    '1 rows inbound_events unknown_result',
    '1 text inbound_events received',
    '1 text inbound_events retryable_error',
    '1 text inbound_events unknown_result',
    '3 rows deliveries',
    '3 rows attempts',
    '1 rows operations unknown',
    '1 text operations unknown',
    '1 text tasks',
  ];
  expect(named(applied).sort()).toEqual(stays.sort());
  expect(named(planned)).toEqual(expect.arrayContaining(stays));
  for (const { reason } of applied.left) expect(reason).not.toBe('');
  const { stdout } = await runMain(['prune', ...words, '--database', at.url]);
  expect(stdout).toMatch(/^inbound_events +unknown_result +text +1 +nobody knows yet what came of it/m);
});

test('dead letters have an age of their own, and cannot be redriven afterwards', async (context) => {
  const at = await world(context);
  await oldWorld(at);
  expect(named(await prune(at, '--dead-bodies-older-than', '41d', '--apply'))).toEqual([]);
  expect(await textsOf(at)).toEqual({ payloads: 5, requests: 2, titles: 1 });
  await prune(at, '--dead-bodies-older-than', '39d', '--apply');
  expect(await textsOf(at)).toEqual({ payloads: 4, requests: 1, titles: 1 });
  const { stdout } = await runMain(['dead-letters', 'list', '--format', 'json', '--database', at.url]);
  expect(stdout).toContain('"redrivable": false');
});

test('past the upper bound no word stays, and what is younger than it does', async (context) => {
  const at = await world(context);
  await oldWorld(at);
  await arrived(at, 6);
  const planned = await prune(at, '--text-older-than', '30d');
  expect(await textsOf(at)).toEqual({ payloads: 6, requests: 2, titles: 1 });
  expect(named(planned)).toEqual([]);
  expect(named(await prune(at, '--text-older-than', '30d', '--apply'))).toEqual([]);
  expect(await textsOf(at)).toEqual({ payloads: 1, requests: 0, titles: 0 });
  const early = await runMain(['prune', '--text-older-than', '1h', '--database', at.url]);
  expect(early).toMatchObject({ code: 2, stderr: expect.stringContaining('inbound_events') });
});

test('an uninstall leaves no word of its workspace and all of another one, at any age', async (context) => {
  const at = await world(context);
  await oldWorld(at);
  await arrived(at, 6);
  await prune(at, '--workspace', 'T2', '--erase', '--apply');
  expect(await textsOf(at)).toEqual({ payloads: 6, requests: 2, titles: 1 });
  expect(named(await prune(at, '--workspace', 'T1', '--erase', '--apply'))).toEqual([]);
  expect(await textsOf(at)).toEqual({ payloads: 0, requests: 0, titles: 0 });
  expect(await runMain(['prune', '--erase', '--database', at.url])).toMatchObject({
    code: 2,
    stderr: expect.stringContaining('--erase needs the workspace'),
  });
});

test('what lost its words is never made again: its keys stay, open work is given up, the unknown stays to be looked for', async (context) => {
  const at = await world(context);
  await oldWorld(at);
  await prune(at, '--workspace', 'T1', '--erase', '--apply');
  const { target, asked } = fakeTarget(() => ({ outcome: 'done', id: 'OPS-1', url: undefined, existed: false }));
  const work = async () => {
    await at.database.query("update dedupe.inbound_events set available_at = now() where available_at <> 'infinity'");
    await worker(at, toJira).runOnce(signal);
    await sender(at, target).runOnce(signal);
  };
  await arrived(at, 1, 2, 3, 4, 5);
  await work();
  await work();
  expect(asked).toEqual([]);
  const codes = await at.database.query(
    'select event_id, last_error_code as code from dedupe.inbound_events where status = $1 order by 1',
    ['permanent_error'],
  );
  expect(codes.filter(({ code }) => code === 'payload_not_kept').map(({ event_id }) => event_id)).toEqual([
    'Ev4',
    'Ev5',
  ]);

  const [unknown] = await findUnknown(at.database, 'Ev2', 'T1');
  expect(unknown).toMatchObject({ source_event_key: 'slack:T1:C9:2', error_code: 'reset' });
  const claim = { sourceEventKey: 'slack:T1:C9:2', workspaceId: 'T1', attempt: unknown?.attempt ?? 0 };
  await proveOperation(at.database, claim, { proof: 'absent', evidence: 'the list said none' });
  await work();
  expect(asked).toEqual([]);
  const [row] = await at.database.query('select state, last_error_code from dedupe.operations where event_id = $1', [
    'Ev2',
  ]);
  expect(row).toEqual({ state: 'dead', last_error_code: 'request_not_kept' });
});

test.for([
  ['repeatable', 'unknown'],
  ['absent', 'dead'],
] as const)(
  'what waited to be sent again because it was proven %s is %s without its request',
  async ([proof, state], context) => {
    const at = await world(context);
    await planOperations(at.database, [
      {
        ...{ sourceEventKey: 'k', workspaceId: 'T1', provider: 'slack', eventId: 'Ev9', target: 'jira', action: '' },
        ...{ idempotencyKey: 'k', request: Buffer.from('{}') },
      },
    ]);
    await sender(at, fakeTarget(() => ({ outcome: 'unknown', reason: 'reset' })).target).runOnce(signal);
    const claim = { sourceEventKey: 'k', workspaceId: 'T1', attempt: 1 };
    await proveOperation(at.database, claim, { proof, evidence: 'for this test' });
    await prune(at, '--workspace', 'T1', '--erase', '--apply');
    const { target, asked } = fakeTarget(() => ({ outcome: 'done', id: 'OPS-1', url: undefined, existed: false }));
    await sender(at, target).runOnce(signal);
    const [row] = await at.database.query('select state, unknown_at is not null as known_since from dedupe.operations');
    expect([asked, row]).toEqual([[], { state, known_since: true }]);
  },
);
