// For how long a claim on an event lives, where that is written out.
import type { Act } from './act.ts';
import { isAboutEvent } from './dedupe-stores.ts';
import type { Program } from './program.ts';
import type { Call } from './syntax.ts';

interface Lifetime {
  readonly act: Act;
  readonly seconds: number;
}

export function claimLifetimes(program: Program, acts: readonly Act[]): Lifetime[] {
  return acts.flatMap((act): Lifetime[] => {
    if (act.kind !== 'call' || act.expr?.form !== 'call' || act.expr.callee.form !== 'member') return [];
    const [key] = act.expr.args;
    if (!key || !isAboutEvent(key.value, act.scope)) return [];
    const seconds = secondsOf(program, act.expr, act.expr.callee.name ?? '', act);
    return seconds === undefined ? [] : [{ act, seconds }];
  });
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
