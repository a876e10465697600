// Does a process say that it lives, and is another version beside it told once?
import { expect, test } from 'vitest';
import { startHeartbeat } from '../../src/pipeline/heartbeat.ts';
import { world } from './worker/world.ts';

test('rows of processes, with the store that they mean, and one word about each rival', async (context) => {
  const { sessions, database } = await world(context);
  const rivals: string[] = [];
  const start = (instanceId: string, deploymentVersion: string, role = 'worker') =>
    startHeartbeat({
      sessions,
      everyMs: 200,
      onRival: (other) => rivals.push(`${instanceId} sees ${other.is_older ? 'older' : 'newer'} ${other.instance_id}`),
      instance: { instanceId, role, appId: 'A1', deploymentVersion, filterVersion: 'slack-1', tokenDigest: undefined },
    });
  const old = start('old', 'v1');
  await old.started;
  const same = start('same', 'v1');
  const ingress = start('ingress', 'v2', 'ingress');
  await Promise.all([same.started, ingress.started]);
  expect(rivals).toEqual([]);
  const next = start('next', 'v2');
  await next.started;
  await expect
    .poll(() => [...rivals].sort())
    .toEqual(['next sees older old', 'next sees older same', 'old sees newer next', 'same sees newer next']);
  await Promise.all([old, same, next, ingress].map((one) => one.stop()));
  const rows = await database.query(
    `select instance_id, deployment_version, store_identity ~ ('^\\d+/' || current_database() || '/dedupe$') as same_store, stopped_at is not null as stopped
     from dedupe.instances order by 1`,
  );
  expect(rows.map((row) => [row.instance_id, row.deployment_version, row.same_store, row.stopped])).toEqual([
    ['ingress', 'v2', true, true],
    ['next', 'v2', true, true],
    ['old', 'v1', true, true],
    ['same', 'v1', true, true],
  ]);
  expect(rivals).toHaveLength(4);
});

test('whoever decides about another sender is no rival, and what is learnt later is told', async (context) => {
  const { sessions, database } = await world(context);
  const rivals: string[] = [];
  let appId: string | undefined;
  const start = (instanceId: string, filterVersion: string, deploymentVersion: string) =>
    startHeartbeat({
      sessions,
      everyMs: 100,
      learnt: () => ({ appId, tokenDigest: appId && 'digest' }),
      onRival: (other) => rivals.push(`${instanceId} sees ${other.instance_id}`),
      instance: {
        ...{ instanceId, role: 'ingress', appId: undefined, deploymentVersion, filterVersion },
        tokenDigest: undefined,
      },
    });
  const hearts = [start('slack', 'slack-1-0123456789', 'v1')];
  await hearts[0]?.started;
  hearts.push(start('github', 'github-1-abcdef0123', 'v2'), start('support', 'slack.support-1-0000000000', 'v2'));
  await Promise.all(hearts.map((heart) => heart.started));
  appId = 'A1';
  const known = 'select instance_id from dedupe.instances where app_id = $1 and token_digest = $2';
  await expect.poll(async () => (await database.query(known, ['A1', 'digest'])).length).toBe(3);
  expect(rivals).toEqual([]);
  hearts.push(start('other', 'slack-1-9999999999', 'v1'));
  await expect.poll(() => [...rivals].sort()).toEqual(['other sees slack', 'slack sees other']);
  await Promise.all(hearts.map((heart) => heart.stop()));
});
