// Work in a handler whose failure is caught, written into the log at most, and forgotten.
import type { Act } from './act.ts';
import { isLog } from './log-calls.ts';
import type { Expr, Func, Stmt } from './syntax.ts';
import { blocksOf, everyExpr } from './walk.ts';

/** Of the acts those that stand in such a `try` of the handler itself. */
export function triedAndForgotten({ body }: Func, acts: readonly Act[]): Act[] {
  const tries = forgetting(body);
  return acts.filter(({ chain, at, scope, handedTo, arms }) => {
    const own = chain[0] ?? { at, scope };
    const holds = (list: readonly Stmt[]) =>
      list.some((one) => one.at.start <= own.at.start && own.at.end <= one.at.end);
    const isCaughtDeeper = arms.some(({ side }) => side === 'catch');
    return handedTo === undefined && !isCaughtDeeper && tries.some((tried) => holds(tried));
  });
}

function forgetting(list: readonly Stmt[]): (readonly Stmt[])[] {
  return list.flatMap((one) => [
    ...(one.does === 'try' && one.catches.length > 0 && one.last.length === 0 && one.catches.every(isForgotten)
      ? [one.body]
      : []),
    ...blocksOf(one).flatMap(forgetting),
  ]);
}

/** Anything but a log line may keep it, tell somebody or change what comes behind it. */
function isForgotten(list: readonly Stmt[]): boolean {
  return list.every((one) => {
    if (one.does !== 'value') return false;
    const calls = everyExpr(one.value).flatMap((part) => (part.form === 'call' ? [part] : []));
    return one.value.form !== 'assign' && calls.every((call) => isLog(call) || isWords(call.callee));
  });
}

function isWords(callee: Expr): boolean {
  const name = callee.form === 'name' || callee.form === 'member' ? callee.name : undefined;
  return /^(str|repr|type|format|format_exc|print_exc|stringify|join)$/.test(name ?? '');
}
