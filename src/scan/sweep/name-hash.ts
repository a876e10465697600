// 64 bits of hash for a name in bytes, as two numbers, so that millions of names are compared without one string.

/** Kinds of names; equal texts of two kinds are two names. */
export const nameKinds = [
  'event_id',
  'subject',
  'source_event_key',
  'client_msg_id',
  'delivery_id',
  'run_id',
  'call_id',
  'request_id',
  'job',
  'attempt',
  'class',
  'record',
  'written',
  'value',
  'task',
] as const;
export type NameKind = (typeof nameKinds)[number];

/** What the hash of each kind begins with. */
const seeds = Object.fromEntries(
  nameKinds.map((kind, i) => [
    kind,
    { low: Math.imul(0x811c9dc5 ^ (i + 1), 0x01000193), high: Math.imul(0x9e3779b9 ^ (i + 1), 0x85ebca6b) },
  ]),
) as Readonly<Record<NameKind, { readonly low: number; readonly high: number }>>;

export class NameHash {
  /** The last result. */
  low = 0;
  high = 0;
  readonly #mask: number;

  /** `bits` of each half; fewer than 32 only in a test that wants names to collide. */
  constructor(bits = 32) {
    this.#mask = bits >= 32 ? -1 : (1 << bits) - 1;
  }

  start(kind: NameKind): this {
    const { low, high } = seeds[kind];
    this.low = low;
    this.high = high;
    return this;
  }

  bytes(bytes: Buffer, from: number, to: number): this {
    let { low, high } = this;
    for (let i = from; i < to; i++) {
      const byte = bytes[i] as number;
      low = Math.imul(low ^ byte, 0x01000193);
      high = Math.imul(high ^ byte, 0x5bd1e995);
      high ^= high >>> 13;
    }
    this.low = low;
    this.high = high;
    return this;
  }

  byte(byte: number): this {
    this.low = Math.imul(this.low ^ byte, 0x01000193);
    this.high = Math.imul(this.high ^ byte, 0x5bd1e995);
    this.high ^= this.high >>> 13;
    return this;
  }

  text(text: string): this {
    const bytes = Buffer.from(text, 'utf8');
    return this.bytes(bytes, 0, bytes.length);
  }

  /** Spreads the last bytes over all bits. */
  end(): this {
    let low = this.low ^ (this.high >>> 15);
    low = Math.imul(low ^ (low >>> 16), 0x7feb352d);
    this.low = ((low ^ (low >>> 15)) & this.#mask) >>> 0;
    let high = Math.imul(this.high ^ (this.high >>> 16), 0x846ca68b);
    high ^= high >>> 16;
    this.high = (high & this.#mask) >>> 0;
    return this;
  }
}
