// Names that lines of the story brought, before anybody has asked for them: what a pass over a large log meets anyway is kept.
import type { Identifier } from '../model/timeline/identifiers.ts';
import { type Needle, needleOf } from '../scan/needles.ts';
import { nameOf } from './names-followed.ts';

/** Enough for one event, and no more than one pass can bear. */
const maxAhead = 64;

/** Shared by the logs of one search: what one of them names stands in the others. */
export class LookAhead {
  readonly #names = new Set<string>();
  readonly needles: Needle[] = [];

  has(name: string): boolean {
    return this.#names.has(name);
  }

  /** Undefined: there are enough of them, or it cannot be looked for by bytes. */
  add(identifier: Identifier): Needle | undefined {
    const name = nameOf(identifier);
    if (this.#names.size >= maxAhead && !this.#names.has(name)) return undefined;
    const needle = needleOf(identifier);
    if (needle && !this.#names.has(name)) this.needles.push(needle);
    this.#names.add(name);
    return needle;
  }
}
