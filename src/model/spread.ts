// How a length of time is spread: counts and sums in classes that grow with the length, so that percentiles cost no memory. A class
// answers with the mean of what it holds: exact where that is one length, and never off by more than 2 %.

const perOctave = 64;
const octaves = 32;

export class Spread {
  count = 0;
  /** Read by copies of this class too: parts of the build have their own. */
  readonly classes = new Uint32Array(perOctave * octaves);
  readonly sums = new Float64Array(perOctave * octaves);

  /** `times`: it stands for so many. */
  add(ms: number, times = 1): void {
    if (!(ms >= 0)) return;
    this.count += times;
    const at = classOf(ms);
    this.classes[at] = (this.classes[at] as number) + times;
    this.sums[at] = (this.sums[at] as number) + ms * times;
  }

  /** Adds what another one counted. */
  with(other: Spread): void {
    for (let i = 0; i < this.classes.length; i++) {
      this.classes[i] = (this.classes[i] as number) + (other.classes[i] as number);
      this.sums[i] = (this.sums[i] as number) + (other.sums[i] as number);
    }
    this.count += other.count;
  }

  /** Takes out what another one counted too. */
  without(other: Spread): Spread {
    const rest = new Spread();
    for (let i = 0; i < this.classes.length; i++) {
      const left = Math.max(0, (this.classes[i] as number) - (other.classes[i] as number));
      rest.classes[i] = left;
      rest.sums[i] = (this.sums[i] as number) - (other.sums[i] as number);
      rest.count += left;
    }
    return rest;
  }

  /** Whole milliseconds that this share of all lengths does not exceed; undefined when there is none. */
  at(share: number): number | undefined {
    if (this.count === 0) return undefined;
    let left = Math.max(1, Math.ceil(this.count * share));
    for (let i = 0; i < this.classes.length; i++) {
      left -= this.classes[i] as number;
      if (left <= 0) return Math.round((this.sums[i] as number) / (this.classes[i] as number));
    }
    return undefined;
  }
}

function classOf(ms: number): number {
  if (ms < perOctave) return Math.floor(ms);
  const octave = Math.floor(Math.log2(ms / perOctave));
  const within = Math.floor((ms / (perOctave * 2 ** octave) - 1) * perOctave);
  return Math.min(perOctave * octaves - 1, perOctave * (octave + 1) + within);
}
