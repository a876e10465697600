// Says that a process lives, and reads who else does.
import * as z from 'zod/mini';
import type { Queryable } from '../../postgres/database.ts';

export interface InstanceRow {
  readonly instanceId: string;
  /** `ingress`, `worker`, `outbox`, … */
  readonly role: string;
  readonly appId: string | undefined;
  readonly deploymentVersion: string | undefined;
  readonly filterVersion: string | undefined;
  /** Never the token. */
  readonly tokenDigest: string | undefined;
  readonly storeIdentity: string | undefined;
}

const beating = `insert into dedupe.instances (instance_id, role, app_id, deployment_version, filter_version, token_digest, store_identity)
  values ($1, $2, $3, $4, $5, $6, $7)
  on conflict (instance_id, role, workspace_id) do update
  set seen_at = clock_timestamp(), stopped_at = null, deployment_version = excluded.deployment_version,
    filter_version = excluded.filter_version, store_identity = excluded.store_identity,
    app_id = coalesce(excluded.app_id, instances.app_id), token_digest = coalesce(excluded.token_digest, instances.token_digest)`;

const othersShape = z.object({
  instance_id: z.string(),
  deployment_version: z.nullable(z.string()),
  filter_version: z.nullable(z.string()),
  /** It was there before this one. */
  is_older: z.boolean(),
});
export type OtherInstance = z.output<typeof othersShape>;

const others = `select instance_id, deployment_version, filter_version,
    started_at < (select min(own.started_at) from dedupe.instances own where own.instance_id = $1 and own.role = $2) as is_older
  from dedupe.instances
  where role = $2 and instance_id <> $1 and stopped_at is null and seen_at > now() - $3::float8 * interval '1 ms'
  order by instance_id limit 50`;

/** Other live instances of the same role: those that were seen within `aliveMs`. */
export async function beat(database: Queryable, row: InstanceRow, aliveMs: number): Promise<OtherInstance[]> {
  await database.query(beating, [
    row.instanceId,
    row.role,
    row.appId ?? null,
    row.deploymentVersion ?? null,
    row.filterVersion ?? null,
    row.tokenDigest ?? null,
    row.storeIdentity ?? null,
  ]);
  return (await database.query(others, [row.instanceId, row.role, aliveMs])).map((one) => othersShape.parse(one));
}

export async function sayStopped(database: Queryable, { instanceId, role }: InstanceRow): Promise<void> {
  await database.query(
    'update dedupe.instances set stopped_at = clock_timestamp() where instance_id = $1 and role = $2',
    [instanceId, role],
  );
}
