// What declarations and parameters bind, and the name of a declared type.
import type { Pattern } from '../../../model/code/syntax.ts';
import { late } from './late.ts';
import { child, children, type Node, word } from './node.ts';

export function patternOf(node: Node): Pattern {
  switch (node.type) {
    case 'Identifier': {
      const type = typeOf(node);
      return { name: word(node, 'name') ?? '', ...(type !== undefined && { type }) };
    }
    case 'AssignmentPattern':
      return patternOf(child(node, 'left') ?? node);
    case 'RestElement':
      return patternOf(child(node, 'argument') ?? node);
    case 'ObjectPattern':
      return { fields: children(node, 'properties').map(fieldOf) };
    case 'ArrayPattern':
      return { items: children(node, 'elements').map(patternOf) };
    default:
      return { target: late.expression(node) };
  }
}

function fieldOf(property: Node): { key: string | undefined; pattern: Pattern } {
  if (property.type === 'RestElement') return { key: undefined, pattern: patternOf(property) };
  const key = child(property, 'key');
  const name = property.computed || !key ? undefined : (word(key, 'name') ?? String(key.value ?? ''));
  return { key: name, pattern: patternOf(child(property, 'value') ?? property) };
}

/** `App` of `app: App`, `bolt.App`, `App | undefined`, `App & More`: the last name that stands there. */
export function typeOf(node: Node): string | undefined {
  const annotation = child(node, 'typeAnnotation');
  return nameOfType(annotation && child(annotation, 'typeAnnotation'));
}

function nameOfType(type: Node | undefined): string | undefined {
  if (type?.type === 'TSUnionType' || type?.type === 'TSIntersectionType')
    return children(type, 'types')
      .map(nameOfType)
      .find((one) => one !== undefined);
  if (type?.type !== 'TSTypeReference') return undefined;
  const name = child(type, 'typeName');
  if (name?.type === 'TSQualifiedName') return word(child(name, 'right') ?? name, 'name');
  return name && word(name, 'name');
}
