// Which lines belong together, and what each such story shows: by the hashes of the names that they share, in typed arrays.
import { giveBack } from '../spent-buffers.ts';
import { LoneNames } from './lone-names.ts';
import type { NameHash } from './name-hash.ts';
import { NameTable } from './name-table.ts';

/** What a story shows so far. A sign is a reason to look, never an answer. */
export const sign = {
  event: 1,
  delivery: 1 << 1,
  effect: 1 << 2,
  /** Two objects of one kind for one story. */
  several: 1 << 3,
  /** A run, a job, an attempt or a call. */
  work: 1 << 4,
  accepted: 1 << 5,
  /** The sender was answered with a failure, or work failed. */
  failed: 1 << 6,
  failedAgain: 1 << 7,
  droppedRetry: 1 << 8,
  refused: 1 << 9,
  unknown: 1 << 10,
  gaveUp: 1 << 11,
  claimed: 1 << 12,
  socket: 1 << 13,
  createdOnce: 1 << 14,
  createdTwice: 1 << 15,
  unfinished: 1 << 16,
  leased: 1 << 17,
  job: 1 << 18,
  /** Another source asks for it. */
  asked: 1 << 19,
} as const;

/** Bits of one name: what was begun and what has ended. */
export const mark = { begun: 1, ended: 2, counted: 4, leased: 8, failed: 16, call: 32, attempt: 64 } as const;

const start = 1 << 12;
const most = 1 << 20;
/** One line can make so many stories, of names that stood alone. */
const perLine = 16;
/** With more slots than these the table of names is large, and that of names that stand alone has no more than these. */
const fewSlots = 1 << 20;
/** Kinds of objects that are told apart in one story; the last place is for objects whose kind is not said. */
const classes = 4;

export class Stories {
  readonly names: NameTable;
  /** Requests that are no stories yet. */
  readonly lone: LoneNames;
  count = 0;
  #parents = new Int32Array(start);
  #signs = new Uint32Array(start);
  /** The first object of each kind, as a hash; 0 is none. */
  #objects = new Uint32Array(start * classes);
  #first = new Uint32Array(start);
  #last = new Uint32Array(start);
  /** Seconds since 1970 of the first line that has a time; 0 is not known. */
  #at = new Uint32Array(start);

  constructor(capacity?: number) {
    this.names = new NameTable(capacity);
    this.lone = new LoneNames(capacity);
  }

