// Takes up again what was cut off in the application and may be repeated; everything else stays unknown.
import { findRepeatable, type RepeatableQuery } from '../../store/operations/find-repeatable.ts';
import { proveOperation } from '../../store/operations/prove-operation.ts';
import type { Sessions } from '../../store/sessions.ts';
import { moveOperation } from '../worker/settle.ts';

export async function repeatCut(sessions: Sessions, query: RepeatableQuery): Promise<number> {
  const found = await sessions.use((database) => findRepeatable(database, query));
  const evidence =
    query.declaredForMs !== undefined
      ? 'declared: a repeat is harmless'
      : 'every effect went through the ledger and is known';
  let moved = 0;
  for (const { claim, baseKey } of found) {
    const at = { base_key: baseKey, workspace_id: claim.workspaceId };
    const proof = { proof: 'repeatable', evidence } as const;
    if (await moveOperation(sessions, at, (inside) => proveOperation(inside, claim, proof))) moved += 1;
  }
  return moved;
}
