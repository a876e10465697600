// What the conditions of a run look at.
import type { Act } from './act.ts';
import type { Expr } from './syntax.ts';
import { everyExpr } from './walk.ts';

/** Does any part of the handler's way look at one of these words? */
export function looksAt(acts: readonly Act[], words: RegExp): boolean {
  return acts.some(({ kind, expr }) => kind === 'test' && expr !== undefined && mentions(expr, words));
}

export function mentions(expr: Expr, words: RegExp): boolean {
  return everyExpr(expr).some(
    (one) =>
      (one.form === 'member' && one.name !== undefined && words.test(one.name)) ||
      (one.form === 'name' && words.test(one.name)) ||
      (one.form === 'text' && words.test(one.fixed)),
  );
}
