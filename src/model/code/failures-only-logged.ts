// Work whose failure is caught on its way, told to a log or a person at most, and forgotten: whoever called hears of a success.
import type { Act } from './act.ts';
import { effectOf } from './effects.ts';
import { isLog } from './log-calls.ts';
import type { Program } from './program.ts';
import type { Stmt } from './syntax.ts';
import { blocksOf, everyExpr, valuesOf } from './walk.ts';
import { memberName } from './ways.ts';

/** `own`: it is caught in the handler itself; `below`: in a function on the way to it; undefined: somebody may hear of it. */
export function forgottenIn(program: Program, acts: readonly Act[], act: Act): 'own' | 'below' | undefined {
  const places = [...act.chain, act];
  const at = places.findIndex(({ at: place, scope }, level) =>
    triesIn(scope.fn?.body ?? []).some(
      (tried) =>
        tried.body.some((one) => one.at.start <= place.start && place.end <= one.at.end) &&
        isForgotten(program, acts, tried, level === 0, scope.module.language === 'python'),
    ),
  );
  return at < 0 ? undefined : at === 0 ? 'own' : 'below';
}

type Try = Extract<Stmt, { does: 'try' }>;

function triesIn(list: readonly Stmt[]): Try[] {
  return list.flatMap((one) => [...(one.does === 'try' ? [one] : []), ...blocksOf(one).flatMap(triesIn)]);
}

function isForgotten(program: Program, acts: readonly Act[], tried: Try, isOwn: boolean, isPython: boolean): boolean {
  if (tried.catches.length === 0 || tried.last.length > 0) return false;
  if (!tried.catches.every((list) => leavesOpen(list, isOwn, isPython))) return false;
  return acts
    .filter(({ arms }) => arms.some(({ side, test }) => side === 'catch' && test.at === tried.at))
    .every((act) => act.kind !== 'call' || keepsNothing(program, act));
}

/** It changes nothing that comes behind it, and gives nothing back that says so. */
function leavesOpen(list: readonly Stmt[], isOwn: boolean, isPython: boolean): boolean {
  return list.every((one) => {
    if (one.does === 'throw' || (one.does === 'return' && (isOwn || one.value !== undefined))) return false;
    if (valuesOf(one).some((value) => everyExpr(value).some(({ form }) => form === 'assign'))) return false;
    // In Python every name that is bound is known behind it as well.
    if (one.does === 'bind' && (isPython || one.pattern.target)) return false;
    return blocksOf(one).every((block) => leavesOpen(block, isOwn, isPython));
  });
}

function keepsNothing(program: Program, act: Act): boolean {
  const { expr, path, local } = act;
  if (expr?.form !== 'call') return false;
  if (isLog(expr) || words.test(memberName(expr))) return true;
  // What a function of the project does follows by itself.
  if (local) return !keeping.test(local.name ?? '');
  const effect = effectOf(program, act);
  return effect ? effect.kind === 'slack' : builtIn.test(path ?? '');
}

const words =
  /^\?\.(str|repr|type|isinstance|getattr|format|format_exc|print_exc|stringify|join|includes|slice|toString|toISOString|now|replace|get|json|text|then|catch|finally)$/;
/** What makes values, and keeps none. */
const builtIn =
  /^global\.(\w*Error|String|Date|JSON|Boolean|Number|Object|Promise|Array|Math|URL|URLSearchParams|encodeURIComponent)\b/;
/** A name says more than can be followed. */
const keeping = /capture|enqueue|queue|dead|save|store|retry|record|persist/i;
