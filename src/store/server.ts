// What a server says of itself: its version, its clock, and whether it only follows another one.
import * as z from 'zod/mini';
import { type Instant, parseInstant } from '../model/instant.ts';
import type { Queryable } from '../postgres/database.ts';

const shape = z.object({ version: z.string(), now: z.string(), standby: z.boolean(), role: z.string() });

export interface Server {
  readonly version: string;
  /** At the moment of the answer. */
  readonly now: Instant | undefined;
  /** It shows what has reached it. */
  readonly isStandby: boolean;
  readonly role: string;
}

export async function readServer(database: Queryable): Promise<Server> {
  const [row] = await database.query(
    `select split_part(current_setting('server_version'), ' ', 1) as version, to_json(clock_timestamp()) #>> '{}' as now,
       pg_is_in_recovery() as standby, current_user::text as role`,
  );
  const { version, now, standby, role } = shape.parse(row);
  return { version, now: parseInstant(now), isStandby: standby, role };
}
