// Every expression of a program, with the scope in which it stands.
import type { Program } from './program.ts';
import type { Scope } from './scope.ts';
import type { Expr, Module, Stmt } from './syntax.ts';
import { blocksOf, everyExpr, valuesOf } from './walk.ts';

export interface Standing {
  readonly expr: Expr;
  readonly module: Module;
  readonly scope: Scope;
}

const known = new WeakMap<Program, readonly Standing[]>();

export function everyExprIn(program: Program): readonly Standing[] {
  const before = known.get(program);
  if (before) return before;
  const all = program.modules.flatMap((one) => {
    const own = [
      { body: one.module.body, scope: one.scope },
      ...one.functions.map(({ fn, scope }) => ({ body: fn.body, scope })),
    ];
    const fields = one.classes.flatMap(({ cls, scope }) =>
      cls.members.flatMap(({ value }) => (value ? [{ value, scope }] : [])),
    );
    return [
      ...own.flatMap(({ body, scope }) => below(body).map((expr) => ({ expr, module: one.module, scope }))),
      ...fields.flatMap(({ value, scope }) =>
        [...everyExpr(value)].map((expr) => ({ expr, module: one.module, scope })),
      ),
    ];
  });
  known.set(program, all);
  return all;
}

function below(list: readonly Stmt[]): Expr[] {
  return list.flatMap((one) => [
    ...valuesOf(one).flatMap((value) => [...everyExpr(value)]),
    ...blocksOf(one).flatMap(below),
  ]);
}

/** Is a word like this anywhere in the code: a name, a member, a text, a key of an object? */
export function mentionsAnywhere(program: Program, words: RegExp): boolean {
  return everyExprIn(program).some(({ expr }) => {
    if (expr.form === 'name' || expr.form === 'member') return expr.name !== undefined && words.test(expr.name);
    if (expr.form === 'text') return words.test(expr.fixed);
    return expr.form === 'object' && expr.entries.some(({ key }) => key !== undefined && words.test(key));
  });
}
