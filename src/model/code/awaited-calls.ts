// Which calls of an async function of Python are waited for by name, or handed on to be waited for.
import type { Expr, Func, Stmt } from './syntax.ts';
import { blocksOf, everyExpr, valuesOf } from './walk.ts';

const known = new WeakMap<Func, ReadonlySet<Expr>>();

/** `await x.get()`, `async with x.stream() as y` and what is handed to `gather`, `create_task`, `wait_for`. */
export function awaitedIn(fn: Func): ReadonlySet<Expr> {
  const before = known.get(fn);
  if (before) return before;
  const found = new Set(below(fn.body));
  known.set(fn, found);
  return found;
}

function below(list: readonly Stmt[]): Expr[] {
  return list.flatMap((one) => [
    ...valuesOf(one)
      .flatMap(everyExpr)
      .flatMap((part) => (part.form === 'await' ? chainIn(part.value) : part.form === 'call' ? handedOn(part) : [])),
    ...(one.does === 'with' ? one.items.flatMap(chainIn) : []),
    ...blocksOf(one).flatMap(below),
  ]);
}

function handedOn({ callee, args }: Extract<Expr, { form: 'call' }>): Expr[] {
  const name = callee.form === 'member' || callee.form === 'name' ? (callee.name ?? '') : '';
  return /^(gather|create_task|ensure_future|wait_for|wait|shield|run|run_until_complete|run_coroutine_threadsafe)$/.test(
    name,
  )
    ? args.flatMap(({ value }) => everyExpr(value))
    : [];
}

/** What an argument is, is there before: `await say(ask())` waits for `say` alone. */
function chainIn(expr: Expr): Expr[] {
  if (expr.form === 'call') return [expr, ...chainIn(expr.callee)];
  return expr.form === 'member' ? chainIn(expr.object) : [];
}
