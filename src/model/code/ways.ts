// Small questions about statements and calls on the way of a run.
import type { Program } from './program.ts';
import type { Scope } from './scope.ts';
import type { Call, Func, Stmt } from './syntax.ts';
import { pathOf } from './value.ts';

export function constructorOf(
  members: readonly { readonly name: string | undefined; readonly fn?: Func }[],
): Func | undefined {
  return members.find(({ name }) => name === 'constructor' || name === '__init__')?.fn;
}

export function memberName({ callee }: Call): string {
  if (callee.form === 'member') return `?.${callee.name ?? ''}`;
  return callee.form === 'name' ? `?.${callee.name}` : '?';
}

/** Nobody comes out at the end of it. */
export function endsIn(body: readonly Stmt[]): boolean {
  return body.some((one) => {
    if (one.does === 'return' || one.does === 'throw' || one.does === 'leave') return true;
    if (one.does === 'block' || one.does === 'with') return endsIn(one.body);
    if (one.does === 'if') return endsIn(one.yes) && endsIn(one.no);
    return one.does === 'try' && endsIn(one.body) && one.catches.every(endsIn);
  });
}

/** What answers is handed on: whoever is handed it answers in its own time, and nobody has answered before. */
export function handsAnswer(program: Program, { args }: Call, scope: Scope): boolean {
  return args.some(({ value }) =>
    /^(http\.response|slack(\.(ack|args))?)$/.test(pathOf(program.evaluate(value, scope)) ?? ''),
  );
}
