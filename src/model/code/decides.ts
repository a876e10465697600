// Does what a store in memory answered decide whether the work is done? Other maps are kept for other reasons.
import { type Act, type Arm, canPrecede } from './act.ts';
import { ackOf } from './answers.ts';
import type { StoreUse } from './dedupe-stores.ts';
import { effectOf } from './effects.ts';
import { boundTo, endsRun, isIt, isNull, saysThere } from './ends-run.ts';
import { isLog } from './log-calls.ts';
import type { Program } from './program.ts';
import { everyExpr } from './walk.ts';

export function decides(program: Program, ask: StoreUse, note: StoreUse, acts: readonly Act[]): boolean {
  const { act } = ask;
  const isHere = acts.some(
    ({ kind, arms }) =>
      kind === 'return' && arms.some((arm) => arm.ends && /^(yes|no)$/.test(arm.side) && holds(arm, act)),
  );
  if (isHere || (act.kind === 'return' && endsRun(acts, act))) return true;
  return (
    acts.some((one) => turnsAway(one, act, acts)) || isGivenBack(act, acts) || isOnlyThen(program, ask, note, acts)
  );
}

function holds({ test, scope }: Arm, act: Act): boolean {
  return scope.module === act.scope.module && test.at.start <= act.at.start && act.at.end <= test.at.end;
}

/**
 * `const last = seen.get(id); if (last && now - last < window) return;`, and the same below `if (seen.has(id))`. What is
 * made of the answer on this way is a look-up, and so is what is given back of it.
 */
function turnsAway(end: Act, asked: Act, acts: readonly Act[]): boolean {
  const last = end.arms.at(-1);
  if (end.kind !== 'return' || !last?.ends || last.side !== 'yes' || end.frames.at(-1) !== asked.frames.at(-1))
    return false;
  if (end.expr !== undefined && !isNull(end.expr) && end.expr.form !== 'literal' && end.frames.length > 1) return false;
  const names = boundTo(asked.scope.fn?.body ?? [], asked.at);
  const isAsked =
    asked.kind === 'call' && names.size > 0 && saysThere(last.test, true, (one) => isIt(one, asked.at, names));
  const [outer] = end.arms.slice(-2, -1);
  const isInside = outer?.side === 'yes' && holds(outer, asked) && isAge(last);
  return (
    (isAsked || isInside) &&
    acts.every(({ kind, arms, expr, path, ...rest }) => {
      if (kind !== 'call' || expr?.form !== 'call' || !arms.some(({ id, side }) => id === last.id && side === 'yes'))
        return true;
      return isLog(expr) || /^(global|http\.response)\./.test(path ?? '') || ackOf({ kind, arms, expr, path, ...rest });
    })
  );
}

/** `now - at < window` */
function isAge({ test }: Arm): boolean {
  return (
    test.form === 'operation' &&
    /^[<>]=?$/.test(test.sign) &&
    test.parts.some((one) => one.form === 'operation' && one.sign === '-')
  );
}

/** `const had = ids.has(id); ids.add(id); return had;` of a function whose answer ends the run. */
function isGivenBack(asked: Act, acts: readonly Act[]): boolean {
  if (asked.kind !== 'call' || asked.frames.length < 2) return false;
  const names = boundTo(asked.scope.fn?.body ?? [], asked.at);
  const isBack = acts.some(
    ({ kind, expr, frames }) =>
      kind === 'return' &&
      expr !== undefined &&
      (expr.form === 'name' || (expr.form === 'operation' && /^(not|!)$/.test(expr.sign))) &&
      frames.at(-1) === asked.frames.at(-1) &&
      everyExpr(expr).some((one) => one.form === 'name' && names.has(one.name)),
  );
  if (!isBack) return false;
  const calling = asked.chain.at(-1);
  return acts.some(
    ({ kind, arms }) =>
      kind === 'return' &&
      arms.some(
        ({ test, ends, side, scope }) =>
          ends &&
          /^(yes|no)$/.test(side) &&
          scope.module === calling?.scope.module &&
          test.at.start <= calling.at.start &&
          calling.at.end <= test.at.end,
      ),
  );
}

/** `if (!seen.has(id)) { seen.add(id); … }`: something is made on this side alone. */
function isOnlyThen(program: Program, { act }: StoreUse, note: StoreUse, acts: readonly Act[]): boolean {
  const arm = note.act.arms.findLast((one) => one.side === 'yes' && holds(one, act) && isAbsent(one, act));
  const isThen = ({ arms }: Act) => arms.some(({ id, side }) => id === arm?.id && side === 'yes');
  return (
    arm !== undefined &&
    acts.some((one) => isThen(one) && canPrecede(act, one) && effectOf(program, one)?.creates === true) &&
    !acts.some((one) => !isThen(one) && canPrecede(act, one) && effectOf(program, one) !== undefined)
  );
}

function isAbsent({ test }: Arm, { at }: Act): boolean {
  return saysThere(test, false, (one) => isIt(one, at, new Set()));
}
