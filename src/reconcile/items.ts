// Candidates and verdicts as a document shows them.
import { type Instant, toIso } from '../model/instant.ts';
import type { ReconcileItem } from '../model/reconcile-document.ts';
import type { SeenLook } from '../store/reconcile/note-new-looks.ts';
import { type Applied, evidenceOf } from './apply.ts';
import type { Seen } from './round.ts';
import { surplusOf } from './surplus.ts';

export function itemOf({ candidate, judged }: Seen, now: Instant, applied: Applied | null = null): ReconcileItem {
  const { keep, proof, records } = judged;
  return {
    source_event_key: candidate.sourceEventKey,
    workspace_id: candidate.workspaceId,
    event_id: candidate.eventId ?? null,
    target: candidate.target,
    state: candidate.state,
    attempt: candidate.attempt,
    sent_at: iso(candidate.sentAt),
    age_ms: candidate.sentAt === undefined ? null : Math.max(0, now - candidate.sentAt),
    verdict: judged.verdict,
    action: judged.action,
    external_id: keep?.id ?? candidate.externalId ?? null,
    external_url: keep?.url ?? null,
    until: iso(judged.until),
    proof: { asked: proof.asked, store: proof.store ?? null, because: proof.because },
    records: records.map((record) => ({
      id: record.id,
      url: record.url ?? null,
      created_at: iso(record.createdAt),
      created_by: record.createdBy ?? null,
      state: record.state,
      keep: record === keep,
    })),
    surplus: surplusOf(candidate, judged) ?? null,
    applied,
  };
}

/** What of it stays in the history of its operation. */
function lookOf({
  source_event_key,
  workspace_id,
  attempt,
  verdict,
  proof,
  records,
  surplus,
}: ReconcileItem): SeenLook {
  return {
    ...{ sourceEventKey: source_event_key, workspaceId: workspace_id, attempt, verdict },
    ...{ evidence: evidenceOf({ proof }), because: proof.because, ids: records.map(({ id }) => id) },
    surplus: surplus ?? null,
  };
}

/** A moment that lies beyond all calendars is none. */
function iso(at: Instant | undefined): string | null {
  return at === undefined || !(Math.abs(at) < 8.64e15) ? null : toIso(at);
}

/** Something of which the result is not known yet; what was never sent, or is only looked at again, is not. */
export function isLeft({ state, verdict, applied, surplus }: ReconcileItem): boolean {
  if (applied === 'released' || applied === 'verified') return false;
  // The others are still there, whoever chose the one that stays; closed ones are nobody's work any more.
  if (applied === 'confirmed') return verdict === 'several' && (state === 'planned' || (surplus ?? 1) > 0);
  return needsPerson({ state, verdict, surplus }) || state === 'unknown' || state === 'sent';
}

/** More than one, or one where the ledger says that there is none, or says that one is still to be made. */
export function needsPerson({
  state,
  verdict,
  surplus,
}: Pick<ReconcileItem, 'state' | 'verdict' | 'surplus'>): boolean {
  // It stands, and somebody has closed the others.
  if (verdict === 'several') return state !== 'confirmed' || surplus !== 0;
  return verdict === 'one' && (state === 'dead' || state === 'planned');
}

export function tooOld(items: Iterable<ReconcileItem>, maxAgeMs: number): number {
  let count = 0;
  for (const item of items) if (isLeft(item) && item.age_ms !== null && item.age_ms > maxAgeMs) count += 1;
  return count;
}

export function* looksOf(items: Iterable<ReconcileItem>): Generator<SeenLook> {
  for (const item of items) yield lookOf(item);
}
