// Requests of which one line is known, and nothing that makes a story: of each its name, its block and its second, in eight bytes.
// Most requests in a web server's log stay like that; one becomes a story when another line names it.
import { giveBack } from '../spent-buffers.ts';
import type { NameHash } from './name-hash.ts';

const small = 1 << 14;
/** 6.7 million names, more than 1 GB of access lines holds; 64 MB. */
const largest = 1 << 23;
const fullest = 0.8;
/** Seconds within a block, counted from its first line: lines of requests stand in the order of their ends, or nearly. */
const middle = 1 << 15;
const mostBlocks = 1 << 16;

/** For each slot half of the hash (0 is a free slot), and where and when its line was. */
interface Table {
  readonly slots: Uint32Array;
  readonly mask: number;
  used: number;
}

export class LoneNames {
  size = 0;
  /** Many are expected: no smaller table is made before the largest. */
  isMany = false;
  /** One that is full stays beside the next one: what a slot holds does not tell where it belongs in a larger table. */
  #tables: Table[] = [];
  readonly #largest: number;
  /** The first block, and the first second of each block from it on. */
  #base = 0;
  #seconds: (number | undefined)[] = [];

  /** `capacity`: slots of a table at most, a power of two; fewer only in a test. */
  constructor(capacity = largest) {
    this.#largest = capacity;
  }

  /** No room for another name, when no table may have more slots than `most`. */
  isFull(most = this.#largest): boolean {
    const last = this.#tables.at(-1);
    const slots = last === undefined ? 0 : last.mask + 1;
    const allowed = Math.min(most, this.#largest);
    // It was made when it could be larger.
    if (slots > allowed) return this.size >= allowed * fullest;
    return last !== undefined && slots === allowed && isFilled(last);
  }

  /** False: it is known, or its place cannot be kept in so few bits. There has to be room: see `isFull`. */
  add(name: NameHash, block: number, seconds: number, most = this.#largest): boolean {
    if (this.size === 0) this.#base = block;
    const number = block - this.#base;
    if (number < 0 || number >= mostBlocks) return false;
    const later = seconds - (this.#seconds[number] ?? seconds) + middle;
    if (later < 0 || later >= middle * 2 || this.#placeOf(name) !== undefined) return false;
    this.#seconds[number] ??= seconds;
    let table = this.#tables.at(-1);
    if (table === undefined || isFilled(table)) table = this.#nextTable(Math.min(this.#largest, most));
    const at = slotOf(table, name);
    table.slots[at] = tagOf(name);
    table.slots[at + 1] = number * middle * 2 + later;
    table.used++;
    this.size++;
    return true;
  }

  /** Where the line of a name stood; undefined: it is not among these. */
  find(name: NameHash): { readonly block: number; readonly seconds: number } | undefined {
    const place = this.#placeOf(name);
    if (place === undefined) return undefined;
    const number = Math.floor(place / (middle * 2));
    const later = (place % (middle * 2)) - middle;
    return { block: this.#base + number, seconds: (this.#seconds[number] as number) + later };
  }

  clear(): void {
    giveBack(this.#tables.map(({ slots }) => slots));
    this.#tables = [];
    this.#seconds = [];
    this.size = 0;
  }

  #placeOf(name: NameHash): number | undefined {
    for (let i = 0; i < this.#tables.length; i++) {
      const table = this.#tables[i] as Table;
      const at = slotOf(table, name);
      if (table.slots[at] !== 0) return table.slots[at + 1];
    }
    return undefined;
  }

  #nextTable(most: number): Table {
    const before = this.#tables.at(-1);
    const wanted = this.isMany ? most : before === undefined ? small : (before.mask + 1) * 8;
    const slots = Math.min(wanted, most);
    const table = { slots: new Uint32Array(slots * 2), mask: slots - 1, used: 0 };
    this.#tables.push(table);
    return table;
  }
}

function isFilled({ mask, used }: Table): boolean {
  return used + 1 > (mask + 1) * fullest;
}

/** Of the name, or the free one where it would stand. */
function slotOf({ slots, mask }: Table, name: NameHash): number {
  const tag = tagOf(name);
  let at = name.low & mask;
  while (slots[at * 2] !== 0 && slots[at * 2] !== tag) at = (at + 1) & mask;
  return at * 2;
}

function tagOf({ high }: NameHash): number {
  return high === 0 ? 1 : high;
}
