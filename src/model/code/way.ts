// How a place in a function is reached: what a walk through calls remembers on its way.
import type { Act, Arm } from './act.ts';
import type { CallSite, Scope } from './scope.ts';
import type { Expr, Func, Stmt } from './syntax.ts';
import { endsIn } from './ways.ts';

export interface Way {
  readonly scope: Scope;
  readonly arms: readonly Arm[];
  readonly frames: readonly number[];
  readonly stack: readonly Func[];
  readonly chain: Act['chain'];
  readonly isAwaited: boolean;
  readonly isDetached: boolean;
  readonly isInLoop: boolean;
  readonly isInCatch: boolean;
  readonly handedTo: string | undefined;
  /** Parameters of the function that this call of it leaves out. */
  readonly absent: ReadonlySet<string>;
  /** The call that runs the innermost function; undefined where somebody else calls it. */
  readonly site: CallSite | undefined;
  readonly late: Act['late'];
}

/** Every parameter is handed over. */
export const nothingAbsent: ReadonlySet<string> = new Set();

/** At the first statement of a function that somebody else calls. `frame` tells this run of it from every other. */
export function beginningOf(fn: Func, scope: Scope, frame: number): Way {
  return {
    ...{ scope, arms: [], frames: [frame], stack: [fn], chain: [] },
    ...{ isAwaited: false, isDetached: false, isInLoop: false, isInCatch: false, handedTo: undefined },
    absent: nothingAbsent,
    site: undefined,
    late: undefined,
  };
}

/** On one side of a condition. A side that ends leaves what follows to the other side: that is written down on the arm itself. */
export function armed(way: Way, test: Expr, id: number, side: Arm['side'], body: readonly Stmt[]): Way {
  const arm: Arm = { test, scope: way.scope, id, side, ends: endsIn(body), frame: way.frames.at(-1) ?? 0 };
  return { ...way, arms: [...way.arms, arm] };
}
