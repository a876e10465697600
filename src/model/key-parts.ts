// The keys of several copies, cut at their separators: which parts differ, and which field each differing part was taken from.
import { fieldOf } from './timeline/keys.ts';
import type { Chain } from './timeline/timeline.ts';

export interface KeyPart {
  readonly text: string;
  readonly differs: boolean;
  /** The field that the part is the value of; null for what does not differ, or is no field that was logged. */
  readonly field: string | null;
}

/** In the order of the copies; a copy without a key is left out of the comparison. Parts joined together are the key again. */
export function keyParts(copies: readonly { readonly chain: Chain; readonly key: string | undefined }[]): KeyPart[][] {
  const cut = copies.map(({ key }) => (key === undefined ? [] : key.split(separators)));
  const known = cut.filter((parts) => parts.length > 0);
  const isAligned = new Set(known.map((parts) => parts.length)).size === 1;
  return copies.map(({ chain, key }, i) => {
    if (key === undefined) return [];
    if (!isAligned) return [{ text: key, differs: true, field: fieldOf(chain, key) }];
    return (cut[i] ?? []).map((text, place) => {
      const differs = known.some((parts) => parts[place] !== text);
      return { text, differs, field: differs ? fieldOf(chain, text) : null };
    });
  });
}

const separators = /([:/|#,;\s]+)/;
