// What follows from one look at a target? Pure: the same answer at the same moment gives the same verdict.
import type { Instant } from '../model/instant.ts';
import type { Candidate, Judged, Proof, ReconcileAction } from '../model/reconcile.ts';
import type { Found, TargetAbilities, TargetRecord } from '../model/target.ts';
import { surplusOf } from './surplus.ts';

export type Looked = Found | { readonly answer: 'unreachable'; readonly reason: string; readonly asked: string };

export interface Circumstances {
  readonly abilities: Pick<TargetAbilities, 'createMaximumMs' | 'indexLagMs' | 'leavesOut'>;
  /** When the look began: what was committed later it could not see. By the clock that stamped the lease. */
  readonly lookedAt: Instant;
  /** How long after everything is over an empty index is accepted as a proof. Undefined: never. */
  readonly acceptAbsentMs: number | undefined;
}

/** Two clocks that are kept by NTP differ by milliseconds; a machine that lost its time server by a second or two. */
export const skewMs = 5_000;

export function judge(candidate: Candidate, looked: Looked, about: Circumstances): Judged {
  switch (looked.answer) {
    case 'unreachable':
    case 'cannot-see':
      return stays(looked.answer, proofOf(looked.asked, undefined, looked.reason));
    case 'found':
      return candidate.sharedWith?.length ? anybodys(candidate.sharedWith, looked) : present(candidate, looked);
    case 'none':
      return absent(candidate, looked, about);
  }
}

function present(candidate: Candidate, { records, asked }: Extract<Found, { answer: 'found' }>): Judged {
  const alive = records.filter(({ state }) => state !== 'deleted');
  const standing = alive.length > 0 ? alive : records.slice(0, 1);
  const keep = keeperOf(candidate, standing);
  const named = new Set([
    ...standing.map(({ id }) => id),
    ...(hasEnded(candidate) && candidate.externalId ? [candidate.externalId] : []),
  ]);
  const gone = alive.length > 0 ? '' : records.length === 1 ? ', and it was deleted' : ', and all were deleted';
  const because = `${records.length === 1 ? 'a record carries' : `${records.length} records carry`} exactly this key${gone}`;
  const proof = proofOf(asked ?? `look for ${candidate.key}`, undefined, because);
  // Of what waits to be sent again, not even one more may be made while a person decides which one stays.
  const action = candidate.state === 'planned' ? 'confirm' : 'stay';
  if (named.size > 1) {
    const several: Judged = { ...stays('several', proof), action, records, keep };
    // A person has closed the others: it is looked at to its end like one that stands alone.
    const isEnded = candidate.state === 'confirmed' && surplusOf(candidate, several) === 0;
    return isEnded ? { ...several, action: 'verify' } : several;
  }
  return { verdict: 'one', action: actionOn(candidate, 'confirm'), records, keep, until: undefined, proof };
}

/** Neither may be taken as made by another's object, nor be told to have made two. */
function anybodys(others: readonly string[], { records, asked }: Extract<Found, { answer: 'found' }>): Judged {
  const ids = records.map(({ id }) => id).join(', ');
  const because =
    `this key stands in ${ids}, and workspace ${others.join(', ')} used it there too: whose it is cannot be told. ` +
    'Look by hand, and put the workspace into the key';
  return stays('cannot-see', proofOf(asked ?? '', undefined, because));
}

/** The one that the ledger names; else the one that people have had the longest time to work on. */
function keeperOf({ externalId }: Candidate, records: readonly TargetRecord[]): TargetRecord | undefined {
  const known = records.find(({ id }) => id === externalId);
  const made = (record: TargetRecord) => record.createdAt ?? Number.POSITIVE_INFINITY;
  return known ?? records.toSorted((a, b) => made(a) - made(b))[0];
}

function absent(candidate: Candidate, looked: Extract<Found, { answer: 'none' }>, about: Circumstances): Judged {
  const { abilities, lookedAt, acceptAbsentMs } = about;
  const limit = abilities.leavesOut === undefined ? '' : `; this says nothing about ${abilities.leavesOut}`;
  const proof = proofOf(looked.asked, looked.store, `${looked.control}${limit}`);
  const over = overAt(candidate, abilities.createMaximumMs);
  if (over === undefined)
    return stays('not-yet', { ...proof, because: `${proof.because}; when it was sent is not known` });
  const seen = looked.store === 'primary' ? over : later(over, abilities.indexLagMs ?? 0);
  if (lookedAt < seen) return stays('not-yet', proof, seen);
  if (looked.store === 'primary') return { ...stays('none-proved', proof), action: actionOn(candidate, 'release') };
  const accepted = acceptAbsentMs === undefined ? undefined : later(over, acceptAbsentMs);
  const isAccepted = accepted !== undefined && lookedAt >= accepted;
  return { ...stays('none-after-wait', proof, accepted), action: isAccepted ? actionOn(candidate, 'release') : 'stay' };
}

/** From then on no request of this operation can still become an object. Undefined: nobody knows when it was sent. */
export function overAt({ state, leaseEnd, sentAt }: Candidate, createMaximumMs: number): Instant | undefined {
  // The state is committed before the first byte leaves, so what is planned and has no such moment never left.
  if (state === 'planned' && sentAt === undefined) return 0 as Instant;
  const end = leaseEnd ?? sentAt;
  return end === undefined ? undefined : later(end, createMaximumMs + skewMs);
}

/** What may be sent again belongs to a worker, unless it is there; and what has ended is only looked at. */
function actionOn(candidate: Candidate, action: ReconcileAction): ReconcileAction {
  // Given up, and there after all: a person has to know before anybody sends it again.
  if (candidate.state === 'dead' && action === 'confirm') return 'stay';
  if (hasEnded(candidate)) return 'verify';
  const isOpen = candidate.state === 'unknown' || candidate.state === 'sent';
  return isOpen || (candidate.state === 'planned' && action === 'confirm') ? action : 'stay';
}

function hasEnded({ state }: Candidate): boolean {
  return state === 'confirmed' || state === 'dead';
}

function stays(verdict: Judged['verdict'], proof: Proof, until?: Instant): Judged {
  return { verdict, action: 'stay', records: [], keep: undefined, until, proof };
}

function proofOf(asked: string, store: Proof['store'], because: string): Proof {
  return { asked, store, because };
}

function later(at: Instant, ms: number): Instant {
  return (at + ms) as Instant;
}
