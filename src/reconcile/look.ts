// Asks the targets about many operations: in batches where a target offers that, a few at a time where it does not.
import { DedupeError } from '../errors.ts';
import type { Instant } from '../model/instant.ts';
import type { Candidate } from '../model/reconcile.ts';
import type { Found, MadeBetween, Target } from '../model/target.ts';
import { configuredName, notConfigured } from './configured-name.ts';
import { type Looked, overAt, skewMs } from './verdict.ts';

export type Targets = ReadonlyMap<string, Target | DedupeError>;

/** Keys in one question to a target that takes many. */
const batch = 1_000;
/** Questions under way at one target: politeness, and connections. */
const atOnce = 4;
/** Looks in a row that nobody answered, before it is asked whether anybody is there: others wait behind a page of thousands. */
const mostSilent = 8;
/** One look, its waits for limits included. */
const deadlineMs = 120_000;

export interface Telling {
  readonly tell?: ((done: number) => void) | undefined;
  /** Interrupted, tell what was seen until then. Else it rejects: nothing may be changed by half a look. */
  readonly partly?: boolean | undefined;
}

export async function lookAt(
  candidates: readonly Candidate[],
  targets: Targets,
  now: Instant,
  signal: AbortSignal,
  { tell = () => {}, partly = false }: Telling = {},
): Promise<ReadonlyMap<Candidate, Looked>> {
  const looked = new Map<Candidate, Looked>();
  const note = (candidate: Candidate, answer: Looked) => {
    looked.set(candidate, answer);
    tell(looked.size);
  };
  const looking = Promise.all(
    [...new Set(candidates.map(configuredName))].map(async (name) => {
      const own = candidates.filter((one) => configuredName(one) === name);
      const target = targets.get(name);
      if (target === undefined || target instanceof DedupeError) {
        for (const one of own) {
          const reason = target?.message ?? notConfigured(one);
          note(one, { answer: 'cannot-see', reason, asked: `look for ${one.key}` });
        }
        return;
      }
      if (target.findAll) await inBatches(target, own, signal, note);
      else await fewAtOnce(target, own, now, signal, note);
    }),
  );
  await looking.catch((error) => {
    if (!partly || !signal.aborted) throw error;
  });
  if (!partly || !signal.aborted) return looked;
  const reason = 'interrupted before it had answered';
  return new Map(
    candidates.map((one) => [one, looked.get(one) ?? { answer: 'unreachable', reason, asked: `look for ${one.key}` }]),
  );
}

type Note = (candidate: Candidate, answer: Looked) => void;

async function inBatches(target: Target, own: readonly Candidate[], signal: AbortSignal, note: Note): Promise<void> {
  for (let i = 0; i < own.length; i += batch) {
    const part = own.slice(i, i + batch);
    const keys = [...new Set(part.map(({ key }) => key))];
    const answers = await answered('a batch of keys', signal, async (limit) => target.findAll?.(keys, limit));
    for (const one of part) {
      const found = answers instanceof Map ? answers.get(one.key) : answers;
      note(one, (found as Looked) ?? { answer: 'cannot-see', reason: 'the target left the key out', asked: one.key });
    }
  }
}

async function fewAtOnce(
  target: Target,
  own: readonly Candidate[],
  now: Instant,
  signal: AbortSignal,
  note: Note,
): Promise<void> {
  const waiting = [...own];
  let silent = 0;
  let gone: string | undefined;
  let asking: Promise<void> | undefined;
  // Some keys may be what it cannot answer, so that only silence about itself speaks for all of them.
  const isThere = async () => {
    const probed = await answered('probe', signal, (limit) => target.probe(limit));
    if ('answer' in probed)
      gone = `not asked: the looks before it had no answer, and nobody is there (${probed.reason})`;
    silent = 0;
    asking = undefined;
  };
  const worker = async () => {
    for (let one = waiting.shift(); one !== undefined; one = waiting.shift()) {
      const candidate = one;
      const asked = `look for ${one.key}`;
      const answer: Looked =
        gone === undefined
          ? await answered(asked, signal, (limit) => lookOnce(target, candidate, now, limit))
          : { answer: 'unreachable', reason: gone, asked };
      note(candidate, answer);
      silent = answer.answer === 'unreachable' ? silent + 1 : 0;
      if (silent >= mostSilent && gone === undefined) asking ??= isThere();
      await asking;
    }
  };
  await Promise.all(Array.from({ length: atOnce }, worker));
}

