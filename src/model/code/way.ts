// How a place in a function is reached: what a walk through calls remembers on its way.
import type { Act, Arm } from './act.ts';
import type { Scope } from './scope.ts';
import type { Func } from './syntax.ts';

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
    late: undefined,
  };
}
