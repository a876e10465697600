// What a parameter of Python stands for in one run of its function, and which functions are run elsewhere since a decorator says so.
import { argumentFor } from './calls.ts';
import { hiredCall, takerOf } from './hired-calls.ts';
import type { Program } from './program.ts';
import { type CallSite, lookUp } from './scope.ts';
import type { Expr, Func } from './syntax.ts';
import { pathOf, type Value } from './value.ts';
import type { Way } from './way.ts';
import { memberName } from './ways.ts';

/** `fn` in `def later(fn, *args)` is what this call of `later` hands over, whatever others do. */
export function handedHere(program: Program, callee: Expr, { scope, stack, site }: Way): Value | undefined {
  if (callee.form !== 'name' || !site || scope.module.language !== 'python') return undefined;
  const [only, ...more] = lookUp(scope, callee.name);
  if (only?.is !== 'parameter' || more.length > 0 || only.fn !== stack.at(-1) || only.path.length > 0) return undefined;
  const arg = argumentFor(only.fn, only.index, callee.name, site);
  const value = arg && program.evaluate(arg, site.scope);
  return value?.is === 'function' ? value : undefined;
}

/** The function that an argument names or is. */
export function functionIn(program: Program, arg: Expr, { scope }: Way): Value | undefined {
  return /^(function|name|member)$/.test(arg.form) ? program.evaluate(arg, scope) : undefined;
}

/** The way to what runs a function that stands below such a decorator: a thread of `@in_background`. */
export function sentAwayBy(program: Program, { decorators }: Func, site: CallSite): string | undefined {
  if (decorators.length === 0) return undefined;
  const takers = takersIn(program);
  if (takers.size === 0) return undefined;
  const callee = program.evaluate(site.call.callee, site.scope);
  const home = callee?.is === 'function' ? callee.scope.parent : undefined;
  if (!home) return undefined;
  return decorators
    .map((one) => program.evaluate(one, home))
    .map((taker) => (taker?.is === 'function' ? takers.get(taker.fn) : undefined))
    .find((one) => one !== undefined);
}

const known = new WeakMap<Program, ReadonlyMap<Func, string>>();

/** Decorators whose wrapper hands the function on: `Thread(target=fn)`, `pool.submit(fn)`. */
function takersIn(program: Program): ReadonlyMap<Func, string> {
  const before = known.get(program);
  if (before) return before;
  const found = new Map<Func, string>();
  for (const site of program.calls) {
    const hired = hiredCall(site);
    if (hired?.callee.form !== 'name') continue;
    const binding = lookUp(site.scope, hired.callee.name)[0];
    if (binding?.is !== 'parameter' || binding.index !== 0 || binding.fn === site.scope.fn) continue;
    const path = pathOf(program.evaluate(site.call.callee, site.scope)) ?? memberName(site.call);
    found.set(binding.fn, takerOf(path, true, false));
  }
  known.set(program, found);
  return found;
}