/** By key; where an index answers or no key is offered, the list of what was made in the span, if there is one. */
export async function lookOnce(target: Target, one: Candidate, now: Instant, signal: AbortSignal): Promise<Found> {
  const { findBy, listsByTime } = target.abilities;
  const byKey =
    findBy === 'none' ? undefined : narrower(one, await target.find(one.key, signal, madeBetween(one, target)));
  const isProof = byKey !== undefined && (byKey.answer !== 'none' || byKey.store === 'primary');
  if (isProof || !listsByTime) return byKey ?? target.find(one.key, signal);
  if (one.sentAt === undefined) return byKey ?? target.find(one.key, signal);
  const from = ((one.firstSentAt ?? one.sentAt) - skewMs) as Instant;
  const listed = whole(one, await target.findWindow(from, later(now), one.key, signal));
  if (byKey === undefined || listed.answer === 'found') return listed;
  if (listed.answer === 'none' && listed.store === 'primary') return listed;
  if (listed.answer !== 'cannot-see' || byKey.answer !== 'none') return byKey;
  return { ...byKey, control: `${byKey.control}; the list by time proves nothing: ${listed.reason}` };
}

/** Objects that show no key are doubted from the first request on: without it, all that there ever were. */
function narrower({ firstSentAt }: Candidate, found: Found): Found {
  if (firstSentAt !== undefined || found.answer !== 'cannot-see') return found;
  const reason = `${found.reason}; nobody says when it was sent for the first time (--first-sent-at), so that nothing is too old to be it`;
  return { ...found, reason };
}

/** What an earlier request made lies before a list that begins with a later one: nothing in it is no proof then. */
function whole({ firstSentAt }: Candidate, listed: Found): Found {
  if (firstSentAt !== undefined || listed.answer !== 'none') return listed;
  const reason =
    'the list by time begins with the last request, and an earlier one may have made it before that: nobody says when it was ' +
    'sent for the first time (--first-sent-at, or first_sent_at in ledger.select)';
  return { answer: 'cannot-see', reason, asked: listed.asked };
}

/** Undefined: it never left. Where nobody wrote down when it did, it may be as old as anything. */
function madeBetween(one: Candidate, { abilities }: Target): MadeBetween | undefined {
  const to = overAt(one, abilities.createMaximumMs);
  if (to === undefined || to === 0) return undefined;
  return { from: Math.max(0, (one.firstSentAt ?? 0) - skewMs) as Instant, to };
}

function later(now: Instant): Instant {
  return (now + skewMs) as Instant;
}

/** Nobody waits without end for a target that says nothing; and an outage of one is no reason to leave out the others. */
async function answered<T>(asked: string, signal: AbortSignal, ask: (limit: AbortSignal) => Promise<T>) {
  const limit = AbortSignal.any([signal, AbortSignal.timeout(deadlineMs)]);
  const late = new Promise<never>((_, reject) => {
    limit.addEventListener('abort', () => reject(limit.reason), { once: true });
  });
  late.catch(() => {});
  try {
    return await Promise.race([ask(limit), late]);
  } catch (error) {
    signal.throwIfAborted();
    const reason =
      error instanceof DedupeError ? error.message : limit.aborted ? 'it did not answer in time' : fault(error);
    return { answer: 'unreachable', reason, asked } as const;
  }
}

function fault(error: unknown): string {
  return `the look failed: ${error instanceof Error ? error.name : 'error'}`;
}
