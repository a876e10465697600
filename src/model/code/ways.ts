// Small questions about statements and calls on the way of a run.
import type { Call, Func, Stmt } from './syntax.ts';

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
