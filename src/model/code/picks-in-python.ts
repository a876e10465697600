// How Python goes through a table of functions, and asks an object for a method by its name.
import type { Binding, Scope } from './scope.ts';
import type { Call, Expr } from './syntax.ts';

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

/** `Model` of `Model.objects.get(…)` and `Model.objects.filter(…).first()`: what Django gives is one of it. */
export function modelOf({ callee }: Call, { module }: Scope): Expr | undefined {
  if (module.language !== 'python' || callee.form !== 'member') return undefined;
  if (!/^(get|create|first|last|latest|earliest)$/.test(callee.name ?? '')) return undefined;
  let here: Expr = callee.object;
  while (here.form === 'call' && here.callee.form === 'member') here = here.callee.object;
  return here.form === 'member' && here.name === 'objects' ? here.object : undefined;
}

/** `adapter = adapter(secret)`: behind it the name stands for what was made, and within it for what made it. */
export function rebound(bindings: readonly Binding[], name: string, at: number): readonly Binding[] {
  if (bindings.length < 2 || bindings[0]?.is === 'parameter') return bindings;
  const own = bindings.find((one) => one.is === 'value' && one.path.length === 0 && calls(one.value, name));
  if (own?.is !== 'value' || own.scope.module.language !== 'python') return bindings;
  const { start, end } = own.value.at;
  return start <= at && at < end ? bindings.filter((one) => one !== own) : [own];
}

function calls(value: Expr, name: string): boolean {
  return value.form === 'call' && value.callee.form === 'name' && value.callee.name === name;
}
