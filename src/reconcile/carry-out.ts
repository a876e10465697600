// Carries out a plan: each operation is read again and looked at again, and moved only if both still say the same.
import type { Candidate } from '../model/reconcile.ts';
import type { Items, ReconcileItem } from '../model/reconcile-document.ts';
import { readAgain } from '../store/reconcile/unsettled.ts';
import type { Sessions } from '../store/sessions.ts';
import { type Applied, applyTo } from './apply.ts';
import { ItemPages } from './item-pages.ts';
import { itemOf } from './items.ts';
import type { Targets } from './look.ts';
import { judgeAll, type Seen, type Wishes } from './round.ts';

const atOnce = 4;

export interface CarryOut {
  readonly sessions: Sessions;
  readonly targets: Targets;
  readonly wishes: Wishes;
  readonly signal: AbortSignal;
  readonly tell?: (done: number) => void;
}

/** What became of each item, in their order. An interrupt ends it between two operations: those behind it are not in the result. */
export async function carryOut(items: Items, about: CarryOut): Promise<Items> {
  const done = new ItemPages();
  for (const some of (items instanceof ItemPages ? items : new ItemPages().add(items)).pages()) {
    if (about.signal.aborted) break;
    try {
      done.add(await carryOutSome(some, about));
    } catch (error) {
      // Cut off in a look, before anything of this part was touched; what was done before it stays told.
      if (!about.signal.aborted) throw error;
    }
    about.tell?.(done.length);
  }
  return done;
}

async function carryOutSome(items: readonly ReconcileItem[], about: CarryOut): Promise<ReconcileItem[]> {
  const { sessions, targets, wishes, signal } = about;
  const keys = items.map((item) => ({ sourceEventKey: item.source_event_key, workspaceId: item.workspace_id }));
  const { candidates, now } = await sessions.use((database) => readAgain(database, keys));
  const standing = new Map(candidates.map((one) => [nameOf(one.sourceEventKey, one.workspaceId), one]));
  // Those that somebody moved are looked at too: what they have come to decides how the call ends.
  const current = items.flatMap((item) => standing.get(nameOf(item.source_event_key, item.workspace_id)) ?? []);
  const seen = new Map(
    (await judgeAll({ candidates: current, now, targets, wishes, signal })).map((one) => [one.candidate, one]),
  );
  const results = new Map<number, ReconcileItem>();
  const waiting = items.map((item, i) => ({ item, i }));
  const worker = async () => {
    for (let next = waiting.shift(); next !== undefined && !signal.aborted; next = waiting.shift()) {
      results.set(next.i, { ...next.item, applied: 'changed' });
      const candidate = standing.get(nameOf(next.item.source_event_key, next.item.workspace_id));
      const one = candidate && seen.get(candidate);
      if (one === undefined) continue;
      const applied = isStill(next.item, one.candidate) ? await applyOne(sessions, next.item, one, now) : 'changed';
      results.set(next.i, itemOf(one, now, applied));
    }
  };
  await Promise.all(Array.from({ length: atOnce }, worker));
  const done = items.flatMap((_, i) => results.get(i) ?? []);
  return asTheyStand(done, sessions);
}

/** What somebody else moved is told, and counts, as what it has become. */
async function asTheyStand(results: readonly ReconcileItem[], sessions: Sessions): Promise<ReconcileItem[]> {
  const changed = results.filter(({ applied }) => applied === 'changed');
  if (changed.length === 0) return [...results];
  const keys = changed.map((item) => ({ sourceEventKey: item.source_event_key, workspaceId: item.workspace_id }));
  const { candidates } = await sessions.use((database) => readAgain(database, keys));
  const standing = new Map(candidates.map((one) => [nameOf(one.sourceEventKey, one.workspaceId), one]));
  return results.map((item) => {
    const now = standing.get(nameOf(item.source_event_key, item.workspace_id));
    return item.applied !== 'changed' || now === undefined ? item : { ...item, state: now.state, attempt: now.attempt };
  });
}

/** Only what the plan says: a proof that came since is for the next plan. */
async function applyOne(
  sessions: Sessions,
  item: ReconcileItem,
  { candidate, judged }: Seen,
  now: number,
): Promise<Applied> {
  const isSame = judged.action === item.action && (judged.action !== 'confirm' || judged.keep?.id === item.external_id);
  const wanted = isSame ? judged : { ...judged, action: 'stay' as const };
  const applied = await applyTo(sessions, candidate, wanted, now);
  return isSame || item.action === 'stay' ? applied : 'changed';
}

function isStill(item: ReconcileItem, candidate: Candidate): boolean {
  if (candidate.attempt !== item.attempt) return false;
  // Its lease has ended meanwhile, and a worker has said so: nothing else has changed.
  const hasExpired = item.state === 'sent' && candidate.state === 'unknown';
  return candidate.state === item.state || hasExpired;
}

function nameOf(key: string, workspaceId: string): string {
  return JSON.stringify([key, workspaceId]);
}
