// All modules of one look at the code, and the question that everything rests on: what is this expression?

import type { Added } from './added-fields.ts';
import { Candidates, isLeftOpen } from './candidates.ts';
import { deepest } from './evaluation.ts';
import { Evaluator } from './evaluator.ts';
import { hiredCall } from './hired-calls.ts';
import { Modules } from './modules.ts';
import { type CallSite, type Indexed, indexed, type Scope } from './scope.ts';
import type { Call, Expr, Func, Module } from './syntax.ts';
import type { Value } from './value.ts';

export class Program {
  readonly modules: readonly Indexed[];
  readonly files: Modules;
  /** Of all modules; many rules go through them. */
  readonly calls: readonly CallSite[];
  /** Calls that others make for the project: a thread of its target. */
  readonly #hired: readonly CallSite[];
  readonly #evaluator = new Evaluator(this);
  readonly #candidates = new Candidates(this, this.#evaluator);
  #inState: Indexed['puts'] | undefined;
  readonly #byModule = new Map<Module, Indexed>();
  readonly #scopes = new Map<Func, Scope>();
  /** Who calls a function, as far as it could be resolved. */
  readonly #callers = new Map<Func, CallSite[]>();
  /** Functions that a framework calls: what it hands to a parameter. */
  readonly #given = new Map<Func, (index: number, name: string | undefined) => string | undefined>();

  constructor(modules: readonly Module[]) {
    this.files = new Modules(modules);
    this.modules = modules.map(indexed);
    this.calls = this.modules.flatMap(({ calls }) => calls);
    this.#hired = this.calls.flatMap((site) => {
      const call = hiredCall(site);
      return call ? [{ call, scope: site.scope }] : [];
    });
    for (const one of this.modules) {
      this.#byModule.set(one.module, one);
      for (const [fn, scope] of one.scopes) this.#scopes.set(fn, scope);
    }
    // Twice: a callee that came through a parameter is known once the callers of its function are.
    for (let round = 0; round < 2; round++) this.#findCallers();
  }

  /** The scope inside a function. */
  inside(fn: Func): Scope | undefined {
    return this.#scopes.get(fn);
  }

  indexOf(module: Module): Indexed | undefined {
    return this.#byModule.get(module);
  }

  callersOf(fn: Func): readonly CallSite[] {
    return this.#callers.get(fn) ?? [];
  }

  /** Tells what a framework hands to a function that it calls. */
  give(fn: Func, parameter: (index: number, name: string | undefined) => string | undefined): void {
    this.#given.set(fn, parameter);
    this.#evaluator.forget();
    this.#candidates.forget();
  }

  given(fn: Func, index: number, name: string | undefined): string | undefined {
    return this.#given.get(fn)?.(index, name);
  }

  /** `this` of a function that is no method of a class. */
  holderOf(scope: Scope): Value | undefined {
    const holders = this.indexOf(scope.module)?.holders;
    for (let here: Scope | undefined = scope; here; here = here.parent) {
      const holder = here.fn && holders?.get(here.fn);
      if (holder) return { is: 'plain', expr: holder.object, scope: holder.scope };
    }
    return undefined;
  }

  #addedTo(expr: Expr, { module }: Scope): readonly Added[] {
    return this.indexOf(module)?.added.get(expr) ?? [];
  }

  #findCallers(): void {
    const found = new Map<Func, CallSite[]>();
    for (const site of [...this.calls, ...this.#hired]) {
      for (const one of this.run(this.calledFunction(site.call, site.scope), site.call, site.scope))
        found.set(one, [...(found.get(one) ?? []), site]);
    }
    this.#callers.clear();
    this.#evaluator.forget();
    this.#candidates.forget();
    for (const [fn, sites] of found) this.#callers.set(fn, sites);
  }

  /** The function of the project that a call runs; a class's constructor for `new`. */
  calledFunction(call: Call, scope: Scope): Func | undefined {
    const callee = this.evaluate(call.callee, scope);
    if (callee?.is === 'function') return callee.fn;
    if (callee?.is !== 'class') return undefined;
    return callee.def.cls.members.find(({ name }) => name === 'constructor' || name === '__init__')?.fn;
  }

  /** The functions of the project that a call may run, where it is not one that is known. */
  candidates(call: Call, scope: Scope): readonly Func[] {
    return this.#candidates.of(call, scope);
  }

  /** All that may run where a call means this function: of a method that others must write, theirs. */
  run(fn: Func | undefined, call: Call, scope: Scope): readonly Func[] {
    if (fn && !(scope.module.language === 'python' && isLeftOpen(fn))) return [fn];
    const others = this.candidates(call, scope);
    return others.length > 0 || !fn ? others : [fn];
  }

  /** What is assigned to `app.state.NAME` anywhere. */
  keptInState(name: string): readonly { readonly value: Expr; readonly scope: Scope }[] {
    this.#inState ??= this.modules.flatMap(({ puts }) =>
      puts.filter(({ target: { object } }) => object.form === 'member' && object.name === 'state'),
    );
    return this.#inState.filter(({ target }) => target.name === name);
  }

  evaluate(expr: Expr, scope: Scope): Value | undefined {
    return this.#evaluator.evaluate(expr, scope);
  }

  /** A text, number or flag that is written out, through constants. */
  constant(expr: Expr | undefined, scope: Scope): string | number | boolean | null | undefined {
    const value = expr && this.evaluate(expr, scope);
    if (value?.is !== 'plain') return undefined;
    if (value.expr.form === 'text') return value.expr.value;
    if (value.expr.form === 'operation') return this.#computed(value.expr, value.scope);
    return value.expr.form === 'literal' ? value.expr.value : undefined;
  }

  /** `5 * 60 * 1000` */
  #computed({ sign, parts }: Extract<Expr, { form: 'operation' }>, scope: Scope): number | undefined {
    const [left, right] = parts.map((part) => this.constant(part, scope));
    if (typeof left !== 'number' || typeof right !== 'number') return undefined;
    return sign === '*' ? left * right : sign === '+' ? left + right : undefined;
  }

  /** The field of an object literal, through constants and spreads. */
  fieldOf(expr: Expr | undefined, key: string, scope: Scope, depth = 0): { value: Expr; scope: Scope } | undefined {
    const value = expr && this.evaluate(expr, scope);
    if (value?.is === 'outside' && value.made && merging.test(value.path) && depth < deepest) {
      const { call, scope: home } = value.made;
      return call.args
        .toReversed()
        .map((arg) => this.fieldOf(arg.value, key, home, depth + 1))
        .find((one) => one !== undefined);
    }
    if (value?.is !== 'plain' || value.expr.form !== 'object') return undefined;
    const own = value.expr.entries.findLast((entry) => entry.key === key);
    if (own) return { value: own.value, scope: value.scope };
    const [added, another] = this.#addedTo(value.expr, value.scope).filter((one) => one.key === key);
    if (added && !another) return added;
    for (const entry of value.expr.entries.filter((one) => one.key === undefined)) {
      const found = depth < deepest ? this.fieldOf(entry.value, key, value.scope, depth + 1) : undefined;
      if (found) return found;
    }
    return undefined;
  }
}

/** What they give has the fields of all that they are handed, and the last one counts. */
const merging =
  /^(global\.Object\.assign|(lodash|underscore|ramda)(\.\w+)*\.(merge|assign|extend|mergeRight|mergeDeepRight)|lodash\.(merge|assign)|deepmerge|object-assign|merge-options|defu(\.defu)?)\(\)$/;
