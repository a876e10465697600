// Which processes worked, in which version, from when to when: heartbeats, never tokens.
import * as z from 'zod/mini';
import { parseInstant } from '../model/instant.ts';
import type { Life } from '../model/sweep.ts';
import type { Database } from '../postgres/database.ts';

const instant = z.pipe(
  z.nullable(z.string()),
  z.transform((text) => (text === null ? undefined : parseInstant(text))),
);

const row = z.object({
  instance_id: z.string(),
  role: z.string(),
  deployment_version: z.nullable(z.string()),
  started_at: instant,
  seen_at: instant,
  stopped_at: instant,
});

const mostInstances = 10_000;

/** The newest ones. */
export async function readLives(database: Database): Promise<Life[]> {
  const rows = await database.query<{ row: unknown }>(
    `select to_jsonb(i) as row from (
       select instance_id, role, deployment_version, started_at, seen_at, stopped_at
       from dedupe.instances order by seen_at desc limit $1) i`,
    [mostInstances],
  );
  return rows.flatMap((one) => {
    const { instance_id, role, deployment_version, started_at, seen_at, stopped_at } = row.parse(one.row);
    if (started_at === undefined || seen_at === undefined) return [];
    const version = deployment_version ?? undefined;
    return [{ instance: instance_id, version, role, from: started_at, to: seen_at, stopped: stopped_at }];
  });
}
