// Calls whose end nobody waits for, as far as one statement and the rest of its function show it.
import type { Call, Expr, Func, Stmt } from './syntax.ts';
import { blocksOf, everyExpr, valuesOf } from './walk.ts';

/** Starts what it is handed and comes back at once; a task group waits for its tasks at its end. */
const starts = /(^|\.)(create_task|ensure_future)$/;
const groups = /TaskGroup|^\?\.create_task$/;
/** Tells the platform to keep the instance for a while: nothing is written down by that. */
export const keepsAlive = /(^|\.)waitUntil$|^next\/server\.(unstable_)?after$/;

export function startsTask(path: string): boolean {
  return starts.test(path) && !groups.test(path);
}

/** Another thread runs what it is handed; of whoever asks for its result nothing is said. */
export const hiredBy = /(^|\.)(submit|run_in_executor)$/;

/** The call that a statement makes and leaves; undefined where somebody takes what it gives. */
export function leftIn(statement: Stmt, fn: Func | undefined, isPython: boolean): Call | undefined {
  if (statement.does === 'value') return innermost(statement.value);
  if (statement.does !== 'bind' || statement.value?.form !== 'call' || !fn) return undefined;
  const { name } = statement.pattern;
  if (name === undefined) return undefined;
  const { value } = statement;
  const uses = valuesBelow(fn.body).flatMap((one) => everyExpr(one).filter((part) => takes(part, name)));
  return isPython ? (uses.length === 0 ? value : undefined) : uses.some(isKeptAlive) ? value : undefined;
}

/** `void f()` and `f().catch(log)` leave `f()` as `f()` alone does. */
function innermost(expr: Expr): Call | undefined {
  if (expr.form === 'operation' && expr.sign === 'void' && expr.parts[0]) return innermost(expr.parts[0]);
  if (expr.form !== 'call') return undefined;
  const { callee } = expr;
  if (callee.form !== 'member' || !/^(then|catch|finally)$/.test(callee.name ?? '')) return expr;
  return innermost(callee.object) ?? expr;
}

/** Somebody is handed the task, or waits for it; a set that only keeps it from being collected does not. */
function takes(part: Expr, name: string): boolean {
  const isIt = (one: Expr) => everyExpr(one).some((inner) => inner.form === 'name' && inner.name === name);
  if (part.form === 'await') return isIt(part.value);
  if (part.form !== 'call' || (part.callee.form === 'member' && /^(add|discard)$/.test(part.callee.name ?? '')))
    return false;
  return part.args.some(({ value }) => isIt(value));
}

function isKeptAlive(part: Expr): boolean {
  if (part.form !== 'call') return false;
  const { callee } = part;
  return (callee.form === 'name' || callee.form === 'member') && callee.name === 'waitUntil';
}

function valuesBelow(list: readonly Stmt[]): Expr[] {
  return list.flatMap((one) => [...valuesOf(one), ...blocksOf(one).flatMap(valuesBelow)]);
}
