// How Python goes through a table of functions, and asks an object for a method by its name.
import type { Expr } from './syntax.ts';

/** The table of `handlers.items()`, whose items are pairs, and of `handlers.values()`. */
export function tableIn(list: Expr): { readonly table: Expr; readonly arePairs: boolean } | undefined {
  if (list.form !== 'call') return undefined;
  const { callee, args } = list;
  if (callee.form === 'member' && /^(items|values)$/.test(callee.name ?? ''))
    return { table: callee.object, arePairs: callee.name === 'items' };
  const [first] = args;
  return callee.form === 'name' && /^(enumerate|list|reversed)$/.test(callee.name) && first
    ? { table: first.value, arePairs: callee.name === 'enumerate' }
    : undefined;
}

/** What is written out at the beginning: `f"handle_{type}"`, `"handle_" + type`. */
export function beginningOf(name: Expr): string | undefined {
  if (name.form === 'text') return name.value ?? name.fixed.split('{}')[0];
  return name.form === 'operation' && name.sign === '+' && name.parts[0] ? beginningOf(name.parts[0]) : undefined;
}
