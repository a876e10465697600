// The grammar's nodes, as far as the reader needs them. https://github.com/tree-sitter/tree-sitter-python
import type { Node } from 'web-tree-sitter';
import type { Span } from '../../../model/code/syntax.ts';

export type { Node } from 'web-tree-sitter';

export function spanOf(node: Node): Span {
  return { start: node.startIndex, end: node.endIndex };
}

/** Named children without comments. */
export function inner(node: Node): Node[] {
  return node.namedChildren.filter((one): one is Node => one !== null && one.type !== 'comment');
}

export function field(node: Node, name: string): Node | undefined {
  return node.childForFieldName(name) ?? undefined;
}

export function fields(node: Node, name: string): Node[] {
  return node.childrenForFieldName(name).filter((one): one is Node => one !== null && one.type !== 'comment');
}

/** Is the keyword written in front, as in `async def`? */
export function begins(node: Node, keyword: string): boolean {
  return node.firstChild?.type === keyword;
}
