// Does what a store answered end the run, so that it is a guard and no ordinary look-up?
import type { Act } from './act.ts';
import type { Expr, Span, Stmt } from './syntax.ts';
import { blocksOf, everyExpr } from './walk.ts';

/** "There already" ends the handler, or the function of the work, which then gives nothing back. */
export function endsRun(acts: readonly Act[], asked: Act): boolean {
  return asked.frames.some((frame, level) => {
    const here = asked.chain[level] ?? asked;
    const names = boundTo(here.scope.fn?.body ?? [], here.at);
    return acts.some(
      (act) =>
        act.kind === 'return' &&
        (level === 0 || act.expr === undefined || isNull(act.expr)) &&
        act.arms.some(
          ({ test, ends, frame: own, side, scope }) =>
            ends &&
            own === frame &&
            scope.module === here.scope.module &&
            (side === 'yes' || side === 'no') &&
            saysThere(test, side === 'yes', (one) => isIt(one, here.at, names)),
        ),
    );
  });
}

export function isNull(expr: Expr): boolean {
  return (expr.form === 'literal' && expr.value === null) || (expr.form === 'name' && expr.name === 'undefined');
}

export function isIt(one: Expr, at: Span, names: ReadonlySet<string>): boolean {
  return inside(one.at, at) || (one.form === 'name' && names.has(one.name));
}

function inside(outer: Span, { start, end }: Span): boolean {
  return outer.start <= start && end <= outer.end;
}

/** The names that hold what the call at this place gave, and what was made of those. */
export function boundTo(list: readonly Stmt[], at: Span): Set<string> {
  const names = new Set<string>();
  const visit = (body: readonly Stmt[]): void => {
    for (const one of body) {
      if (one.does === 'bind' && one.value && bears(one.value, at, names)) {
        for (const { pattern } of [{ pattern: one.pattern }, ...(one.pattern.fields ?? [])])
          if (pattern.name !== undefined) names.add(pattern.name);
      }
      for (const block of blocksOf(one)) visit(block);
    }
  };
  visit(list);
  return names;
}

/** The value is what the call gave, or a member of it; an object that was made with it is another thing. */
function bears(value: Expr, at: Span, names: ReadonlySet<string>): boolean {
  if (value.at.start === at.start && value.at.end === at.end) return true;
  if (value.form === 'name') return names.has(value.name);
  if (value.form === 'await') return bears(value.value, at, names);
  if (value.form === 'member') return bears(value.object, at, names);
  if (
    value.form === 'call' &&
    value.callee.form === 'member' &&
    /^(get|then|json|fetchone|fetchall|fetchval|first|scalar|scalar_one_or_none|one_or_none)$/.test(
      value.callee.name ?? '',
    )
  )
    return bears(value.callee.object, at, names);
  return false;
}

/** Does this side of the test mean that something was found? `not x` on the yes side asks for a thing that must be there. */
export function saysThere(test: Expr, isYes: boolean, isAsked: (one: Expr) => boolean): boolean {
  if (test.form === 'choice') return false;
  if (test.form === 'operation') {
    const [left, right] = test.parts;
    if (/^(not )?in$/.test(test.sign) && isAsked(test)) return isYes === (test.sign === 'in');
    if (test.sign === 'not') return left !== undefined && saysThere(left, !isYes, isAsked);
    if (test.sign === 'and' || test.sign === 'or') return test.parts.some((one) => saysThere(one, isYes, isAsked));
    if (!left || !test.parts.some((one) => everyExpr(one).some(isAsked))) return isYes && isAsked(test);
    const isEmpty =
      (right?.form === 'literal' && (right.value === null || right.value === 0 || right.value === false)) ||
      isMinusOne(right) ||
      (right?.form === 'text' && right.value === '') ||
      (right?.form === 'name' && right.name === 'undefined');
    const isSame = /^(==|===|is)$/.test(test.sign);
    if (/^(!=|!==|is not)$/.test(test.sign)) return isEmpty === isYes;
    if (isSame) return isEmpty !== isYes;
    return isYes && /^(>|>=)$/.test(test.sign);
  }
  return isYes && everyExpr(test).some(isAsked);
}

/** What `indexOf` and `findIndex` give for nothing found. */
function isMinusOne(expr: Expr | undefined): boolean {
  const [one] = expr?.form === 'operation' && expr.sign === '-' && expr.parts.length === 1 ? expr.parts : [];
  return one?.form === 'literal' && one.value === 1;
}
