// One key, asked for by two copies: the first had set its mark, and where the second asked it was not there any more.
import type { FactOf } from '../fact.ts';
import { type Asked, firstOfPairs } from './guard-pairs.ts';
import { type Guard, isSameStore, isSplitMemory, letsThrough, markedAt, restartBetween } from './guards.ts';
import { boundOf } from './skew.ts';
import type { Chain, Effect, Timeline } from './timeline.ts';

/**
 * `own-memory`: each process has its own marks. `restarted`: the marks went with the process. `expired`: the mark lived
 * shorter than it took the copy to come. `gone`: neither, so it was evicted, flushed, or removed with something else.
 */
export type LossForm = 'own-memory' | 'restarted' | 'expired' | 'gone';

export interface LostMark {
  readonly form: LossForm;
  /** The statement that set the mark, or the first question where each process has its own memory. */
  readonly first: Guard;
  readonly second: Guard;
  /** What tells that the process of the first began anew. */
  readonly restart: FactOf<'lifecycle'> | undefined;
  /** When the mark was to end; undefined when that was not logged. */
  readonly expiresAt: number | undefined;
  readonly chains: readonly [Chain, Chain];
  /** No clock and no missing word could turn it round. */
  readonly isCertain: boolean;
}

/** The first pair of copies of which it is true. Undefined: other keys or stores, a release, or a mark that came too late. */
export function lostMarkOf(timeline: Timeline, effect: Effect): LostMark | undefined {
  return firstOfPairs(timeline, effect, (a, b) => lossOf(timeline, a, b));
}

/** `a` was the first to ask. */
function lossOf(timeline: Timeline, a: Asked, b: Asked): LostMark | undefined {
  for (const second of b.guards.filter(letsThrough)) {
    // What follows a question with the same key is its own mark.
    const isMark = b.guards.some((one) => one.n < second.n && one.fields.key === second.fields.key);
    if (second.fields.key === undefined || isMark) continue;
    const own = a.guards.filter(
      (guard) => guard.fields.key === second.fields.key && isSameStore(guard, second) && guard.n < second.n,
    );
    const [question] = own.filter(letsThrough);
    if (!question) continue;
    const chains = [a.chain, b.chain] as const;
    const restart = restartBetween(timeline, question, second);
    if (isSplitMemory(question, second) && !restart) {
      return { form: 'own-memory', first: question, second, restart, expiresAt: undefined, chains, isCertain: true };
    }
    if (own.some(({ fields }) => fields.result === 'released')) continue;
    const [first] = own.filter((guard) => markedAt(guard) !== undefined);
    if (!first || !isLater(timeline, first, second)) continue;
    return { first, second, chains, ...endOf(timeline, own, second, restart) };
  }
  return undefined;
}

function endOf(timeline: Timeline, own: readonly Guard[], second: Guard, restart: FactOf<'lifecycle'> | undefined) {
  const expiresAt = own.map(({ fields }) => fields.expires_at).findLast((at) => at !== undefined);
  const isOver = expiresAt !== undefined && second.at !== undefined && second.at >= expiresAt;
  if (isOver) {
    const bound = Math.max(0, ...own.map(({ clock }) => boundOf(timeline, clock, second.clock)));
    return { form: 'expired', expiresAt, restart: undefined, isCertain: second.at - expiresAt >= bound } as const;
  }
  const isProcess = own.some(({ fields }) => fields.scope === 'process') || second.fields.scope === 'process';
  if (restart && isProcess) return { form: 'restarted', expiresAt, restart, isCertain: true } as const;
  return { form: 'gone', expiresAt, restart: undefined, isCertain: false } as const;
}

/** The mark stood when the second asked, whichever of the two clocks runs ahead. */
function isLater(timeline: Timeline, mark: Guard, second: Guard): boolean {
  const marked = markedAt(mark);
  if (marked === undefined || second.at === undefined) return false;
  return second.at > marked + boundOf(timeline, mark.clock, second.clock);
}
