// The functions that a call may run where only running it tells which: those of a table, a list, a map, or what subclasses make of a method.
import { fresh } from './evaluation.ts';
import type { Evaluator } from './evaluator.ts';
import type { Program } from './program.ts';
import { type ClassDef, lookUp, type Scope } from './scope.ts';
import type { Call, Expr, Func } from './syntax.ts';
import type { Value } from './value.ts';

const deepest = 5;
/** A longer table is data of another kind as a rule, and following it costs more than it tells. */
const most = 24;

export class Candidates {
  readonly #program: Program;
  readonly #evaluator: Evaluator;
  readonly #known = new Map<Expr, readonly Func[]>();
  #subclasses: ReadonlyMap<ClassDef, readonly Value[]> | undefined;

  constructor(program: Program, evaluator: Evaluator) {
    this.#program = program;
    this.#evaluator = evaluator;
  }

  forget(): void {
    this.#known.clear();
  }

  /** Empty where it is one function that is known, or nobody can tell. Python is not looked at. */
  of({ callee }: Call, scope: Scope): readonly Func[] {
    if (scope.module.language === 'python' || (callee.form !== 'member' && callee.form !== 'name')) return [];
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
        return this.#picked(expr, scope, depth) ?? this.#itself(expr, scope);
      default:
        return this.#itself(expr, scope);
    }
  }

  #itself(expr: Expr, scope: Scope): readonly Value[] {
    const value = this.#program.evaluate(expr, scope);
    return value ? [value] : [];
  }

  #ofMember(expr: Extract<Expr, { form: 'member' }>, scope: Scope, depth: number): readonly Value[] {
    const { name } = expr;
    const objects = this.#values(expr.object, scope, depth + 1);
    if (name === undefined) return objects.flatMap((one) => this.#entries(one));
    return objects.flatMap((one) => {
      const own = this.#evaluator.memberOf(one, name, fresh);
      if (one.is !== 'instance' || (own?.is === 'function' && !isLeftOpen(own.fn))) return own ? [own] : [];
      return this.#below(one).flatMap((other) => this.#evaluator.memberOf(other, name, fresh) ?? []);
    });
  }

  /** One of several things that a name is bound to in a loop, or was picked from. */
  #ofName(name: string, scope: Scope, depth: number): readonly Value[] | undefined {
    const bindings = lookUp(scope, name);
    const [only] = bindings;
    if (bindings.length !== 1 || only === undefined) return undefined;
    if (only.is === 'unknown' && only.itemOf)
      return only.itemOf.path.reduce<readonly Value[]>(
        (all, key) =>
          all.flatMap((one) => (key === undefined ? [] : (this.#evaluator.memberOf(one, key, fresh) ?? []))),
        this.#values(only.itemOf.list, only.itemOf.scope, depth + 1).flatMap((one) => this.#entries(one)),
      );
    if (only.is !== 'value') return undefined;
    return only.path.reduce<readonly Value[]>(
      (all, key) => all.flatMap((one) => (key === undefined ? [] : (this.#evaluator.memberOf(one, key, fresh) ?? []))),
      this.#values(only.value, only.scope, depth + 1),
    );
  }

  /** `handlers.get(type)` of a map, `handlers.find(…)` of a list. */
  #picked({ callee }: Call, scope: Scope, depth: number): readonly Value[] | undefined {
    if (callee.form !== 'member' || !/^(get|find|at|pop|shift)$/.test(callee.name ?? '')) return undefined;
    const objects = this.#values(callee.object, scope, depth + 1);
    const found = objects.flatMap((one) => this.#entries(one));
    return found.length > 0 ? found : undefined;
  }

  /** Everything that stands in a table, a list or a map, or that a class can do. */
  #entries(value: Value): readonly Value[] {
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

/** Nothing in it, or only that it must be written by others. */
function isLeftOpen({ body }: Func): boolean {
  return body.every(({ does }) => does === 'throw');
}
