// What an expression is: through names, members, calls and parameters, to what it came from.
import { argumentFor, returnsOf } from './calls.ts';
import { ofType } from './declared-types.ts';
import { deepest, type Evaluation, fresh, isItself, isKeptGlobal } from './evaluation.ts';
import { Imports } from './imports.ts';
import { Memo } from './memo.ts';
import { modelOf, rebound } from './picks-in-python.ts';
import type { Program } from './program.ts';
import { type Binding, type ClassDef, isSelf, lookUp, ownerOf, type Scope } from './scope.ts';
import type { Call, Expr, Func } from './syntax.ts';
import { type Value, within } from './value.ts';

export class Evaluator {
  readonly #program: Program;
  readonly #imports: Imports;
  readonly #memo = new Memo();

  constructor(program: Program) {
    this.#program = program;
    this.#imports = new Imports(program, this);
  }

  /** Unknown here and now, and perhaps known when it is asked from nearer by or later. */
  unsure(): undefined {
    return this.#memo.unsure();
  }

  /** More is known of who calls what. */
  forget(): void {
    this.#memo.forget();
  }

  evaluate(expr: Expr, scope: Scope, state: Evaluation = fresh): Value | undefined {
    if (state.depth > deepest) return this.unsure();
    if (isItself(expr)) return { is: 'plain', expr, scope };
    return this.#memo.of(expr, state.depth === 0, () => this.#evaluated(expr, scope, { depth: state.depth + 1 }));
  }

  #evaluated(expr: Expr, scope: Scope, next: Evaluation): Value | undefined {
    switch (expr.form) {
      case 'name':
        return this.#name(expr.name, scope, next, expr.at.start);
      case 'member':
        return this.#member(expr, scope, next);
      case 'call':
        return this.#call(expr, scope, next);
      case 'function':
        return { is: 'function', fn: expr.fn, scope: this.#program.inside(expr.fn) ?? scope };
      case 'await':
        return this.evaluate(expr.value, scope, next);
      case 'assign':
        return this.evaluate(expr.value, scope, next);
      case 'choice':
        return this.first([expr.yes, expr.no].map((one) => this.evaluate(one, scope, next)));
      case 'operation':
        if (expr.sign === '|') return this.#pipe(expr.parts, scope, next) ?? { is: 'plain', expr, scope };
        if (expr.sign !== 'or' && expr.sign !== 'and') return { is: 'plain', expr, scope };
        return this.first(expr.parts.map((part) => this.evaluate(part, scope, next)));
      default:
        return { is: 'plain', expr, scope };
    }
  }

