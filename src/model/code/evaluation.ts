// How far a question about an expression has come.
import type { Expr } from './syntax.ts';
import type { Value } from './value.ts';

/** Deeper chains of definitions are not followed: then nothing is known. */
export const deepest = 14;

export interface Evaluation {
  readonly depth: number;
}

export const fresh: Evaluation = { depth: 0 };

/** `globalThis.db ?? new Client()`: where it is kept says nothing of what it is. */
export function isKeptGlobal(value: Value): boolean {
  return value.is === 'outside' && /^global\.(global|globalThis)\./.test(value.path);
}

export function isItself({ form }: Expr): boolean {
  return (
    form === 'text' ||
    form === 'literal' ||
    form === 'object' ||
    form === 'list' ||
    form === 'regex' ||
    form === 'other'
  );
}
