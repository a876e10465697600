// A moment as it stands in bytes: ISO 8601 in UTC or with an offset, or epoch milliseconds or seconds. Fast, and never a guess.
import { type Instant, parseInstant } from '../../model/instant.ts';

export class ByteTimes {
  #day = 0;
  #dayMs = 0;

  /** NaN: no moment. */
  read(bytes: Buffer, from: number, to: number, isNumber: boolean): number {
    const length = to - from;
    if (bytes[from + 4] === 45 && bytes[from + 7] === 45 && length >= 20) return this.#iso(bytes, from, to);
    if (length === 13 || length === 12) {
      const ms = digits(bytes, from, to);
      if (!Number.isNaN(ms)) return ms;
    }
    const text = bytes.toString('latin1', from, to);
    const value = Number(text);
    if (isNumber && value > 1e9 && value < 1e10) return value * 1000;
    return (parseInstant(isNumber ? value : text) as Instant | undefined) ?? Number.NaN;
  }

  #iso(bytes: Buffer, from: number, to: number): number {
    const isPlain = bytes[to - 1] === 90 && bytes[from + 13] === 58 && bytes[from + 16] === 58;
    const date =
      digits(bytes, from, from + 4) * 10_000 +
      digits(bytes, from + 5, from + 7) * 100 +
      digits(bytes, from + 8, from + 10);
    if (!isPlain || Number.isNaN(date)) return parseInstant(bytes.toString('latin1', from, to)) ?? Number.NaN;
    if (date !== this.#day) {
      this.#day = date;
      this.#dayMs = parseInstant(`${bytes.toString('latin1', from, from + 10)}T00:00:00Z`) ?? Number.NaN;
    }
    const clock =
      digits(bytes, from + 11, from + 13) * 3600 +
      digits(bytes, from + 14, from + 16) * 60 +
      digits(bytes, from + 17, from + 19);
    const fraction = to - 1 > from + 20 ? digits(bytes, from + 20, to - 1) / 10 ** (to - from - 21) : 0;
    return this.#dayMs + clock * 1000 + fraction * 1000;
  }
}

function digits(bytes: Buffer, from: number, to: number): number {
  let value = 0;
  for (let i = from; i < to; i++) {
    const digit = (bytes[i] as number) - 48;
    if (digit < 0 || digit > 9) return Number.NaN;
    value = value * 10 + digit;
  }
  return value;
}
