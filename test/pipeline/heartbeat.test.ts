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
