// What a key answers when a value has the right form and still cannot be meant.
/** A value of the right shape that still cannot be meant; `why` continues a sentence that starts with the key. */
export class Refused {
  readonly why: string;
  constructor(why: string) {
    this.why = why;
  }
}
