// Are dead letters found, shown and sent back to work, and does a redrive double nothing?
import { expect, test } from 'vitest';
import { PermanentError, taskForEach } from '../../src/pipeline/worker/plan.ts';
import {
  arrived,
  done,
  fakeTarget,
  sender,
  signal,
  statuses,
  toJira,
  worker,
  world,
} from '../pipeline/worker/world.ts';
import { runMain } from '../run-main.ts';

test('an operation and an event that were given up are listed, shown, and redriven once', async (context) => {
  const at = await world(context);
  const run = (...words: string[]) => runMain(['dead-letters', ...words, '--database', at.url]);
  expect(await run('list')).toMatchObject({ code: 0, stdout: 'No dead letters.\n' });

  await arrived(at, 1, 2);
  const plan = (event: Parameters<typeof toJira>[0], until: AbortSignal) => {
    if (event.eventId === 'Ev2') throw new PermanentError('no_project');
    return toJira(event, until);
  };
  await worker(at, plan).runOnce(signal);
  const refusing = fakeTarget(() => ({ outcome: 'refused', reason: 'invalid_field', temporary: false }));
  await sender(at, refusing.target).runOnce(signal);

  const listed = await run('list', '--format', 'json');
  expect(listed.code).toBe(1);
  const letter = { workspace_id: 'T1', provider: 'slack', attempt: 1, redrivable: true, redrive: null };
  expect(JSON.parse(listed.stdout)).toMatchObject({
    more: false,
    letters: expect.arrayContaining([
      expect.objectContaining({
        ...letter,
        kind: 'operation',
        target: 'jira',
        error_code: 'invalid_field',
        event_id: 'Ev1',
      }),
      expect.objectContaining({ ...letter, kind: 'event', target: null, error_code: 'no_project', event_id: 'Ev2' }),
    ]),
  });
  expect(JSON.parse(listed.stdout).letters).toHaveLength(2);
  expect((await run('list', '--error', 'no_project', '--plain')).stdout).toMatch(
    /^\S+\tno_project\t1\t-\tpossible\tslack:T1:C9:2\n$/,
  );
  expect((await run('show', 'Ev2')).stdout).toContain('The whole story: dedupe trace Ev2');
  expect(await run('show', 'Ev9')).toMatchObject({
    code: 2,
    stderr: expect.stringContaining('DEDUPE_UNKNOWN_REFERENCE'),
  });

  const before = await statuses(at);
  const planned = await run('redrive', '--all');
  expect(planned).toMatchObject({ code: 0, stdout: expect.stringContaining('--apply sends 2 back to work') });
  expect(await statuses(at)).toEqual(before);

  expect(await run('redrive', '--all', '--apply')).toMatchObject({ code: 0 });
  expect((await run('list')).stdout).toBe('No dead letters.\n');
  expect(await run('redrive', 'Ev1', '--apply')).toMatchObject({ code: 2 });

  await worker(at, taskForEach).runOnce(signal);
  const { target, asked } = fakeTarget(() => done('OPS-1'));
  await sender(at, target).runOnce(signal);
  expect(asked).toEqual(['slack:T1:C9:1 {"n":1}']);
  expect(await statuses(at)).toEqual([
    ['processed', 'OPS-1'],
    ['processed', expect.any(String)],
  ]);
  const attempts = await at.database.query(
    'select attempt_count from dedupe.inbound_events union all select attempt from dedupe.operations order by 1',
  );
  expect(attempts.map((row) => row.attempt_count)).toEqual([1, 1, 2, 2]);
});

test('what is no longer kept cannot be redriven, and is told so', async (context) => {
  const at = await world(context);
  await arrived(at, 1);
  await worker(at, () => Promise.reject(new PermanentError('no_project'))).runOnce(signal);
  await at.database.script('update dedupe.inbound_events set payload = null');
  const applied = await runMain(['dead-letters', 'redrive', 'Ev1', '--apply', '--plain', '--database', at.url]);
  expect(applied).toMatchObject({ code: 3, stdout: expect.stringContaining('\tkept\t') });
});
