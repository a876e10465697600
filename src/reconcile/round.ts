// One look at all candidates, and what follows for each of them.

import { DedupeError } from '../errors.ts';
import type { Instant } from '../model/instant.ts';
import type { Candidate, Judged } from '../model/reconcile.ts';
import { configuredName } from './configured-name.ts';
import { lookAt, type Targets } from './look.ts';
import { judge } from './verdict.ts';

/** What a person decided beforehand, by target and by source event key. */
export interface Wishes {
  readonly acceptAbsent: ReadonlyMap<string, number>;
  readonly keep: ReadonlyMap<string, string>;
}

export interface Seen {
  readonly candidate: Candidate;
  readonly judged: Judged;
}

export interface Round {
  readonly candidates: readonly Candidate[];
  /** By the clock that stamped the leases, before anything is asked. */
  readonly now: Instant;
  readonly targets: Targets;
  readonly wishes: Wishes;
  readonly signal: AbortSignal;
  readonly tell?: (done: number) => void;
  /** Only to tell of it: an interruption then leaves what was seen so far. */
  readonly partly?: boolean;
}

/** In the order of the candidates. Rejects only when it is interrupted. */
export async function judgeAll({ candidates, now, targets, wishes, signal, tell, partly }: Round): Promise<Seen[]> {
  const looked = await lookAt(candidates, targets, now, signal, { tell, partly });
  return candidates.flatMap((candidate) => {
    const answer = looked.get(candidate);
    if (answer === undefined) return [];
    const target = targets.get(configuredName(candidate));
    const abilities = target === undefined || target instanceof DedupeError ? unknownAbilities : target.abilities;
    const acceptAbsentMs = wishes.acceptAbsent.get(configuredName(candidate));
    const judged = judge(candidate, answer, { abilities, lookedAt: now, acceptAbsentMs });
    return { candidate, judged: chosen(candidate, judged, wishes) };
  });
}

const unknownAbilities = { createMaximumMs: Number.POSITIVE_INFINITY, indexLagMs: undefined, leavesOut: undefined };

/** Of several a person may say which one stays; it must be one of those that were seen. */
function chosen(candidate: Candidate, judged: Judged, { keep }: Wishes): Judged {
  const id = keep.get(candidate.sourceEventKey);
  const record = judged.records.find((one) => one.id === id);
  if (judged.verdict !== 'several' || record === undefined) return judged;
  const isOpen = candidate.state === 'unknown' || candidate.state === 'sent' || candidate.state === 'planned';
  return { ...judged, keep: record, action: isOpen ? 'confirm' : 'stay' };
}