  get isFull(): boolean {
    return this.names.isFull || this.count >= most - perLine || this.lone.isFull(this.#mostAlone());
  }

  /** A request of which this line says only that it came and was answered. False: its line has to be taken as any other. */
  keepAlone(name: NameHash, block: number, seconds: number): boolean {
    if (this.names.ownerAt(this.names.slotOf(name)) >= 0) return false;
    return this.lone.add(name, block, seconds, this.#mostAlone());
  }

  rootOf(story: number): number {
    const parents = this.#parents;
    let root = story;
    while (parents[root] !== root) {
      const up = parents[root] as number;
      parents[root] = parents[up] as number;
      root = parents[root] as number;
    }
    return root;
  }

  create(block: number, seconds: number): number {
    if (this.count === this.#parents.length) this.#grow();
    const story = this.count++;
    this.#parents[story] = story;
    this.#first[story] = block;
    this.#last[story] = block;
    this.#at[story] = seconds;
    return story;
  }

  /** Makes two stories one and returns it. */
  join(left: number, right: number): number {
    if (left === right) return left;
    const [root, other] = left < right ? [left, right] : [right, left];
    this.#parents[other] = root;
    this.#first[root] = Math.min(this.#first[root] as number, this.#first[other] as number);
    this.#last[root] = Math.max(this.#last[root] as number, this.#last[other] as number);
    const [at, otherAt] = [this.#at[root] as number, this.#at[other] as number];
    if (otherAt !== 0 && (at === 0 || otherAt < at)) this.#at[root] = otherAt;
    // What was once is twice when both had it.
    const both = (this.#signs[root] as number) & (this.#signs[other] as number);
    this.#signs[root] = (this.#signs[root] as number) | (this.#signs[other] as number);
    if (both & sign.failed) this.add(root, sign.failedAgain);
    if (both & sign.createdOnce) this.add(root, sign.createdTwice);
    for (let i = 0; i < classes; i++) {
      const object = this.#objects[other * classes + i] as number;
      if (object !== 0) this.effect(root, i, object);
    }
    return root;
  }

  touch(story: number, block: number, seconds: number): void {
    if ((this.#last[story] as number) < block) this.#last[story] = block;
    if (this.#at[story] === 0) this.#at[story] = seconds;
  }

  add(story: number, bits: number): void {
    this.#signs[story] = (this.#signs[story] as number) | bits;
  }

  /** An object of a kind (`classes - 1`: not said). A second one of the same kind, or one that may be, makes several. */
  effect(story: number, kind: number, object: number): void {
    const at = story * classes + kind;
    const known = this.#objects[at] as number;
    if (known === 0) this.#objects[at] = object;
    else if (known !== object) this.add(story, sign.several);
    const unsaid = this.#objects[story * classes + classes - 1] as number;
    if (unsaid !== 0) {
      for (let i = 0; i < classes - 1; i++) {
        const other = this.#objects[story * classes + i] as number;
        if (other !== 0 && other !== unsaid) this.add(story, sign.several);
      }
    }
    this.add(story, sign.effect);
  }

  signsOf(root: number): number {
    return this.#signs[root] as number;
  }

  spanOf(root: number): readonly [first: number, last: number] {
    return [this.#first[root] as number, this.#last[root] as number];
  }

  secondsOf(root: number): number {
    return this.#at[root] as number;
  }

  isRoot(story: number): boolean {
    return this.#parents[story] === story;
  }

  /** The story of a name that some line had; undefined when none had it. */
  find(name: NameHash): number | undefined {
    const slot = this.names.slotOf(name);
    const owner = this.names.ownerAt(slot);
    if (owner >= 0) return this.rootOf(owner);
    const alone = this.lone.size > 0 ? this.lone.find(name) : undefined;
    if (alone === undefined) return undefined;
    const story = this.create(alone.block, alone.seconds);
    this.add(story, sign.delivery);
    this.names.take(slot, name, story);
    this.names.flags[slot] = (this.names.flags[slot] as number) | mark.counted;
    return story;
  }

  clear(): void {
    // Requests after events: the larger table of the two is now needed for the others.
    if (this.names.capacity > fewSlots && this.lone.isFull(fewSlots)) this.names.shrink();
    else this.names.clear();
    this.lone.clear();
    this.#empty(start);
  }

  /** What was found has been taken out of it. */
  release(): void {
    this.names.release();
    this.lone.clear();
    this.#empty(1);
  }

  /** New arrays are in memory as far as they are filled, those that were cleared are whole. */
  #empty(size: number): void {
    this.count = 0;
    giveBack([this.#parents, this.#signs, this.#objects, this.#first, this.#last, this.#at]);
    this.#parents = new Int32Array(size);
    this.#signs = new Uint32Array(size);
    this.#objects = new Uint32Array(size * classes);
    this.#first = new Uint32Array(size);
    this.#last = new Uint32Array(size);
    this.#at = new Uint32Array(size);
  }

  /** Both tables at their largest would be more memory than a scan may take. */
  #mostAlone(): number | undefined {
    const { capacity, size } = this.names;
    return capacity > fewSlots || (capacity === fewSlots && size + perLine > fewSlots * 0.8) ? fewSlots : undefined;
  }

  #grow(): void {
    // Filled in order: what is not used yet is not in memory yet.
    const size = this.count < start * 2 ? start * 16 : most;
    const longer = <T extends Int32Array | Uint32Array>(array: T, made: T): T => {
      made.set(array as never);
      giveBack([array]);
      return made;
    };
    this.#parents = longer(this.#parents, new Int32Array(size));
    this.#signs = longer(this.#signs, new Uint32Array(size));
    this.#objects = longer(this.#objects, new Uint32Array(size * classes));
    this.#first = longer(this.#first, new Uint32Array(size));
    this.#last = longer(this.#last, new Uint32Array(size));
    this.#at = longer(this.#at, new Uint32Array(size));
  }
}