  /** `prompt | model | parser` of LangChain is called as the model is. */
  #pipe(parts: readonly Expr[], scope: Scope, state: Evaluation): Value | undefined {
    return parts
      .map((part) => this.evaluate(part, scope, state))
      .find((one) => one?.is === 'outside' && one.path.startsWith('langchain'));
  }

  first(values: readonly (Value | undefined)[]): Value | undefined {
    return (
      values.find((one) => one !== undefined && one.is !== 'plain' && !isKeptGlobal(one)) ??
      values.find((one) => one !== undefined && one.is !== 'plain') ??
      values.find((one) => one !== undefined)
    );
  }

  #name(name: string, scope: Scope, state: Evaluation, at = Number.NaN): Value | undefined {
    if (isSelf(scope, name)) {
      const def = ownerOf(scope);
      return def ? { is: 'instance', def } : this.#program.holderOf(scope);
    }
    const bindings = rebound(lookUp(scope, name), name, at);
    if (bindings.length === 0)
      return this.#imports.wildcard(name, scope, state) ?? { is: 'outside', path: `global.${name}`, made: undefined };
    const values = (isDeclared: boolean) =>
      bindings
        .filter((one) => (one.is === 'unknown' && one.declared !== undefined) === isDeclared)
        .map((binding) => this.binding(binding, state));
    // What was assigned says more than the type that was declared for it.
    return this.#agreed(values(false)) ?? this.#agreed(values(true));
  }

  /** One name for two things that were made apart: what they are is known, which of them is not. */
  #agreed(values: readonly (Value | undefined)[]): Value | undefined {
    const first = this.first(values);
    if (first?.is !== 'outside' || first.made === undefined) return first;
    const apart = values.some((one) => one?.is === 'outside' && one.made && one.made.call !== first.made?.call);
    return apart ? { ...first, made: undefined } : first;
  }

  binding(binding: Binding, { depth }: Evaluation): Value | undefined {
    if (depth > deepest) return this.unsure();
    const state = { depth: depth + 1 };
    switch (binding.is) {
      case 'function':
        return { is: 'function', fn: binding.fn, scope: this.#program.inside(binding.fn) ?? binding.scope };
      case 'class':
        return { is: 'class', def: binding.def };
      case 'import':
        return this.#imports.import(binding.import, binding.module, state);
      case 'value':
        return (
          this.#along(this.evaluate(binding.value, binding.scope, state), binding.path, state) ??
          (binding.type === undefined ? undefined : this.#typed(binding.type, binding.scope, state))
        );
      case 'parameter':
        return this.#parameter(binding, state);
      case 'unknown':
        return binding.declared && this.#typed(binding.declared.type, binding.declared.scope, state);
    }
  }

  #along(value: Value | undefined, path: readonly (string | undefined)[], state: Evaluation): Value | undefined {
    return path.reduce<Value | undefined>(
      (at, key) => (at && key !== undefined ? this.memberOf(at, key, state) : undefined),
      value,
    );
  }

  #parameter(
    { fn, index, path, parameter, scope }: Extract<Binding, { is: 'parameter' }>,
    state: Evaluation,
  ): Value | undefined {
    this.#memo.rests();
    const given = this.#program.given(fn, index, parameter.pattern.name);
    if (given !== undefined) return this.#along({ is: 'outside', path: given, made: undefined }, path, state);
    const values = this.#program.callersOf(fn).map((site) => {
      const arg = argumentFor(fn, index, parameter.pattern.name, site);
      return arg && this.#along(this.evaluate(arg, site.scope, state), path, state);
    });
    const known = this.first(values);
    if (known) return known;
    const typed = parameter.type === undefined ? undefined : this.#typed(parameter.type, scope, state);
    if (typed) return this.#along(typed, path, state);
    return (
      parameter.fallback && this.#along(this.evaluate(parameter.fallback, scope.parent ?? scope, state), path, state)
    );
  }

  /** What a declared type says of a value: an instance of that class. */
  #typed(type: string, scope: Scope, state: Evaluation): Value | undefined {
    return lookUp(scope, type).length > 0 ? ofType(this.#name(type, scope, state)) : undefined;
  }

  #member(expr: Extract<Expr, { form: 'member' }>, scope: Scope, state: Evaluation): Value | undefined {
    const object = this.evaluate(expr.object, scope, state);
    if (object === undefined || expr.name === undefined) return undefined;
    return this.memberOf(object, expr.name, state);
  }

  memberOf(object: Value, name: string, state: Evaluation): Value | undefined {
    switch (object.is) {
      case 'outside':
        return this.#ofState(object.path, name, state) ?? within(object.path, name);
      case 'module':
        return (
          this.#imports.exported(object.module, name, state) ?? this.#imports.ofDefault(object.module, name, state)
        );
      case 'instance':
      case 'class':
        return this.#fieldOfClass(object.def, name, state);
      case 'plain': {
        if (object.expr.form === 'list') return this.#item(object.expr.items[Number(name)], object.scope, state);
        if (object.expr.form !== 'object') return undefined;
        const field = this.#program.fieldOf(object.expr, name, object.scope);
        return field ? this.evaluate(field.value, field.scope, state) : this.#spreadField(object, name, state);
      }
      default:
        return undefined;
    }
  }

  /** `app.state.store = Store()` of Starlette and FastAPI, wherever it is read. https://www.starlette.io/applications/ */
  #ofState(path: string, name: string, state: Evaluation): Value | undefined {
    if (!path.endsWith('.state')) return undefined;
    this.#memo.rests();
    return this.first(
      this.#program.keptInState(name).map((one) => this.evaluate(one.value, one.scope, { depth: state.depth + 1 })),
    );
  }

  /** `app, adapter = made()` */
  #item(expr: Expr | undefined, scope: Scope, state: Evaluation): Value | undefined {
    return expr && this.evaluate(expr, scope, state);
  }

  /** `{ ...args, more }` of what came from outside. */
  #spreadField({ expr, scope }: Extract<Value, { is: 'plain' }>, name: string, state: Evaluation): Value | undefined {
    const spread = expr.form === 'object' ? expr.entries.filter(({ key }) => key === undefined) : [];
    const values = spread.map(({ value }) => this.evaluate(value, scope, state));
    const [only] = values;
    return values.length === 1 && only?.is === 'outside' ? this.memberOf(only, name, state) : undefined;
  }

  #fieldOfClass(def: ClassDef, name: string, { depth }: Evaluation): Value | undefined {
    if (depth > deepest) return this.unsure();
    const state = { depth: depth + 1 };
    const member = def.cls.members.find((one) => one.name === name);
    const method = member?.fn;
    if (method && member.isGetter) return this.#returned(method, state);
    if (method) return { is: 'function', fn: method, scope: this.#program.inside(method) ?? def.scope };
    const values = (def.fields.get(name) ?? []).map(({ value, scope }) => this.evaluate(value, scope, state));
    const own =
      this.first(values) ?? (member?.type === undefined ? undefined : this.#typed(member.type, def.scope, state));
    if (own) return own;
    for (const base of def.cls.bases) {
      const found = this.evaluate(base, def.scope, state);
      if (found?.is === 'class' && found.def !== def) return this.#fieldOfClass(found.def, name, state);
      if (found?.is === 'outside') return { is: 'outside', path: `${found.path}().${name}`, made: undefined };
    }
    return undefined;
  }

  #call(expr: Call, scope: Scope, state: Evaluation): Value | undefined {
    const [first] = expr.args;
    if (expr.callee.form === 'name' && (expr.callee.name === 'require' || expr.callee.name === 'import')) {
      const from = first?.value.form === 'text' ? first.value.value : undefined;
      if (from !== undefined) return this.#imports.required(from, scope);
    }
    const model = modelOf(expr, scope);
    const kept = model && this.evaluate(model, scope, state);
    if (kept?.is === 'class') return { is: 'instance', def: kept.def };
    const callee = this.evaluate(expr.callee, scope, state);
    if (callee?.is === 'class') return { is: 'instance', def: callee.def };
    if (callee?.is === 'outside') return { is: 'outside', path: `${callee.path}()`, made: { call: expr, scope } };
    return callee?.is === 'function' ? this.#returned(callee.fn, state) : undefined;
  }

  /** What a function of the project gives back, when its returns agree as far as they are known. */
  #returned(fn: Func, state: Evaluation): Value | undefined {
    const scope = this.#program.inside(fn);
    if (!scope) return undefined;
    const values = returnsOf(fn).map((value) => this.evaluate(value, scope, state));
    return this.first(values);
  }
}
