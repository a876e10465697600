// The function that an argument hands over, also through a call that wraps it.
import type { Program } from './program.ts';
import type { Scope } from './scope.ts';
import type { Call, Expr, Func } from './syntax.ts';

/** The function itself, or the one inside a call that wraps it. */
export function functionAt(program: Program, expr: Expr, scope: Scope): { fn: Func; isWrapped: boolean } | undefined {
  const value = program.evaluate(expr, scope);
  if (value?.is === 'function' && expr.form !== 'call') return { fn: value.fn, isWrapped: false };
  if (expr.form !== 'call') return undefined;
  if (expr.callee.form === 'member' && expr.callee.name === 'bind') {
    const bound = program.evaluate(expr.callee.object, scope);
    return bound?.is === 'function' ? { fn: bound.fn, isWrapped: false } : undefined;
  }
  if (value?.is === 'function' && isFactory(program, expr, scope, value.scope))
    return { fn: value.fn, isWrapped: false };
  const inner = expr.args.map(({ value: arg }) => functionAt(program, arg, scope)).find((one) => one !== undefined);
  return inner && { fn: inner.fn, isWrapped: inner.isWrapped || !onlyRuns(program, expr, scope) };
}

/** `handler_for(config)` gives a function that is written inside it; whoever is handed a function may do anything around that. */
function isFactory(program: Program, { callee, args }: Call, scope: Scope, inside: Scope): boolean {
  const factory = program.evaluate(callee, scope);
  if (factory?.is !== 'function' || inside.parent?.fn !== factory.fn) return false;
  return args.every(({ value }) => value.form !== 'function' && program.evaluate(value, scope)?.is !== 'function');
}

/** `withErrors(handler)`: written here, and what stands in it has no word of an answer, a question or a store. */
function onlyRuns(program: Program, { callee }: Call, scope: Scope): boolean {
  const wrapper = scope.module.language === 'python' ? undefined : program.evaluate(callee, scope);
  if (wrapper?.is !== 'function' || wrapper.fn.parameters.length === 0) return false;
  const text = wrapper.scope.module.text.slice(wrapper.fn.at.start, wrapper.fn.at.end);
  return !doesMore.test(text);
}

const doesMore =
  /\back|dedup|duplicate|idempot|seen|claim|verif|processed|handled|already|\block|redis|cache|bot_?id|subtype|retry|respond\(|setTimeout|setImmediate|queue|enqueue|\bif\b/i;
