// What a value in the code can be known to be, before anything runs.
import type { ClassDef, Scope } from './scope.ts';
import type { Expr, Func, Module } from './syntax.ts';

export type Value =
  | { readonly is: 'function'; readonly fn: Func; readonly scope: Scope }
  | { readonly is: 'class'; readonly def: ClassDef }
  | { readonly is: 'instance'; readonly def: ClassDef }
  | { readonly is: 'module'; readonly module: Module }
  /**
   * From a package, or a global: the way to it. `@slack/bolt.App` is the class, `@slack/bolt.App()` what was made of it, and
   * `made` says by which call: two calls make two.
   */
  | { readonly is: 'outside'; readonly path: string; readonly made: Made | undefined }
  | { readonly is: 'plain'; readonly expr: Expr; readonly scope: Scope };

export interface Made {
  readonly call: Extract<Expr, { form: 'call' }>;
  readonly scope: Scope;
}

/** A member of what comes from outside. */
export function within(path: string, name: string): Value {
  return { is: 'outside', path: name === 'default' ? path : `${path}.${name}`, made: undefined };
}

export function pathOf(value: Value | undefined): string | undefined {
  return value?.is === 'outside' ? value.path : undefined;
}

/** `@slack/bolt` of `@slack/bolt.App().client`. */
export function packageOf(path: string): string {
  const [, scoped] = /^(@[^/]+\/[^./(]+(?:\.js)?)/.exec(path) ?? [];
  return scoped ?? path.split(/[.(/]/)[0] ?? path;
}
