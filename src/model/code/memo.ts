// What was found of expressions so far. What rests on who calls a function is forgotten when more is known of that, and what was
// unknown only because the question came from far away or round in a circle is forgotten when that question is answered.
import type { Expr } from './syntax.ts';
import type { Value } from './value.ts';

/** It was asked, and it is unknown. */
const nothing = Symbol('nothing');
/** It is being asked just now. */
const open = Symbol('open');

export class Memo {
  /** What follows from the code as it stands. */
  readonly #known = new Map<Expr, Value | typeof nothing>();
  /** What also rests on who calls a function or on what a framework hands it. */
  readonly #sofar = new Map<Expr, Value | typeof nothing | typeof open>();
  /** How often a parameter was asked. */
  #asked = 0;
  /** How often a question came too far or round in a circle. */
  #doubts = 0;
  #doubtful: Expr[] = [];

  /** The answer rests on more than the code as it stands. */
  rests(): void {
    this.#asked++;
  }

  /** Unknown here and now, and perhaps known when it is asked from nearer by or later. */
  unsure(): undefined {
    this.#asked++;
    this.#doubts++;
  }

  /** More is known of who calls what. */
  forget(): void {
    this.#sofar.clear();
  }

  /** An expression stands in one scope only, so that what it is has to be found once; inside its own circle it is unknown. */
  of(expr: Expr, isFirst: boolean, find: () => Value | undefined): Value | undefined {
    const known = this.#known.get(expr);
    if (known !== undefined) return known === nothing ? undefined : known;
    const sofar = this.#sofar.get(expr);
    if (sofar === open) return this.unsure();
    if (sofar !== undefined) {
      this.#asked++;
      return sofar === nothing ? undefined : sofar;
    }
    const [asked, doubts] = [this.#asked, this.#doubts];
    this.#sofar.set(expr, open);
    const value = find();
    if (this.#asked > asked) {
      this.#sofar.set(expr, value ?? nothing);
      if (value === undefined && this.#doubts > doubts && !isFirst) this.#doubtful.push(expr);
    } else {
      this.#sofar.delete(expr);
      this.#known.set(expr, value ?? nothing);
    }
    if (isFirst) this.#forgetDoubtful();
    return value;
  }

  #forgetDoubtful(): void {
    for (const one of this.#doubtful) this.#sofar.delete(one);
    this.#doubtful = [];
  }
}
