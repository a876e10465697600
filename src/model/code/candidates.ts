// The functions that a call may run where only running it tells which: those of a table, a list, a map, or what subclasses make of a method.

import { argumentFor } from './calls.ts';
import { fresh } from './evaluation.ts';
import type { Evaluator } from './evaluator.ts';
import { listBehind, tableOfObject } from './picks-in-javascript.ts';
import { beginningOf, tableIn } from './picks-in-python.ts';
import type { Program } from './program.ts';
import { Registries } from './registries.ts';
import { type Binding, type ClassDef, lookUp, type Scope } from './scope.ts';
import type { Call, Expr, Func } from './syntax.ts';
import type { Value } from './value.ts';

const deepest = 5;
/** A longer table is data of another kind as a rule, and following it costs more than it tells. */
const most = 24;

export class Candidates {
  readonly #program: Program;
  readonly #evaluator: Evaluator;
  readonly #known = new Map<Expr, readonly Func[]>();
  readonly #registries: Registries;
  #subclasses: ReadonlyMap<ClassDef, readonly Value[]> | undefined;

  constructor(program: Program, evaluator: Evaluator) {
    this.#program = program;
    this.#evaluator = evaluator;
    this.#registries = new Registries(program);
  }

  forget(): void {
    this.#known.clear();
    this.#registries.forget();
  }

  /** Empty where it is one function that is known, or nobody can tell. */
  of({ callee }: Call, scope: Scope): readonly Func[] {
    const isPicked = callee.form === 'call' && scope.module.language === 'python';
    if (callee.form !== 'member' && callee.form !== 'name' && !isPicked) return [];
    const before = this.#known.get(callee);
    if (before) return before;
    this.#known.set(callee, []);
    const values = this.#values(callee, scope, 0);
    const found = [...new Set(values.flatMap((one) => (one.is === 'function' ? [one.fn] : [])))];
    const few = found.length > most ? [] : found;
    this.#known.set(callee, few);
    return few;
  }

  #values(expr: Expr, scope: Scope, depth: number): readonly Value[] {
    if (depth > deepest) return [];
    switch (expr.form) {
      case 'await':
        return this.#values(expr.value, scope, depth);
      case 'operation':
        return /^(or|and)$/.test(expr.sign) ? expr.parts.flatMap((part) => this.#values(part, scope, depth + 1)) : [];
      case 'choice':
        return [expr.yes, expr.no].flatMap((one) => this.#values(one, scope, depth + 1));
      case 'member':
        return this.#ofMember(expr, scope, depth);
      case 'name':
        return this.#ofName(expr.name, scope, depth) ?? this.#itself(expr, scope);
      case 'call':
        return this.#picked(expr, scope, depth) ?? this.#made(expr, scope, depth);
      default:
        return this.#itself(expr, scope);
    }
  }

  /** `kinds[name](event)` makes one of several classes. */
  #made(expr: Call, scope: Scope, depth: number): readonly Value[] {
    const own = this.#itself(expr, scope);
    if (own.length > 0 || scope.module.language !== 'python') return own;
    const classes = this.#values(expr.callee, scope, depth + 1).filter((one) => one.is === 'class');
    return classes.map(({ def }) => ({ is: 'instance', def }));
  }

