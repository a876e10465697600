// A function that one list of statements calls twice with the same: whatever it registers is registered twice.
import type { Program } from './program.ts';
import type { CallSite } from './scope.ts';
import type { Call, Func, Stmt } from './syntax.ts';
import { partsOf } from './walk.ts';

export interface RunTwice {
  readonly first: CallSite;
  readonly again: CallSite;
}

/** Only calls that stand there by themselves: what is behind a condition need not run, and a result may be meant. */
export function runTwice(program: Program, fn: Func): RunTwice | undefined {
  const sites = program
    .callersOf(fn)
    .filter(({ call, scope }) => standsAlone(call, scope.fn?.body ?? scope.module.body));
  for (const again of sites)
    for (const first of sites)
      if (first.scope === again.scope && first.call.at.start < again.call.at.start && handsTheSame(first, again))
        return { first, again };
  return undefined;
}

function standsAlone(call: Call, list: readonly Stmt[]): boolean {
  return list.some((one) => one.does === 'value' && (one.value === call || partsOf(one.value).includes(call)));
}

function handsTheSame({ call: first, scope }: CallSite, { call: again }: CallSite): boolean {
  const textOf = ({ args }: Call) => args.map(({ value: { at } }) => scope.module.text.slice(at.start, at.end)).join();
  return textOf(first) === textOf(again);
}
