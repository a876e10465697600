// A command names no message: which recent act of the same person in the same channel can it belong to? In a table of one size,
// where a later act takes the place of an earlier one.
import { field } from './field-names.ts';
import type { LineValues } from './line-values.ts';
import { NameHash } from './name-hash.ts';

const places = 1 << 13;
/** As in model/timeline/surfaces. */
const secondsApart = 10;

export class ActsByHand {
  readonly #commands = new Recent();
  readonly #others = new Recent();
  readonly #hash = new NameHash();
  #count = 0;

  /** The story of an act that this arrival and the other would be one wish; -1: none. It is kept as one as well. */
  partner(values: LineValues, story: number, seconds: number, count: number): number {
    // The table of stories began anew.
    if (count < this.#count) this.#clear();
    this.#count = count;
    if (seconds === 0 || !values.has(field.actor) || !values.has(field.channel) || !values.has(field.event_type))
      return -1;
    this.#hash.start('subject').text('hand:');
    values.hash(field.actor, this.#hash);
    values.hash(field.channel, this.#hash.byte(58));
    const { low } = this.#hash.end();
    const isCommand = values.is(field.event_type, 'slash_command');
    (isCommand ? this.#commands : this.#others).keep(low, seconds, story);
    return (isCommand ? this.#others : this.#commands).near(low, seconds);
  }

  #clear(): void {
    this.#commands.clear();
    this.#others.clear();
  }
}

class Recent {
  readonly #who = new Uint32Array(places);
  readonly #at = new Uint32Array(places);
  readonly #stories = new Int32Array(places);

  keep(who: number, seconds: number, story: number): void {
    const at = placeOf(who, Math.floor(seconds / secondsApart));
    this.#who[at] = who;
    this.#at[at] = seconds;
    this.#stories[at] = story;
  }

  near(who: number, seconds: number): number {
    const span = Math.floor(seconds / secondsApart);
    for (const near of [span, span - 1, span + 1]) {
      const at = placeOf(who, near);
      if (this.#who[at] === who && Math.abs((this.#at[at] as number) - seconds) <= secondsApart)
        return this.#stories[at] as number;
    }
    return -1;
  }

  clear(): void {
    this.#at.fill(0);
  }
}

function placeOf(who: number, span: number): number {
  return (Math.imul(span, 0x9e3779b1) ^ who) & (places - 1);
}
