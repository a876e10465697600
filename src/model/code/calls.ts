// What a call hands to a parameter, and what a function gives back.
import type { CallSite } from './scope.ts';
import type { Expr, Func, Stmt } from './syntax.ts';
import { blocksOf } from './walk.ts';

export function returnsOf({ body }: Func): Expr[] {
  const visit = (list: readonly Stmt[]): Expr[] =>
    list.flatMap((one) => [
      ...(one.does === 'return' && one.value ? [one.value] : []),
      ...blocksOf(one).flatMap((block) => visit(block)),
    ]);
  return visit(body);
}

/** The argument that a parameter gets: by its keyword, else by its place; a method's first parameter is its object. */
export function argumentFor(
  fn: Func,
  index: number,
  name: string | undefined,
  { call, scope }: CallSite,
): Expr | undefined {
  const keyword = name === undefined ? undefined : call.args.find((arg) => arg.keyword === name);
  if (keyword) return keyword.value;
  const first = fn.parameters[0]?.pattern.name;
  const isMethod = scope.module.language === 'python' && (first === 'self' || first === 'cls');
  const at = isMethod ? index - 1 : index;
  const place = call.args.filter(({ keyword: word, isSpread }) => word === undefined && !isSpread);
  return at < 0 ? undefined : place[at]?.value;
}
