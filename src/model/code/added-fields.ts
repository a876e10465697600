// `x.f = …` behind the line that made x.
import type { Binding, Scope } from './scope.ts';
import type { Expr } from './syntax.ts';

/** A field that an object got behind the line that made it. */
export interface Added {
  readonly key: string;
  readonly value: Expr;
  readonly scope: Scope;
}

/** A name that may stand for two things says nothing of either. */
export function addedTo(
  later: readonly { readonly object: string; readonly field: Added }[],
  lookUp: (scope: Scope, name: string) => readonly Binding[],
): Map<Expr, Added[]> {
  const found = new Map<Expr, Added[]>();
  for (const { object, field } of later) {
    const [only, other] = lookUp(field.scope, object);
    if (only?.is !== 'value' || other || only.path.length > 0) continue;
    const made = only.value.form === 'assign' ? only.value.value : only.value;
    if (made.form !== 'object') continue;
    const before = found.get(made);
    if (before) before.push(field);
    else found.set(made, [field]);
  }
  return found;
}
