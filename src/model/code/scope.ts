// Which names a function or a module knows, and what each was bound to.
import { type Added, addedTo } from './added-fields.ts';
import type { Class, Expr, Func, Import, Member, Module, Parameter, Pattern, Stmt } from './syntax.ts';
import { blocksOf, partsOf, valuesOf } from './walk.ts';

export type Binding =
  | {
      readonly is: 'value';
      readonly value: Expr;
      readonly path: readonly (string | undefined)[];
      readonly scope: Scope;
      /** The name of the declared type. */
      readonly type?: string;
    }
  | { readonly is: 'function'; readonly fn: Func; readonly scope: Scope }
  | { readonly is: 'class'; readonly def: ClassDef }
  | { readonly is: 'import'; readonly import: Import; readonly module: Module }
  | {
      readonly is: 'parameter';
      readonly fn: Func;
      readonly index: number;
      readonly path: readonly (string | undefined)[];
      readonly parameter: Parameter;
      readonly scope: Scope;
    }
  /** A loop's, a catch's: something, and nobody knows what; of a loop what it may be one of. */
  | {
      readonly is: 'unknown';
      readonly declared?: { readonly type: string; readonly scope: Scope };
      readonly itemOf?: { readonly list: Expr; readonly path: readonly (string | undefined)[]; readonly scope: Scope };
    };

export interface ClassDef {
  readonly cls: Class;
  readonly scope: Scope;
  /** `this.x = …` anywhere in its methods, and fields of its body. */
  readonly fields: Map<string, { readonly value: Expr; readonly scope: Scope }[]>;
}

export interface Scope {
  readonly module: Module;
  readonly parent: Scope | undefined;
  /** The function whose scope it is; undefined for a module's. */
  readonly fn: Func | undefined;
  readonly names: Map<string, Binding[]>;
  /** The class whose method this is. */
  readonly owner: ClassDef | undefined;
}

export interface CallSite {
  readonly call: Extract<Expr, { form: 'call' }>;
  readonly scope: Scope;
}

/** Everything that stands in one module, found in one pass. */
export interface Indexed {
  /** Python's assignments to anything but a name: `handlers["x"] = f`. */
  readonly puts: readonly { readonly target: Member; readonly value: Expr; readonly scope: Scope }[];
  readonly module: Module;
  readonly scope: Scope;
  readonly calls: readonly CallSite[];
  readonly scopes: ReadonlyMap<Func, Scope>;
  readonly functions: readonly { readonly fn: Func; readonly scope: Scope }[];
  readonly classes: readonly ClassDef[];
  /** `x.f = …` for an `x` that was made as an object, by that object. */
  readonly added: ReadonlyMap<Expr, readonly Added[]>;
  /** The object that a function is a field of: its `this`. */
  readonly holders: ReadonlyMap<Func, { readonly object: Expr; readonly scope: Scope }>;
}

