// Which consumers said lately that they live, each with what tells two of them apart. Digests only, never tokens.
import * as z from 'zod/mini';
import { aliveMs, type RunningConsumer } from '../model/running-consumer.ts';
import type { Database } from '../postgres/database.ts';

const text = z.pipe(
  z.nullable(z.optional(z.string())),
  z.transform((value) => value ?? undefined),
);

const row = z.object({
  instance_id: z.string(),
  role: z.string(),
  deployment_version: text,
  filter_version: text,
  app_id: text,
  token_digest: text,
});

const mostConsumers = 1000;

export async function readLiveConsumers(database: Database): Promise<Omit<RunningConsumer, 'location'>[]> {
  const rows = await database.query<{ row: unknown }>(
    `select to_jsonb(i) as row from (
       select * from dedupe.instances
       where stopped_at is null and seen_at > clock_timestamp() - $1::float8 * interval '1 ms' order by instance_id limit $2) i`,
    [aliveMs, mostConsumers],
  );
  return rows.map((one) => {
    const { instance_id, role, deployment_version, filter_version, app_id, token_digest } = row.parse(one.row);
    return {
      instanceId: instance_id,
      role,
      deploymentVersion: deployment_version,
      filterVersion: filter_version,
      appId: app_id,
      tokenDigest: token_digest,
    };
  });
}
