// Items of any number in little memory: they are alike, so that pages of them are packed to a twentieth.
import { deflateRawSync, inflateRawSync } from 'node:zlib';
import type { Items, ReconcileItem } from '../model/reconcile-document.ts';

const pageSize = 500;

export class ItemPages implements Items {
  readonly #packed: Uint8Array[] = [];
  #open: ReconcileItem[] = [];

  get length(): number {
    return this.#packed.length * pageSize + this.#open.length;
  }

  /** What the full pages take. */
  get packedBytes(): number {
    return this.#packed.reduce((sum, page) => sum + page.length, 0);
  }

  add(items: Iterable<ReconcileItem>): this {
    for (const item of items) {
      this.#open.push(item);
      if (this.#open.length < pageSize) continue;
      this.#packed.push(deflateRawSync(JSON.stringify(this.#open), { level: 1 }));
      this.#open = [];
    }
    return this;
  }

  *pages(): Generator<readonly ReconcileItem[]> {
    for (const page of this.#packed) yield JSON.parse(inflateRawSync(page).toString('utf8')) as ReconcileItem[];
    if (this.#open.length > 0) yield this.#open;
  }

  *[Symbol.iterator](): Generator<ReconcileItem> {
    for (const page of this.pages()) yield* page;
  }
}
