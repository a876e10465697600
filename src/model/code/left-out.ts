// Parameters that a call leaves out, and the sides of conditions that then nobody takes.
import { argumentFor } from './calls.ts';
import type { CallSite, Scope } from './scope.ts';
import type { Expr, Func } from './syntax.ts';

/** Names of the parameters that are nothing in this run: left out and without another default, or handed over as nothing. */
export function absentIn(
  fn: Func,
  inside: Scope,
  site: CallSite,
  absentOutside: ReadonlySet<string>,
): ReadonlySet<string> {
  if (site.call.args.some(({ isSpread }) => isSpread)) return new Set();
  const isPython = inside.module.language === 'python';
  return new Set(
    fn.parameters.flatMap(({ pattern: { name }, fallback, isRest }, index) => {
      // A name that is bound again in the function may hold something else.
      if (name === undefined || isRest || inside.names.get(name)?.length !== 1) return [];
      const given = argumentFor(fn, index, name, site);
      if (given === undefined) return (fallback ? isNothing(fallback) : !isPython) ? [name] : [];
      // In JavaScript an undefined argument takes the default.
      if (fallback && !isPython) return [];
      return isNothing(given) || (given.form === 'name' && absentOutside.has(given.name)) ? [name] : [];
    }),
  );
}

function isNothing(expr: Expr): boolean {
  return (expr.form === 'literal' && expr.value === null) || (expr.form === 'name' && expr.name === 'undefined');
}

/** Does the condition hold only when an absent parameter is there? */
export function needsAbsent(test: Expr, absent: ReadonlySet<string>): boolean {
  if (absent.size === 0) return false;
  if (test.form === 'name') return absent.has(test.name);
  if (test.form !== 'operation') return false;
  if (test.sign === 'and') return test.parts.some((part) => needsAbsent(part, absent));
  if (!/^(is not|!==?)$/.test(test.sign)) return false;
  const [left, right] = test.parts;
  if (!left || !right) return false;
  return left.form === 'name' && absent.has(left.name) && isNothing(right) && (test.sign !== '!==' || !isNull(right));
}

/** `x !== null` holds of what is undefined. */
function isNull(expr: Expr): boolean {
  return expr.form === 'literal';
}
