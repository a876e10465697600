// The simulation's own time: what is due happens in order, and nothing else moves the clock.

interface Due {
  readonly at: number;
  readonly order: number;
  readonly what: () => void;
}

export class Clockwork {
  now: number;
  readonly #due: Due[] = [];
  #order = 0;

  constructor(start: number) {
    this.now = start;
  }

  /** What is due at one moment happens in the order in which it was asked for. */
  at(moment: number, what: () => void): void {
    const due = { at: Math.max(moment, this.now), order: this.#order++, what };
    const place = this.#due.findIndex((one) => one.at > due.at);
    this.#due.splice(place < 0 ? this.#due.length : place, 0, due);
  }

  after(span: number, what: () => void): void {
    this.at(this.now + span, what);
  }

  /** Until nothing is due any more. A loop that never ends is cut off, as somebody would do. */
  run(mostSteps = 5_000): void {
    for (let step = 0; step < mostSteps; step++) {
      const due = this.#due.shift();
      if (due === undefined) return;
      this.now = due.at;
      due.what();
    }
  }
}

/**
 * Chance that depends on what it is asked for, and not on how often: the same world without one fault is the same world
 * in everything else. From 0 to 1.
 */
export function chanceOf(seed: number, name: string): number {
  let mixed = seed ^ 0x9e3779b9;
  for (const letter of name) mixed = Math.imul(mixed ^ letter.charCodeAt(0), 0x01000193);
  mixed = Math.imul(mixed ^ (mixed >>> 15), 0x2c1b3c6d);
  mixed = Math.imul(mixed ^ (mixed >>> 12), 0x297a2d39);
  return ((mixed ^ (mixed >>> 15)) >>> 0) / 4294967296;
}
