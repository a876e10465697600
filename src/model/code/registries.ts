// What a Python program puts into tables and lists after it has made them, and which functions a decorator is given.
import type { Program } from './program.ts';
import type { Scope } from './scope.ts';
import type { Call, Expr, Func } from './syntax.ts';
import type { Value } from './value.ts';

export interface Placed {
  readonly value: Expr;
  readonly scope: Scope;
}

export class Registries {
  readonly #program: Program;
  #tables: ReadonlyMap<Expr, readonly Placed[]> | undefined;
  #decorated: ReadonlyMap<Func, readonly Func[]> | undefined;

  constructor(program: Program) {
    this.#program = program;
  }

  forget(): void {
    this.#tables = undefined;
    this.#decorated = undefined;
  }

  /** `handlers[name] = f`, `handlers.append(f)`, `handlers.setdefault(name, []).append(f)`. */
  placedIn(table: Value): readonly Placed[] {
    const own = identityOf(table);
    if (!own) return [];
    // A question that comes up while they are gathered gets what is known so far.
    if (!this.#tables) {
      this.#tables = new Map();
      this.#tables = this.#allTables();
    }
    return this.#tables.get(own) ?? [];
  }

  /** `@on("x")` above a function hands it to what `on("x")` gives back. */
  decoratedBy(fn: Func): readonly Func[] {
    if (!this.#decorated) {
      this.#decorated = new Map();
      this.#decorated = this.#allDecorated();
    }
    return this.#decorated.get(fn) ?? [];
  }

  #allTables(): ReadonlyMap<Expr, readonly Placed[]> {
    const all = new Map<Expr, Placed[]>();
    const place = (table: Expr, value: Expr, scope: Scope) => {
      const made = this.#program.evaluate(rootOf(table), scope);
      const own = made && identityOf(made);
      if (!own) return;
      const list = all.get(own) ?? [];
      list.push({ value, scope });
      all.set(own, list);
    };
    for (const { puts } of this.#program.modules)
      for (const { target, value, scope } of puts) if (mayRun(value)) place(target.object, value, scope);
    for (const { call, scope } of this.#program.calls) {
      const added = scope.module.language === 'python' ? addedBy(call) : undefined;
      if (added) place(added.table, added.value, scope);
    }
    return all;
  }

  #allDecorated(): ReadonlyMap<Func, readonly Func[]> {
    const all = new Map<Func, Func[]>();
    for (const { module, functions } of this.#program.modules) {
      if (module.language !== 'python') continue;
      for (const { fn, scope } of functions)
        for (const decorator of fn.decorators) {
          const taker = this.#program.evaluate(decorator, scope.parent ?? scope);
          if (taker?.is === 'function') all.set(taker.fn, [...(all.get(taker.fn) ?? []), fn]);
        }
    }
    return all;
  }
}

function addedBy({ callee, args }: Call): { readonly table: Expr; readonly value: Expr } | undefined {
  if (callee.form !== 'member' || !/^(append|add|insert)$/.test(callee.name ?? '')) return undefined;
  const value = args.at(-1)?.value;
  return value && mayRun(value) ? { table: callee.object, value } : undefined;
}

function mayRun({ form }: Expr): boolean {
  return form === 'name' || form === 'member' || form === 'function' || form === 'call' || form === 'list';
}

/** `handlers` of `handlers[name]`, of `handlers.setdefault(name, [])` and of `handlers.get(name)`. */
function rootOf(table: Expr): Expr {
  if (table.form === 'member' && table.name === undefined) return rootOf(table.object);
  if (table.form === 'call' && table.callee.form === 'member' && /^(setdefault|get)$/.test(table.callee.name ?? ''))
    return rootOf(table.callee.object);
  return table;
}

/** The place where it is made stands for it. */
function identityOf(table: Value): Expr | undefined {
  if (table.is === 'plain') return table.expr.form === 'object' || table.expr.form === 'list' ? table.expr : undefined;
  const isMade = table.is === 'outside' && /(^|\.)(defaultdict|OrderedDict|dict|list)\(\)$/.test(table.path);
  return isMade ? table.made?.call : undefined;
}
