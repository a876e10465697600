// What a listener wants to hear: a name, a pattern, a group of constraints.
import type { Location } from '../rule.ts';
import { locate } from './locate.ts';
import type { Program } from './program.ts';
import type { Scope } from './scope.ts';
import type { Expr } from './syntax.ts';

/** What a listener wants: undefined is anything; `computed` is something that cannot be read. */
export type Wanted =
  | { readonly is: 'text'; readonly value: string }
  | { readonly is: 'regex'; readonly source: string; readonly flags: string; readonly at: Location }
  | { readonly is: 'fields'; readonly fields: Readonly<Record<string, Wanted>> }
  | { readonly is: 'computed' };

export function wantedOf(program: Program, expr: Expr, scope: Scope): Wanted {
  const value = program.evaluate(expr, scope);
  if (value?.is === 'outside' && value.path === 're.compile()' && value.made) {
    const source = program.constant(value.made.call.args[0]?.value, value.made.scope);
    if (typeof source === 'string') return { is: 'regex', source, flags: '', at: locate(scope.module, expr.at) };
  }
  if (value?.is !== 'plain') return { is: 'computed' };
  const { expr: plain, scope: home } = value;
  if (plain.form === 'text' && plain.value !== undefined) return { is: 'text', value: plain.value };
  if (plain.form === 'regex')
    return { is: 'regex', source: plain.source, flags: plain.flags, at: locate(home.module, plain.at) };
  if (plain.form !== 'object') return { is: 'computed' };
  if (plain.entries.some(({ key }) => key === undefined)) return { is: 'computed' };
  return {
    is: 'fields',
    fields: Object.fromEntries(plain.entries.map((entry) => [entry.key ?? '', wantedOf(program, entry.value, home)])),
  };
}
