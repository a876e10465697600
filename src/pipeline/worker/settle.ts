// Moves an operation and, in the same transaction, the events that stand or fall with it.
import { setTimeout as sleep } from 'node:timers/promises';
import { noteSurplus } from '../../store/operations/note-surplus.ts';
import type { MovedOperation } from '../../store/operations/operation-row.ts';
import { settleOperation } from '../../store/operations/settle-operation.ts';
import type { Inside, Sessions } from '../../store/sessions.ts';
import { followOperations } from '../../store/work/follow-operations.ts';
import { readOperations } from '../../store/work/read-operations.ts';
import type { Settlement } from '../operation/settlement.ts';
import { standingOf } from '../operation/standing.ts';

export type Move = (inside: Inside) => Promise<MovedOperation | undefined>;

/** All effects of the event are locked first: two that end at once would each see the other one under way. */
export function moveOperation(
  sessions: Sessions,
  at: { readonly base_key: string; readonly workspace_id: string },
  move: Move,
): Promise<MovedOperation | undefined> {
  const base = { baseKey: at.base_key, workspaceId: at.workspace_id };
  return sessions.use((database) =>
    database.transaction(async (inside) => {
      await readOperations(inside, [base]);
      const moved = await move(inside);
      if (moved) await followOperations(inside, base, standingOf(await readOperations(inside, [base])));
      return moved;
    }),
  );
}

interface Answered {
  readonly source_event_key: string;
  readonly base_key: string;
  readonly workspace_id: string;
  readonly attempt: number;
}

/** False: another claim is newer, or the operation is unknown by now and this answer is no proof. */
export async function writeAnswer(
  sessions: Sessions,
  row: Answered,
  end: Settlement,
  patienceMs: number,
): Promise<boolean> {
  const claim = { sourceEventKey: row.source_event_key, workspaceId: row.workspace_id, attempt: row.attempt };
  const moved = await insist(
    () => moveOperation(sessions, row, (inside) => settleOperation(inside, claim, end)),
    patienceMs,
  );
  if (moved) return true;
  // Nobody will look for an object of which nobody knows.
  if (end.to === 'confirmed') await sessions.use((database) => noteSurplus(database, claim, end.externalId));
  return false;
}

/** An answer is worth more than a moment without a database: it is the only witness. */
async function insist<T>(work: () => Promise<T>, patienceMs: number): Promise<T> {
  const until = performance.now() + patienceMs;
  for (let pauseMs = 50; ; pauseMs = Math.min(2_000, pauseMs * 2)) {
    try {
      return await work();
    } catch (error) {
      if (performance.now() + pauseMs > until) throw error;
      await sleep(pauseMs);
    }
  }
}
