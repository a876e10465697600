// Millions of names without a string: open addressing over the two halves of their hashes, in typed arrays of a fixed size.
import { giveBack } from '../spent-buffers.ts';
import type { NameHash } from './name-hash.ts';

const small = 1 << 14;
/** 3.3 million names, about what 1 GB of log holds; 46 MB. More than these are looked at in parts. */
const largest = 1 << 22;
const fullest = 0.8;

export class NameTable {
  /** Slots in use. */
  size = 0;
  /** For each slot the story that its name belongs to, plus one (0 is a free slot), and half of the hash: one look at memory for both. */
  #pairs: Uint32Array;
  #high: Uint16Array;
  /** Bits that are the caller's own. */
  flags: Uint8Array;
  #mask: number;
  readonly #largest: number;

  /** `capacity`: slots at most, a power of two; fewer only in a test. */
  constructor(capacity = largest) {
    const slots = Math.min(small, capacity);
    this.#largest = capacity;
    this.#mask = slots - 1;
    this.#pairs = new Uint32Array(slots * 2);
    this.#high = new Uint16Array(slots);
    this.flags = new Uint8Array(slots);
  }

  get capacity(): number {
    return this.#mask + 1;
  }

  /** No room for the names of another line. */
  get isFull(): boolean {
    return this.size + 16 > this.#largest * fullest;
  }

  /** The slot of a name, or the free one where it would stand: see `ownerAt`. Grows first, so that slots stay valid for one line. */
  slotOf({ low, high }: NameHash): number {
    const short = (high ^ (high >>> 16)) & 0xffff;
    const pairs = this.#pairs;
    let at = low & this.#mask;
    while (pairs[at * 2] !== 0 && (pairs[at * 2 + 1] !== low || this.#high[at] !== short)) at = (at + 1) & this.#mask;
    return at;
  }

  /** -1: the slot is free. */
  ownerAt(slot: number): number {
    return (this.#pairs[slot * 2] as number) - 1;
  }

  take(slot: number, { low, high }: NameHash, owner: number): void {
    if (this.#pairs[slot * 2] === 0) this.size++;
    this.#pairs[slot * 2] = owner + 1;
    this.#pairs[slot * 2 + 1] = low;
    this.#high[slot] = (high ^ (high >>> 16)) & 0xffff;
  }

  /** Called between two lines. By large steps: the two tables of one step are never large at the same time. */
  makeRoom(): void {
    if (this.size + 16 <= this.capacity * fullest || this.capacity === this.#largest) return;
    const slots = Math.min(this.#largest, this.capacity * 8);
    const before = { pairs: this.#pairs, high: this.#high, flags: this.flags };
    this.#resize(slots);
    for (let i = 0; i < before.high.length; i++) {
      const [owner, low] = [before.pairs[i * 2] as number, before.pairs[i * 2 + 1] as number];
      if (owner === 0) continue;
      let at = low & this.#mask;
      while (this.#pairs[at * 2] !== 0) at = (at + 1) & this.#mask;
      this.#pairs[at * 2] = owner;
      this.#pairs[at * 2 + 1] = low;
      this.#high[at] = before.high[i] as number;
      this.flags[at] = before.flags[i] as number;
    }
    giveBack([before.pairs, before.high, before.flags]);
  }

  /** Empty, and as small as at the beginning. */
  shrink(): void {
    this.#empty(Math.min(small, this.#largest));
  }

  /** Nothing is asked any more. */
  release(): void {
    this.#empty(1);
  }

  /** Tens of MiB that are no longer read would stay beside what comes next. */
  #empty(slots: number): void {
    giveBack([this.#pairs, this.#high, this.flags]);
    this.#resize(slots);
    this.size = 0;
  }

  #resize(slots: number): void {
    this.#mask = slots - 1;
    this.#pairs = new Uint32Array(slots * 2);
    this.#high = new Uint16Array(slots);
    this.flags = new Uint8Array(slots);
  }

  clear(): void {
    this.size = 0;
    this.#pairs.fill(0);
    this.flags.fill(0);
  }

  /** Every name with its hash (shortened), owner and slot. */
  each(visit: (owner: number, slot: number, low: number, high: number) => void): void {
    for (let i = 0; i < this.#high.length; i++) {
      const owner = this.#pairs[i * 2] as number;
      if (owner !== 0) visit(owner - 1, i, this.#pairs[i * 2 + 1] as number, this.#high[i] as number);
    }
  }
}
