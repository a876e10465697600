// Does what a plan says to one operation: behind locks, and only while the operation still stands where the plan saw it.
import type { Candidate, Judged } from '../model/reconcile.ts';
import { moveOperation } from '../pipeline/worker/settle.ts';
import { expireOperations } from '../store/operations/expire-operations.ts';
import type { OperationClaim } from '../store/operations/operation-row.ts';
import { type OperationProof, proveOperation } from '../store/operations/prove-operation.ts';
import { noteLook } from '../store/reconcile/note-look.ts';
import type { Sessions } from '../store/sessions.ts';
import { surplusOf } from './surplus.ts';

/** `kept`: it stays as it is, and the look is written down. `changed`: somebody moved it first; nothing was touched. */
export type Applied = 'confirmed' | 'released' | 'verified' | 'kept' | 'changed';

/** After so long without a second object a release counts as well ended. */
const verifyForMs = 24 * 3_600_000;

/** Between two looks that proved nothing, at most. */
const longestPauseMs = 3_600_000;
const shortestPauseMs = 15_000;

export async function applyTo(sessions: Sessions, candidate: Candidate, judged: Judged, now: number): Promise<Applied> {
  const { action, keep } = judged;
  if (action === 'confirm' && keep)
    return moved(sessions, candidate, {
      proof: 'found',
      externalId: keep.id,
      externalUrl: keep.url,
      surplus: surplusOf(candidate, judged),
      evidence: evidenceOf(judged),
    });
  if (action === 'release') return moved(sessions, candidate, { proof: 'absent', evidence: evidenceOf(judged) });
  const isOver = action === 'verify' && candidate.finishedAt !== undefined && now >= candidate.finishedAt + verifyForMs;
  const note = {
    what: isOver ? ('verified' as const) : ('look' as const),
    verdict: judged.verdict,
    evidence: evidenceOf(judged),
    ids: judged.records.map(({ id }) => id),
    surplus: surplusOf(candidate, judged),
    nextLookMs: isOver ? undefined : pauseMs(candidate, judged, now),
  };
  await sessions.use((database) => noteLook(database, claimOf(candidate), note));
  return isOver ? 'verified' : 'kept';
}

/** The lease first, where a worker is gone; then the proof. Both compare state and attempt under the same locks. */
async function moved(sessions: Sessions, candidate: Candidate, proof: OperationProof): Promise<Applied> {
  const at = { base_key: candidate.baseKey, workspace_id: candidate.workspaceId };
  const done = await moveOperation(sessions, at, async (inside) => {
    if (candidate.state === 'sent')
      await expireOperations(inside, { baseKey: candidate.baseKey, workspaceId: candidate.workspaceId });
    return proveOperation(inside, claimOf(candidate), proof);
  });
  if (done === undefined) return 'changed';
  return proof.proof === 'found' ? 'confirmed' : 'released';
}

/** As long again as it is unknown already, so that an old one is not asked about every minute; never before it can be known. */
function pauseMs({ sentAt }: Candidate, { until }: Judged, now: number): number {
  const age = sentAt === undefined ? shortestPauseMs : now - sentAt;
  const pause = Math.min(longestPauseMs, Math.max(shortestPauseMs, age));
  return until !== undefined && until > now ? Math.min(until - now, longestPauseMs) : pause;
}

function claimOf({ sourceEventKey, workspaceId, attempt }: Candidate): OperationClaim {
  return { sourceEventKey, workspaceId, attempt };
}

export function evidenceOf({
  proof: { asked, store, because },
}: {
  readonly proof: { readonly asked: string; readonly store?: string | null | undefined; readonly because: string };
}): string {
  return [asked, store && `answered by the ${store === 'primary' ? 'primary store' : 'index'}`, because]
    .filter(Boolean)
    .join('; ');
}
