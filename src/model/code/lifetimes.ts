// For how long a claim on an event lives, where that is written out.
import type { Act } from './act.ts';
import { isAboutEvent, storeUses, textOf } from './dedupe-stores.ts';
import type { Program } from './program.ts';
import type { Call, Expr } from './syntax.ts';
import { everyExpr } from './walk.ts';

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