export function indexed(module: Module): Indexed {
  const calls: CallSite[] = [];
  const puts: Indexed['puts'][number][] = [];
  const scopes = new Map<Func, Scope>();
  const functions: { fn: Func; scope: Scope }[] = [];
  const classes: ClassDef[] = [];
  const holders = new Map<Func, { object: Expr; scope: Scope }>();
  const later: { readonly object: string; readonly field: Added }[] = [];
  const seen = new Set<Expr>();
  const top: Scope = { module, parent: undefined, fn: undefined, names: new Map(), owner: undefined };

  const bind = (scope: Scope, name: string, binding: Binding) => {
    const before = scope.names.get(name);
    if (before) before.push(binding);
    else scope.names.set(name, [binding]);
  };
  const bindPattern = (
    scope: Scope,
    pattern: Pattern,
    value: Expr | undefined,
    path: readonly (string | undefined)[],
    list?: Expr,
  ) => {
    if (pattern.name !== undefined)
      bind(
        scope,
        pattern.name,
        value
          ? { is: 'value', value, path, scope, ...(pattern.type !== undefined && { type: pattern.type }) }
          : {
              is: 'unknown',
              ...(list && { itemOf: { list, path, scope } }),
              ...(pattern.type !== undefined && { declared: { type: pattern.type, scope } }),
            },
      );
    for (const { key, pattern: inner } of pattern.fields ?? []) bindPattern(scope, inner, value, [...path, key], list);
    for (const [i, inner] of (pattern.items ?? []).entries())
      bindPattern(scope, inner, value, [...path, String(i)], list);
    if (pattern.target && value && path.length === 0) {
      setField(scope, pattern.target, value);
      if (pattern.target.form === 'member' && module.language === 'python')
        puts.push({ target: pattern.target, value, scope });
    }
    if (pattern.target) visit(pattern.target, scope);
  };
  const setField = (scope: Scope, target: Expr, value: Expr) => {
    if (target.form !== 'member' || target.name === undefined || target.object.form !== 'name') return;
    if (!isSelf(scope, target.object.name))
      later.push({ object: target.object.name, field: { key: target.name, value, scope } });
    const def = isSelf(scope, target.object.name) ? ownerOf(scope) : undefined;
    if (!def) return;
    const list = def.fields.get(target.name) ?? [];
    def.fields.set(target.name, [...list, { value, scope }]);
  };
  const enter = (fn: Func, parent: Scope, owner?: ClassDef) => {
    const scope: Scope = { module, parent, fn, names: new Map(), owner };
    scopes.set(fn, scope);
    functions.push({ fn, scope });
    for (const decorator of fn.decorators) visit(decorator, parent);
    for (const [index, parameter] of fn.parameters.entries()) {
      if (parameter.fallback) visit(parameter.fallback, parent);
      for (const decorator of parameter.decorators ?? []) visit(decorator, parent);
      bindParameter(scope, fn, index, parameter, parameter.pattern, []);
    }
    statements(fn.body, scope);
  };
  const bindParameter = (
    scope: Scope,
    fn: Func,
    index: number,
    parameter: Parameter,
    pattern: Pattern,
    path: readonly (string | undefined)[],
  ) => {
    if (pattern.name !== undefined) bind(scope, pattern.name, { is: 'parameter', fn, index, path, parameter, scope });
    for (const { key, pattern: inner } of pattern.fields ?? [])
      bindParameter(scope, fn, index, parameter, inner, [...path, key]);
  };
  const classIn = (cls: Class, scope: Scope): ClassDef => {
    const def: ClassDef = { cls, scope, fields: new Map() };
    classes.push(def);
    for (const base of [...cls.bases, ...cls.decorators]) visit(base, scope);
    for (const { name, value } of cls.members)
      if (value && name !== undefined) def.fields.set(name, [{ value, scope }]);
    for (const { fn, value } of cls.members) {
      if (fn) enter(fn, scope, def);
      // An arrow in a field is a method in all but name.
      else if (value?.form === 'function') enter(value.fn, scope, def);
      else if (value) visit(value, scope);
    }
    return def;
  };
  const visit = (expr: Expr, scope: Scope): void => {
    seen.add(expr);
    if (expr.form === 'function') enter(expr.fn, scope);
    if (expr.form === 'call') calls.push({ call: expr, scope });
    if (expr.form === 'object')
      for (const { value } of expr.entries)
        if (value.form === 'function') holders.set(value.fn, { object: expr, scope });
    if (expr.form === 'assign') {
      setField(scope, expr.target, expr.value);
      if (expr.target.form === 'name') rebind(scope, expr.target.name, expr.value);
    }
    for (const part of partsOf(expr)) visit(part, scope);
  };
  const rebind = (scope: Scope, name: string, value: Expr) => {
    let home: Scope | undefined = scope;
    while (home && !home.names.has(name)) home = home.parent;
    bind(home ?? top, name, { is: 'value', value, path: [], scope });
  };
  const statements = (list: readonly Stmt[], scope: Scope): void => {
    // A function can be called above the line that declares it.
    for (const statement of list)
      if (statement.does === 'function' && statement.fn.name)
        bind(scope, statement.fn.name, { is: 'function', fn: statement.fn, scope });
    for (const statement of list) one(statement, scope);
  };
  const one = (statement: Stmt, scope: Scope): void => {
    for (const value of valuesOf(statement)) visit(value, scope);
    if (statement.does === 'bind') bindPattern(scope, statement.pattern, statement.value, []);
    if (statement.does === 'loop' && statement.pattern)
      bindPattern(scope, statement.pattern, undefined, [], statement.head.length === 1 ? statement.head[0] : undefined);
    for (const list of blocksOf(statement)) statements(list, scope);
    if (statement.does === 'function') enter(statement.fn, scope);
    if (statement.does !== 'class') return;
    const def = classIn(statement.cls, scope);
    if (statement.cls.name) bind(scope, statement.cls.name, { is: 'class', def });
  };

  for (const one of module.imports) bind(top, one.local, { is: 'import', import: one, module });
  statements(module.body, top);
  // `export default f()` is no statement; what CommonJS exports was one.
  for (const { value } of module.exports) if (value.form !== 'name' && !seen.has(value)) visit(value, top);
  const added = addedTo(later, lookUp);
  for (const [object, fields] of added)
    for (const { value, scope } of fields) if (value.form === 'function') holders.set(value.fn, { object, scope });
  return { module, scope: top, calls, puts, scopes, functions, classes, added, holders };
}

/** The class whose method the scope is in, through functions inside the method. */
export function ownerOf(scope: Scope | undefined): ClassDef | undefined {
  for (let here = scope; here; here = here.parent) if (here.owner) return here.owner;
  return undefined;
}

/** `this`, or what a Python method calls its first parameter. */
export function isSelf(scope: Scope, name: string): boolean {
  if (scope.module.language !== 'python') return name === 'this';
  // A function of a class that is called by the class's own name has no object.
  if (!/^(self|cls|this|_self|_cls|klass)$/.test(name)) return false;
  for (let here: Scope | undefined = scope; here; here = here.parent)
    if (here.owner) return here.fn?.parameters[0]?.pattern.name === name;
  return false;
}

export function lookUp(scope: Scope, name: string): readonly Binding[] {
  for (let here: Scope | undefined = scope; here; here = here.parent) {
    const found = here.names.get(name);
    if (found) return found;
  }
  return [];
}

/** `global last_id` in a function of Python: what is bound there is the module's. */
export function isGlobalHere(name: string | undefined, scope: Scope): boolean {
  if (name === undefined || scope.fn === undefined || scope.module.language !== 'python') return false;
  const { text } = scope.module;
  return text.includes('global ') && new RegExp(`\\bglobal\\s[^\\n]*\\b${name}\\b`).test(text);
}

/** What an assignment changes that outlives the function: a field, an entry, a name of the module. */
export function keptTargets({ pattern, at }: Extract<Stmt, { does: 'bind' }>, scope: Scope): readonly Expr[] {
  if (pattern.target) return [pattern.target];
  return pattern.name !== undefined && isGlobalHere(pattern.name, scope)
    ? [{ form: 'name', name: pattern.name, at }]
    : [];
}
