// How JavaScript goes through a table of functions: `Object.entries(handlers)`, `handlers.forEach((one) => …)`.
import type { Program } from './program.ts';
import type { Scope } from './scope.ts';
import type { Expr, Func } from './syntax.ts';

/** The table of `Object.entries(handlers)`, whose items are pairs, and of `Object.values(handlers)`. */
export function tableOfObject(list: Expr): { readonly table: Expr; readonly arePairs: boolean } | undefined {
  if (list.form !== 'call' || list.callee.form !== 'member') return undefined;
  const { object, name } = list.callee;
  const [first] = list.args;
  if (object.form !== 'name' || object.name !== 'Object' || !first) return undefined;
  return /^(entries|values)$/.test(name ?? '') ? { table: first.value, arePairs: name === 'entries' } : undefined;
}

const known = new WeakMap<Program, ReadonlyMap<Func, { readonly list: Expr; readonly scope: Scope }>>();

/** What a function is called with each item of: the list that its `forEach` belongs to. */
export function listBehind(program: Program, fn: Func): { readonly list: Expr; readonly scope: Scope } | undefined {
  const before = known.get(program);
  if (before) return before.get(fn);
  const all = new Map<Func, { readonly list: Expr; readonly scope: Scope }>();
  for (const { call, scope } of program.calls) {
    const own = call.args[0]?.value;
    if (own?.form !== 'function' || call.callee.form !== 'member' || scope.module.language === 'python') continue;
    if (/^(forEach|map)$/.test(call.callee.name ?? '')) all.set(own.fn, { list: call.callee.object, scope });
  }
  known.set(program, all);
  return all.get(fn);
}
