// For how long a claim on an event lives, where that is written out.
import type { Act } from './act.ts';
import { isAboutEvent, storeUses, textOf } from './dedupe-stores.ts';
import type { Program } from './program.ts';
import { lookUp, type Scope } from './scope.ts';
import type { Call, Expr, Stmt } from './syntax.ts';
import { blocksOf, everyExpr, valuesOf } from './walk.ts';

interface Lifetime {
  readonly act: Act;
  readonly seconds: number;
}

export function claimLifetimes(program: Program, acts: readonly Act[]): Lifetime[] {
  const asked = new Set(
    storeUses(acts).flatMap(({ home, does, store }) => (home === 'memory' && does === 'ask' ? [store] : [])),
  );
  return acts.flatMap((act): Lifetime[] => {
    if (act.kind === 'test' && act.expr) return windowIn(program, act, act.expr, asked);
    const swept = sweptAfter(program, act, asked);
    if (swept !== undefined) return [{ act, seconds: swept }];
    if (act.kind !== 'call' || act.expr?.form !== 'call' || act.expr.callee.form !== 'member') return [];
    const [key] = act.expr.args;
    if (!key || !isAboutEvent(key.value, act.scope)) return [];
    const seconds = secondsOf(program, act.expr, act.expr.callee.name ?? '', act);
    return seconds === undefined ? [] : [{ act, seconds }];
  });
}

/** `now - seen[event_id] < 60`: what came longer ago counts as new. */
function windowIn(program: Program, act: Act, test: Expr, asked: ReadonlySet<string>): Lifetime[] {
  if (test.form === 'operation' && test.sign === 'and')
    return test.parts.flatMap((part) => windowIn(program, act, part, asked));
  if (test.form !== 'operation' || !/^<=?$/.test(test.sign)) return [];
  const [past, most] = test.parts;
  if (past?.form !== 'operation' || past.sign !== '-') return [];
  const isAsked = everyExpr(past).some((one) => one.form === 'member' && asked.has(textOf(one.object) ?? ''));
  const number = program.constant(most, act.scope);
  if (!isAsked || typeof number !== 'number') return [];
  return [{ act: { ...act, expr: test }, seconds: act.scope.module.language === 'python' ? number : number / 1000 }];
}

/** `setTimeout(() => seen.delete(id), 60_000)`, `if (now - at > 60_000) seen.delete(id)`. */
function sweptAfter(
  program: Program,
  { expr, path, scope, arms }: Act,
  asked: ReadonlySet<string>,
): number | undefined {
  if (expr?.form !== 'call' || scope.module.language === 'python') return undefined;
  const [what, after] = expr.args;
  if (path === 'global.setTimeout' && what?.value.form === 'function') {
    const number = program.constant(after?.value, scope);
    const forgets = valuesBelow(what.value.fn.body).some((one) => everyExpr(one).some((part) => takesOut(part, asked)));
    return forgets && typeof number === 'number' ? number / 1000 : undefined;
  }
  const test = arms.findLast(({ side }) => side === 'yes');
  return test && takesOut(expr, asked) ? ageIn(program, test.test, test.scope) : undefined;
}

function takesOut(part: Expr, asked: ReadonlySet<string>): boolean {
  if (part.form !== 'call' || part.callee.form !== 'member' || part.callee.name !== 'delete') return false;
  return asked.has(textOf(part.callee.object) ?? '');
}

/** What is older than so many seconds: `now - at > 60_000`, `at < Date.now() - 60_000`. */
function ageIn(program: Program, test: Expr, scope: Scope): number | undefined {
  if (test.form !== 'operation' || !/^[<>]=?$/.test(test.sign)) return undefined;
  const [left, right] = test.parts;
  const isMore = test.sign.startsWith('>');
  if (isMore && left?.form === 'operation' && left.sign === '-') {
    const number = program.constant(right, scope);
    return typeof number === 'number' ? number / 1000 : undefined;
  }
  const bound = right?.form === 'name' ? lookUp(scope, right.name)[0] : undefined;
  const limit = bound?.is === 'value' ? bound.value : right;
  if (isMore || limit?.form !== 'operation' || limit.sign !== '-') return undefined;
  const number = program.constant(limit.parts[1], bound?.is === 'value' ? bound.scope : scope);
  return typeof number === 'number' ? number / 1000 : undefined;
}

function valuesBelow(list: readonly Stmt[]): Expr[] {
  return list.flatMap((one) => [...valuesOf(one), ...blocksOf(one).flatMap(valuesBelow)]);
}

function secondsOf(program: Program, call: Call, name: string, { scope }: Act): number | undefined {
  const at = (index: number) => program.constant(call.args[index]?.value, scope);
  const number = (value: unknown, factor: number) => (typeof value === 'number' ? value * factor : undefined);
  if (name === 'setex' || name === 'setEx') return number(at(1), 1);
  if (name === 'psetex' || name === 'pSetEx') return number(at(1), 0.001);
  if (name !== 'set') return undefined;
  const keyword = (word: string) => program.constant(call.args.find((arg) => arg.keyword === word)?.value, scope);
  const byWord = number(keyword('ex'), 1) ?? number(keyword('px'), 0.001);
  if (byWord !== undefined) return byWord;
  for (let i = 2; i < call.args.length; i++) {
    const word = at(i);
    if (word === 'EX') return number(at(i + 1), 1);
    if (word === 'PX') return number(at(i + 1), 0.001);
    const options = call.args[i]?.value;
    const field = (key: string) => {
      const found = program.fieldOf(options, key, scope);
      return found && program.constant(found.value, found.scope);
    };
    const named = number(field('EX') ?? field('ex'), 1) ?? number(field('PX') ?? field('px'), 0.001);
    if (named !== undefined) return named;
  }
  return undefined;
}
