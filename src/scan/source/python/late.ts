// Expressions hold functions, functions hold statements, and statements hold expressions: the circle is closed when the reader starts.
import type { Expr, Stmt } from '../../../model/code/syntax.ts';
import type { Node } from './node.ts';

interface Late {
  expression: (node: Node) => Expr;
  statements: (nodes: readonly Node[]) => Stmt[];
}

function unset(): never {
  throw new Error('the reader of Python has not been started');
}

export const late: Late = { expression: unset, statements: unset };
