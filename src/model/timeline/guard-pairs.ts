// The copies of one effect in pairs, each with the guards that it asked by itself.
import { type Guard, ownGuardsOf } from './guards.ts';
import type { Chain, Effect, Timeline } from './timeline.ts';

export interface Asked {
  readonly chain: Chain;
  readonly guards: readonly Guard[];
}

/** What the first pair gives of which it is true, either copy being the first to ask. */
export function firstOfPairs<T>(
  timeline: Timeline,
  effect: Effect,
  of: (first: Asked, second: Asked) => T | undefined,
): T | undefined {
  const asked = effect.chains.map((chain) => ({ chain, guards: ownGuardsOf(timeline, effect, chain) }));
  for (const [i, a] of asked.entries()) {
    for (const b of asked.slice(i + 1)) {
      const found = of(a, b) ?? of(b, a);
      if (found) return found;
    }
  }
  return undefined;
}
