// One thing that happens when a function runs, with the way that leads to it; and what two of them can say of each other.
import type { Scope } from './scope.ts';
import type { Expr, Func, Span } from './syntax.ts';

/** One side of a condition on the way. */
export interface Arm {
  readonly test: Expr;
  readonly scope: Scope;
  /** Which condition, and which side of it. */
  readonly id: number;
  readonly side: 'yes' | 'no' | 'body' | 'catch';
  /** Whoever takes this side does not come to what stands behind it in the same function. */
  readonly ends: boolean;
  readonly frame: number;
}

export interface Act {
  readonly n: number;
  readonly kind: 'call' | 'return' | 'throw' | 'test' | 'assign';
  readonly expr: Expr | undefined;
  readonly at: Span;
  readonly scope: Scope;
  /** Way to the callee where it comes from outside: `@slack/bolt.App().client.chat.postMessage`. */
  readonly path: string | undefined;
  /** The function of the project that is called, and whose own acts follow. */
  readonly local: Func | undefined;
  /** What stands behind it waits for it. */
  readonly isAwaited: boolean;
  readonly arms: readonly Arm[];
  /** The calls in which it happens, outermost first. */
  readonly frames: readonly number[];
  readonly chain: readonly { readonly at: Span; readonly scope: Scope }[];
  readonly isInLoop: boolean;
  readonly isInCatch: boolean;
  /** The way to what was handed the function in which it happens; undefined in the handler's own run. */
  readonly handedTo: string | undefined;
  /** Nobody on the way waits for it: `waitUntil`, or that a promise was left alone; undefined where somebody may. */
  readonly late: 'waitUntil' | 'left alone' | undefined;
}

/** Could the first have run before the second in one and the same run? */
export function canPrecede(first: Act, second: Act): boolean {
  if (first.n >= second.n) return false;
  return first.arms.every((arm) => {
    const other = second.arms.find(({ id }) => id === arm.id);
    if (other) return other.side === arm.side;
    return !(arm.ends && second.frames.includes(arm.frame));
  });
}

/** Has the first surely run whenever the second one runs? */
export function surelyPrecedes(first: Act, second: Act): boolean {
  if (first.n >= second.n || first.handedTo !== second.handedTo) return false;
  return first.arms.every((arm) => second.arms.some(({ id, side }) => id === arm.id && side === arm.side));
}
