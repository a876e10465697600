// The parser's nodes, as far as the reader needs them. https://github.com/estree/estree
import type { Span } from '../../../model/code/syntax.ts';

export interface Node extends Span {
  readonly type: string;
  readonly [key: string]: unknown;
}

export function isNode(value: unknown): value is Node {
  return typeof value === 'object' && value !== null && typeof (value as { type?: unknown }).type === 'string';
}

/** The node under a key; undefined when nothing is there. */
export function child(node: Node, key: string): Node | undefined {
  const value = node[key];
  return isNode(value) ? value : undefined;
}

export function children(node: Node, key: string): Node[] {
  const value = node[key];
  return Array.isArray(value) ? value.filter(isNode) : [];
}

export function word(node: Node, key: string): string | undefined {
  const value = node[key];
  return typeof value === 'string' ? value : undefined;
}

export function spanOf({ start, end }: Span): Span {
  return { start, end };
}

/** Every node directly below. */
export function below(node: Node): Node[] {
  return Object.entries(node).flatMap(([key, value]) => {
    if (key === 'typeAnnotation' || key === 'typeArguments' || key === 'typeParameters' || key === 'returnType')
      return [];
    return (Array.isArray(value) ? value : [value]).filter(isNode);
  });
}
