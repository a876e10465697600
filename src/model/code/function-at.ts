// The function that an argument hands over, also through a call that wraps it.
import type { Program } from './program.ts';
import type { Scope } from './scope.ts';
import type { Expr, Func } from './syntax.ts';

/** The function itself, or the one inside a call that wraps it. */
export function functionAt(program: Program, expr: Expr, scope: Scope): { fn: Func; isWrapped: boolean } | undefined {
  const value = program.evaluate(expr, scope);
  if (value?.is === 'function' && expr.form !== 'call') return { fn: value.fn, isWrapped: false };
  if (expr.form !== 'call') return undefined;
  if (expr.callee.form === 'member' && expr.callee.name === 'bind') {
    const bound = program.evaluate(expr.callee.object, scope);
    return bound?.is === 'function' ? { fn: bound.fn, isWrapped: false } : undefined;
  }
  const inner = expr.args.map(({ value: arg }) => functionAt(program, arg, scope)).find((one) => one !== undefined);
  return inner && { fn: inner.fn, isWrapped: true };
}
