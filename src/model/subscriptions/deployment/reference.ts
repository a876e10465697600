// What a value of a template points to: the logical name behind Ref and GetAtt in all their spellings.
import type { ManifestNode } from '../../subscription-file.ts';
import { at, itemsOf, textOf } from '../nodes.ts';

/** A logical name, an address, or the expression itself where it cannot be resolved; undefined when nothing is there. */
export function referenceOf(node: ManifestNode | undefined): string | undefined {
  if (node === undefined) return undefined;
  if (node.shape === 'deferred') return shortForm(node.expression);
  if (node.shape === 'scalar') return textOf(node);
  const getAtt = at(node, 'Fn::GetAtt');
  if (getAtt) return (textOf(getAtt) ?? textOf(itemsOf(getAtt)[0]))?.split('.')[0];
  return textOf(at(node, 'Ref')) ?? textOf(at(node, 'Fn::Sub'));
}

function shortForm(expression: string): string {
  const [, tag = '', rest = expression] = /^!(\w+) (.*)$/s.exec(expression) ?? [];
  if (tag === 'Ref') return rest;
  if (tag === 'GetAtt') return rest.split('.')[0] ?? rest;
  const sub = /^\$\{(\w+)(\.Arn)?\}$/.exec(rest)?.[1];
  return sub ?? rest;
}
