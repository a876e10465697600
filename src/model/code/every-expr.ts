// Every expression of the modules that have a word in their text, with the scope in which it stands. Most modules have it not, and
// looking for a word in a text costs a hundredth of looking for it in what stands there.
import type { Program } from './program.ts';
import type { Indexed, Scope } from './scope.ts';
import type { Expr, Module, Stmt } from './syntax.ts';
import { blocksOf, everyExpr, valuesOf } from './walk.ts';

export interface Standing {
  readonly expr: Expr;
  readonly module: Module;
  readonly scope: Scope;
}

const known = new WeakMap<Indexed, readonly Standing[]>();

export function everyExprIn(program: Program, word: RegExp): readonly Standing[] {
  return program.modules.filter(({ module }) => word.test(module.text)).flatMap(standingIn);
}

function standingIn(one: Indexed): readonly Standing[] {
  const before = known.get(one);
  if (before) return before;
  const own = [
    { body: one.module.body, scope: one.scope },
    ...one.functions.map(({ fn, scope }) => ({ body: fn.body, scope })),
  ];
  const { module } = one;
  const all: Standing[] = [];
  // What CommonJS exports is a statement, and stands in the list of exports under each of its names.
  const seen = new Set<Expr>();
  const add = (value: Expr, scope: Scope) => {
    for (const expr of everyExpr(value)) if (seen.size !== seen.add(expr).size) all.push({ expr, module, scope });
  };
  for (const { body, scope } of own) for (const value of below(body)) add(value, scope);
  // `export default checked(handler)` is no statement.
  for (const { value } of one.module.exports) add(value, one.scope);
  for (const { cls, scope } of one.classes) for (const { value } of cls.members) if (value) add(value, scope);
  known.set(one, all);
  return all;
}

function below(list: readonly Stmt[]): Expr[] {
  return list.flatMap((one) => [...valuesOf(one), ...blocksOf(one).flatMap(below)]);
}

/** Is a word like this anywhere in the code: a name, a member, a text, a key of an object? */
export function mentionsAnywhere(program: Program, words: RegExp): boolean {
  return everyExprIn(program, unanchored(words)).some(({ expr }) => {
    if (expr.form === 'name' || expr.form === 'member') return expr.name !== undefined && words.test(expr.name);
    if (expr.form === 'text') return words.test(expr.fixed);
    return expr.form === 'object' && expr.entries.some(({ key }) => key !== undefined && words.test(key));
  });
}

/** A pattern of whole words as it stands in a text. */
function unanchored({ source, flags }: RegExp): RegExp {
  return new RegExp(source.replace(/(?<!\[)\^|(?<!\\)\$/g, ''), flags);
}
