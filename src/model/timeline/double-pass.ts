// Two copies that asked one store for one key, and both were let through: in which order, and why the store could not know.
import { madeAt } from './duplicates.ts';
import { type Asked, firstOfPairs } from './guard-pairs.ts';
import {
  couldBeSplit,
  type Guard,
  isSameStore,
  isSplitMemory,
  letsThrough,
  markedAt,
  restartBetween,
} from './guards.ts';
import { boundOf } from './skew.ts';
import type { Chain, Effect, Timeline } from './timeline.ts';

export interface DoublePass {
  readonly form: 'check-then-act' | 'claimed-twice' | 'released-early';
  readonly first: Guard;
  readonly second: Guard;
  /** The statement of the first mark, or of the release. */
  readonly mark: Guard | undefined;
  readonly chains: readonly [Chain, Chain];
  /** No clock and no missing word could turn it round. */
  readonly isCertain: boolean;
}

/** The first pair of copies of which it is true. Undefined: other keys, other stores, or a mark that was there and is gone. */
export function doublePassOf(timeline: Timeline, effect: Effect): DoublePass | undefined {
  return firstOfPairs(timeline, effect, (a, b) => passOf(timeline, a, b));
}

/** `a` was the first to ask. */
function passOf(timeline: Timeline, a: Asked, b: Asked): DoublePass | undefined {
  const [first, second] = firstQuestions(a, b);
  if (!first || !second || first.n > second.n || isSplitMemory(first, second) || couldBeSplit(first, second))
    return undefined;
  const ofKey = (guard: Guard) => guard.fields.key === first.fields.key && isSameStore(guard, first);
  const chains = [a.chain, b.chain] as const;
  const release = a.guards.find((guard) => ofKey(guard) && guard.fields.result === 'released');
  if (release && release.n < second.n) return releasedEarly(a.chain, { first, second, mark: release, chains });

  const marks = [...a.guards, ...b.guards].filter((guard) => ofKey(guard) && markedAt(guard) !== undefined);
  const mark = marks.toSorted((x, y) => (markedAt(x) ?? 0) - (markedAt(y) ?? 0))[0];
  const [asked, marked] = [second.at, mark && markedAt(mark)];
  const isShared = first.fields.scope === 'shared' && second.fields.scope === 'shared';
  if (first.fields.result === 'claimed') {
    const expires = first.fields.expires_at;
    if (second.fields.result !== 'claimed' || (expires !== undefined && asked !== undefined && asked >= expires)) {
      return undefined;
    }
    // Whoever asks when the first has long done its work races with nobody: the claim was there and is gone.
    const done = madeAt(a.chain);
    const margin = boundOf(timeline, second.clock, a.chain.record.clock);
    if (asked !== undefined && done !== undefined && asked > done + margin) return undefined;
    // What a process remembers goes with it.
    if (first.fields.scope === 'process' && restartBetween(timeline, first, second)) return undefined;
    return {
      form: 'claimed-twice',
      first,
      second,
      mark: undefined,
      chains,
      isCertain: isShared && expires !== undefined,
    };
  }
  // A store that is shared and says "miss" tells the order better than two clocks do.
  const bound = mark ? boundOf(timeline, second.clock, mark.clock) : 0;
  if (asked !== undefined && marked !== undefined && asked > marked + bound) return undefined;
  const isOrdered = asked !== undefined && marked !== undefined && (isShared || asked + bound < marked);
  return { form: 'check-then-act', first, second, mark, chains, isCertain: isOrdered };
}

function releasedEarly(chain: Chain, pass: Omit<DoublePass, 'form' | 'isCertain'>): DoublePass | undefined {
  const [released, made] = [pass.mark?.at, madeAt(chain)];
  if (released === undefined || made === undefined || released >= made) return undefined;
  const isOneClock = pass.mark?.clock === chain.record.clock;
  return { ...pass, form: 'released-early', isCertain: isOneClock || made - released > 1000 };
}

/** The first question of each about a key that both asked for, and that was answered with leave to go on. */
function firstQuestions(a: Asked, b: Asked): [Guard | undefined, Guard | undefined] {
  for (const first of a.guards.filter(letsThrough)) {
    const second = b.guards.find(
      (guard) => letsThrough(guard) && guard.fields.key === first.fields.key && isSameStore(guard, first),
    );
    if (first.fields.key !== undefined && second) return [first, second];
  }
  return [undefined, undefined];
}
