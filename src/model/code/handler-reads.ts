// What a handler and the functions that it calls read: their expressions, and the fields of a request that are asked for by name.
import type { Act } from './act.ts';
import type { Expr, Func, Pattern, Stmt } from './syntax.ts';
import { blocksOf, everyExpr, valuesOf } from './walk.ts';

/** Every expression of a handler and of the functions that it calls. */
export function exprsOf(handler: Func, acts: readonly Act[]): readonly Expr[] {
  const fns = new Set([handler, ...acts.flatMap(({ local }) => local ?? [])]);
  return [...fns].flatMap((fn) => below(fn.body));
}

/** `body.event`, `body["event"]`, `body.get("event")`, `const { event } = body`. */
export function readsField(handler: Func, acts: readonly Act[], name: RegExp): boolean {
  const fns = new Set([handler, ...acts.flatMap(({ local }) => local ?? [])]);
  return (
    exprsOf(handler, acts).some((one) => {
      if (one.form === 'member') return one.name !== undefined && name.test(one.name);
      const isGet = one.form === 'call' && one.callee.form === 'member' && one.callee.name === 'get';
      const key = isGet ? one.args[0]?.value : undefined;
      return key?.form === 'text' && key.value !== undefined && name.test(key.value);
    }) ||
    [...fns].some((fn) =>
      [...patternsIn(fn.body), ...fn.parameters.map(({ pattern }) => pattern)].some((pattern) => takes(pattern, name)),
    )
  );
}

function takes({ fields }: Pattern, name: RegExp): boolean {
  return (fields ?? []).some(({ key, pattern }) => (key !== undefined && name.test(key)) || takes(pattern, name));
}

function patternsIn(list: readonly Stmt[]): Pattern[] {
  return list.flatMap((one) => [...(one.does === 'bind' ? [one.pattern] : []), ...blocksOf(one).flatMap(patternsIn)]);
}

function below(list: readonly Stmt[]): Expr[] {
  return list.flatMap((one) => [...valuesOf(one).flatMap(everyExpr), ...blocksOf(one).flatMap(below)]);
}