  #itself(expr: Expr, scope: Scope): readonly Value[] {
    const value = this.#program.evaluate(expr, scope);
    return value ? [value] : [];
  }

  #ofMember(expr: Extract<Expr, { form: 'member' }>, scope: Scope, depth: number): readonly Value[] {
    const { name } = expr;
    const objects = this.#values(expr.object, scope, depth + 1);
    if (name === undefined) return objects.flatMap((one) => this.#entries(one, depth));
    return objects.flatMap((one) => {
      const own = this.#evaluator.memberOf(one, name, fresh);
      if (one.is !== 'instance' || (own?.is === 'function' && !isLeftOpen(own.fn))) return own ? [own] : [];
      return this.#below(one).flatMap((other) => this.#evaluator.memberOf(other, name, fresh) ?? []);
    });
  }

  /** One of several things that a name is bound to in a loop, was picked from, or is handed by those who call. */
  #ofName(name: string, scope: Scope, depth: number): readonly Value[] | undefined {
    const bindings = lookUp(scope, name);
    const isPython = scope.module.language === 'python';
    if (bindings.length > 1 && !isPython) return undefined;
    const found = bindings.map((one) => this.#ofBinding(one, depth)).filter((one) => one !== undefined);
    const values = found.flat();
    return values.length > 0 || (found.length > 0 && !isPython) ? values : undefined;
  }

  #ofBinding(binding: Binding, depth: number): readonly Value[] | undefined {
    switch (binding.is) {
      case 'unknown':
        return binding.itemOf && this.#itemsOf(binding.itemOf, depth);
      case 'value':
        return this.#along(this.#values(binding.value, binding.scope, depth + 1), binding.path);
      case 'parameter':
        return binding.scope.module.language === 'python' ? this.#handedTo(binding, depth) : this.#each(binding, depth);
      default:
        return undefined;
    }
  }

  #along(values: readonly Value[], path: readonly (string | undefined)[]): readonly Value[] {
    return path.reduce(
      (all, key) => all.flatMap((one) => (key === undefined ? [] : (this.#evaluator.memberOf(one, key, fresh) ?? []))),
      values,
    );
  }

  /** `handlers.forEach(({ run }) => …)` */
  #each({ fn, index, path }: Extract<Binding, { is: 'parameter' }>, depth: number): readonly Value[] | undefined {
    const behind = index === 0 ? listBehind(this.#program, fn) : undefined;
    return behind && this.#itemsOf({ ...behind, path }, depth);
  }

  #itemsOf({ list, path, scope }: Items, depth: number): readonly Value[] {
    const own = scope.module.language === 'python' ? tableIn(list) : tableOfObject(list);
    if (own?.arePairs && path[0] === '0') return [];
    const values = this.#values(own?.table ?? list, scope, depth + 1);
    // What was placed under a key of a table is there without the list that holds it.
    const items = values.flatMap((one) => (one.is === 'function' ? [one] : this.#entries(one, depth)));
    return this.#along(items, own?.arePairs ? path.slice(1) : path);
  }

  /** What any of those who call hand over, and what stands below a decorator. */
  #handedTo({ fn, index, parameter, path }: Extract<Binding, { is: 'parameter' }>, depth: number): readonly Value[] {
    const callers = this.#program.callersOf(fn);
    if (callers.length > most) return [];
    const given = callers.flatMap((site) => {
      const arg = argumentFor(fn, index, parameter.pattern.name, site);
      return arg ? this.#values(arg, site.scope, depth + 1) : [];
    });
    const below = index === 0 ? this.#registries.decoratedBy(fn) : [];
    return this.#along([...given, ...below.flatMap((one) => this.#function(one))], path);
  }

  #function(fn: Func): readonly Value[] {
    const scope = this.#program.inside(fn);
    return scope ? [{ is: 'function', fn, scope }] : [];
  }

  /** `handlers.get(type)` of a map, `handlers.find(…)` of a list. */
  #picked(call: Call, scope: Scope, depth: number): readonly Value[] | undefined {
    const { callee } = call;
    if (callee.form === 'name' && callee.name === 'getattr') return this.#named(call, scope, depth);
    if (callee.form !== 'member' || !/^(get|find|at|pop|shift)$/.test(callee.name ?? '')) return undefined;
    const objects = this.#values(callee.object, scope, depth + 1);
    const found = objects.flatMap((one) => this.#entries(one, depth));
    return found.length > 0 ? found : undefined;
  }

  /** `getattr(self, "on_" + type)`: the methods, or the functions of a module, that begin so. */
  #named({ args: [object, name] }: Call, scope: Scope, depth: number): readonly Value[] {
    const start = name && beginningOf(name.value);
    if (!object || start === undefined || start.length < 2) return [];
    return this.#values(object.value, scope, depth + 1).flatMap((one) => {
      const names =
        one.is === 'instance' || one.is === 'class'
          ? one.def.cls.members.map((member) => member.name ?? '')
          : one.is === 'module'
            ? [...(this.#program.indexOf(one.module)?.scope.names.keys() ?? [])]
            : [];
      return names
        .filter((own) => own.startsWith(start))
        .flatMap((own) => this.#evaluator.memberOf(one, own, fresh) ?? []);
    });
  }

  /** Everything that stands in a table, a list or a map, or that a class can do. */
  #entries(value: Value, depth: number): readonly Value[] {
    const placed = this.#registries.placedIn(value).flatMap((one) => this.#values(one.value, one.scope, depth + 1));
    return placed.length > 0 ? [...this.#written(value), ...placed] : this.#written(value);
  }

  #written(value: Value): readonly Value[] {
    if (value.is === 'instance') {
      const methods = value.def.cls.members.filter(({ name, fn }) => fn !== undefined && name !== 'constructor');
      return methods.flatMap(({ name }) => this.#evaluator.memberOf(value, name ?? '', fresh) ?? []);
    }
    if (value.is === 'module')
      return value.module.exports.flatMap(({ name }) => this.#evaluator.memberOf(value, name, fresh) ?? []);
    if (value.is === 'outside') return value.made && value.path === 'global.Map()' ? this.#ofMap(value.made) : [];
    if (value.is !== 'plain') return [];
    const { expr, scope } = value;
    const items =
      expr.form === 'object' ? expr.entries.map((one) => one.value) : expr.form === 'list' ? expr.items : [];
    return items.flatMap((one) => this.#program.evaluate(one, scope) ?? []);
  }

  #ofMap({ call, scope }: { readonly call: Call; readonly scope: Scope }): readonly Value[] {
    const pairs = call.args[0]?.value;
    if (pairs?.form !== 'list') return [];
    return pairs.items.flatMap((pair) => {
      const own = pair.form === 'list' ? pair.items[1] : undefined;
      return (own && this.#program.evaluate(own, scope)) ?? [];
    });
  }

  /** Instances of the classes that extend this one. */
  #below({ def }: Extract<Value, { is: 'instance' }>): readonly Value[] {
    this.#subclasses ??= this.#allSubclasses();
    return this.#subclasses.get(def) ?? [];
  }

  #allSubclasses(): ReadonlyMap<ClassDef, readonly Value[]> {
    const all = new Map<ClassDef, Value[]>();
    for (const { classes } of this.#program.modules)
      for (const def of classes)
        for (const base of def.cls.bases) {
          const found = this.#program.evaluate(base, def.scope);
          if (found?.is !== 'class') continue;
          const list = all.get(found.def) ?? [];
          list.push({ is: 'instance', def });
          all.set(found.def, list);
        }
    return all;
  }
}

type Items = NonNullable<Extract<Binding, { is: 'unknown' }>['itemOf']>;

/** Nothing in it, or only that it must be written by others; Python has a text or three dots there. */
export function isLeftOpen({ body }: Func): boolean {
  return body.every(
    (one) =>
      one.does === 'throw' ||
      (one.does === 'value' &&
        (one.value.form === 'text' || (one.value.form === 'other' && one.value.parts.length === 0))),
  );
}
