// The stories that deserve a second look, each with its names and where its lines stand. Everything else is forgotten.
import type { NameHash } from './name-hash.ts';
import { NameTable } from './name-table.ts';
import { mark, type Stories, sign } from './stories.ts';

export interface Found {
  readonly number: number;
  readonly signs: number;
  /** Seconds since 1970; 0: no line of it has a time. */
  readonly seconds: number;
  /** Blocks of the logs. */
  readonly first: number;
  readonly last: number;
}

export type Ends = Readonly<Record<'run' | 'attempt' | 'call', boolean>>;

/** Names of one story beyond these add nothing: its other lines are reached by the first ones. */
const namesPerStory = 64;

export class Candidates {
  readonly found: Found[] = [];
  /** More stories show a sign than are kept. */
  left = 0;
  readonly #names: NameTable;
  readonly #limit: number;

  constructor(limit: number) {
    this.#limit = limit;
    const wanted = Math.min(1 << 22, limit * 24);
    this.#names = new NameTable(2 ** Math.ceil(Math.log2(Math.max(1 << 12, wanted))));
  }

  /** `event` is told of each event, looked at or not. */
  collect(
    stories: Stories,
    ends: Ends,
    { asked, seesEffects }: { readonly asked: ReadonlySet<number>; readonly seesEffects: boolean },
    event: (seconds: number, isSilent: boolean) => void,
  ): void {
    markUnfinished(stories, ends);
    const byWeight: number[][] = [[], [], [], []];
    for (let story = 0; story < stories.count; story++) {
      if (!stories.isRoot(story)) continue;
      const signs = stories.signsOf(story);
      const weight = asked.has(story) ? 0 : weightOf(signs, seesEffects);
      if (weight >= 0) byWeight[weight]?.push(story);
      if (signs & sign.event) event(stories.secondsOf(story), weight < 0 && (signs & sign.effect) === 0);
    }
    const kept = new Map<number, { number: number; names: number }>();
    for (const story of byWeight.flat()) {
      if (this.found.length >= this.#limit) {
        this.left++;
        continue;
      }
      const [first, last] = stories.spanOf(story);
      const number = this.found.length;
      this.found.push({ number, signs: stories.signsOf(story), seconds: stories.secondsOf(story), first, last });
      kept.set(story, { number, names: 0 });
    }
    if (kept.size > 0) this.#keepNames(stories, kept);
  }

  /** The number of the story that a name belongs to, if it is one of these; else -1. */
  owner(name: NameHash, among: ReadonlySet<number>): number {
    const owner = this.#names.ownerAt(this.#names.slotOf(name));
    return owner >= 0 && among.has(owner) ? owner : -1;
  }

  #keepNames(stories: Stories, kept: ReadonlyMap<number, { number: number; names: number }>): void {
    stories.names.each((owner, _slot, low, high) => {
      const story = kept.get(stories.rootOf(owner));
      if (story === undefined || story.names >= namesPerStory || this.#names.isFull) return;
      story.names++;
      this.#names.makeRoom();
      const name = { low, high } as NameHash;
      const slot = this.#names.slotOf(name);
      if (this.#names.ownerAt(slot) < 0) this.#names.take(slot, name, story.number);
    });
  }
}

/** What was begun and of which no line tells the end. */
function markUnfinished(stories: Stories, ends: Ends): void {
  const { names } = stories;
  names.each((owner, slot) => {
    const bits = names.flags[slot] as number;
    if ((bits & mark.begun) === 0 || (bits & mark.ended) !== 0) return;
    const root = stories.rootOf(owner);
    if (bits & mark.call) {
      if (ends.call) stories.add(root, sign.unknown);
    } else if (bits & mark.attempt) {
      if (ends.attempt || bits & mark.leased)
        stories.add(root, sign.unfinished | (bits & mark.leased ? sign.leased : 0));
    } else if (ends.run) stories.add(root, sign.unfinished);
  });
}

/** 0 is looked at first; -1 not at all. Without a record anywhere nobody can say that one is missing. */
function weightOf(signs: number, seesEffects: boolean): number {
  if (signs & (sign.several | sign.asked)) return 0;
  if (signs & (sign.unknown | sign.gaveUp | sign.leased)) return 1;
  const isMade = (signs & sign.effect) !== 0;
  const isTried = signs & (sign.failed | sign.droppedRetry | sign.unfinished | sign.job | sign.socket);
  const isAccepted = (signs & sign.accepted) !== 0 && (signs & sign.work) === 0;
  if (seesEffects && !isMade && (isTried !== 0 || isAccepted)) return 2;
  return signs & (sign.refused | sign.failedAgain | sign.createdTwice) ? 3 : -1;
}

/** Where their lines stand: each block once, in order. */
export function spansOf(spans: readonly Pick<Found, 'first' | 'last'>[]): { first: number; last: number }[] {
  const result: { first: number; last: number }[] = [];
  for (const { first, last } of spans.toSorted((a, b) => a.first - b.first)) {
    const before = result.at(-1);
    if (before && first <= before.last + 1) before.last = Math.max(before.last, last);
    else result.push({ first, last });
  }
  return result;
}
