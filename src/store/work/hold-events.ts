// Which of these claims are still the newest? Their rows stay locked until the transaction ends, so they remain it.
import * as z from 'zod/mini';
import type { Queryable } from '../../postgres/database.ts';
import { claimColumns, claimRows, type EventClaim, isHeld } from './event-claim.ts';

const statement = `select g.n
  from jsonb_to_recordset($1::jsonb) as g(n int, ${claimColumns})
  join dedupe.inbound_events e on ${isHeld('e', 'g')}
  order by e.event_id, e.workspace_id, e.provider
  for update of e`;

const shape = z.object({ n: z.number() });

export async function holdEvents<Claim extends EventClaim>(
  inside: Queryable,
  claims: readonly Claim[],
): Promise<Claim[]> {
  const rows = await inside.query(statement, [claimRows(claims.map(plain))]);
  const held = new Set(rows.map((row) => shape.parse(row).n));
  return claims.filter((_, n) => held.has(n));
}

function plain({ provider, workspaceId, eventId, attempt }: EventClaim, n: number) {
  return { n, provider, workspaceId, eventId, attempt };
}
