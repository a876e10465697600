// How far a question about an expression has come.

/** Deeper chains of definitions are not followed: then nothing is known. */
export const deepest = 14;

export interface Evaluation {
  readonly depth: number;
}

export const fresh: Evaluation = { depth: 0 };
