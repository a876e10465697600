// A number of a template with its place, or the platform's default at the place of its owner.
import type { Location } from '../../rule.ts';
import type { ManifestNode } from '../../subscription-file.ts';
import { numberOf } from '../nodes.ts';
import type { Figure } from './deployment.ts';

export function figureOf(node: ManifestNode | undefined, fallback: number, owner: Location): Figure {
  if (node === undefined) return { value: fallback, location: owner, isDefault: true };
  return { value: numberOf(node), location: node.location, isDefault: false };
}
