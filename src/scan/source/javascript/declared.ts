// The names that a declaration of JavaScript or TypeScript binds.
import { child, children, type Node, word } from './node.ts';

export function nameOf(node: Node): string {
  return word(node, 'name') ?? String(node.value ?? '');
}

export function declaredNames(node: Node): string[] {
  const id = child(node, 'id');
  if (id) return [nameOf(id)];
  return children(node, 'declarations').flatMap((one) => {
    const own = child(one, 'id');
    if (own?.type === 'Identifier') return [nameOf(own)];
    return own
      ? children(own, 'properties')
          .flatMap((field) => child(field, 'value') ?? [])
          .map(nameOf)
      : [];
  });
}
