// Ways into a parsed file: by key, by path, as a plain value. What is deferred or of another shape is undefined, never empty.
import type { ListNode, ManifestNode, MapNode, ScalarNode } from '../subscription-file.ts';

export type Entry = MapNode['entries'][number];

export function entriesOf(node: ManifestNode | undefined): readonly Entry[] {
  return node?.shape === 'map' ? node.entries : [];
}

export function entryOf(node: ManifestNode | undefined, key: string): Entry | undefined {
  return entriesOf(node).find((entry) => String(entry.key.value) === key);
}

/** The value at the end of a path of keys. */
export function at(node: ManifestNode | undefined, ...path: readonly string[]): ManifestNode | undefined {
  return path.reduce<ManifestNode | undefined>((here, key) => entryOf(here, key)?.value, node);
}

export function itemsOf(node: ManifestNode | undefined): ListNode['items'] {
  return node?.shape === 'list' ? node.items : [];
}

export function textOf(node: ManifestNode | undefined): string | undefined {
  return node?.shape === 'scalar' && typeof node.value === 'string' ? node.value : undefined;
}

export function numberOf(node: ManifestNode | undefined): number | undefined {
  if (node?.shape !== 'scalar') return undefined;
  if (typeof node.value === 'number') return node.value;
  return typeof node.value === 'string' && /^\d+$/.test(node.value) ? Number(node.value) : undefined;
}

export function flagOf(node: ManifestNode | undefined): boolean | undefined {
  if (node?.shape !== 'scalar') return undefined;
  if (typeof node.value === 'boolean') return node.value;
  return { true: true, false: false }[String(node.value)];
}

/** Items of a list that are texts, each with its place. */
export function textsOf(node: ManifestNode | undefined): (ScalarNode & { readonly value: string })[] {
  return itemsOf(node).filter(
    (item): item is ScalarNode & { readonly value: string } =>
      item.shape === 'scalar' && typeof item.value === 'string',
  );
}

/** Every map and list below and including the node, with the keys that lead there. */
export function* everyNode(
  node: ManifestNode,
  path: readonly string[] = [],
): Generator<{ readonly node: ManifestNode; readonly path: readonly string[] }> {
  yield { node, path };
  for (const { key, value } of entriesOf(node)) yield* everyNode(value, [...path, String(key.value)]);
  for (const [i, item] of itemsOf(node).entries()) yield* everyNode(item, [...path, String(i)]);
}
