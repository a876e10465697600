// Does a name still mean the parameter that it was?
import type { Act } from './act.ts';
import type { Program } from './program.ts';
import { lookUp } from './scope.ts';
import type { Expr } from './syntax.ts';
import { pathOf } from './value.ts';

/** The name of a parameter was given to something else above; what `same` knows by its way is not something else. */
export function isAnotherByNow(
  program: Program,
  { name, at }: Extract<Expr, { form: 'name' }>,
  { scope }: Act,
  same: RegExp,
): boolean {
  const bindings = lookUp(scope, name);
  if (!bindings.some(({ is }) => is === 'parameter')) return false;
  return bindings.some(
    (one) =>
      one.is === 'value' &&
      one.scope.module === scope.module &&
      one.value.at.start < at.start &&
      !same.test(pathOf(program.evaluate(one.value, one.scope)) ?? ''),
  );
}
