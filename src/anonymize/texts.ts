// A text of identifiers, replaced part by part: what joins one id inside a key, an address or a path joins it afterwards too.
import { type Instant, toIso } from '../model/instant.ts';
import { Names } from './names.ts';

const uuid = `(?<uuid>[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12})`;
const iso = String.raw`(?<iso>\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(?:\.\d+)?Z)`;
const date = String.raw`(?<date>(?<!\d)\d{4}-\d\d-\d\d(?!\d))`;
/** Slack's ts, with its dot, and without it as in a permalink; epoch seconds and milliseconds. */
const ts = String.raw`(?<ts>(?<!\d)1\d{9}\.\d{6}(?!\d))`;
const digits = String.raw`(?<![\p{L}\p{N}])(?<link>p(?=1\d{15}(?!\d)))?(?<epoch>1\d{15}|1\d{12}|1\d{9})(?![\p{L}\p{N}])`;
/** Also inside of the name of a machine: `ip-10-2-33-4`. */
const quad = String.raw`(?<quad>(?<!\d|\d\.)\d{1,3}(?<between>[.-])(?:\d{1,3}\k<between>){2}\d{1,3}(?!\d|\.\d))`;
const host = String.raw`(?<host>(?<=:\/\/)[\p{L}\p{N}][\p{L}\p{N}.-]*)`;
const token = String.raw`(?<token>[\p{L}\p{N}]+)`;
const parts = new RegExp(`${uuid}|${iso}|${date}|${ts}|${host}|${quad}|${digits}|${token}`, 'giu');

/** Microseconds within which messages are told apart by their number only. */
const countedTo = 10_000n;
const dayMs = 86_400_000;
/** Epoch numbers outside of this many years around the event are something else. */
const nearMs = 12 * 365 * dayMs;

export class Texts {
  readonly names = new Names();
  readonly #shift: number;
  readonly #around: number;
  readonly #within = new Map<bigint, Map<string, bigint>>();

  /** `shift`: milliseconds by which every moment is moved; `around`: a moment of the event. */
  constructor(shift: number, around: number) {
    this.#shift = shift;
    this.#around = around;
  }

  moment(at: number): Instant {
    return (Math.round((at + this.#shift) * 1000) / 1000) as Instant;
  }

  /** Before anything else: so that moments of one name stay in their order. */
  learn(texts: Iterable<string>): void {
    const stamps = new Set<string>();
    for (const text of texts) for (const [stamp] of text.matchAll(/(?<!\d)1\d{9}\.\d{6}(?!\d)/g)) stamps.add(stamp);
    for (const stamp of [...stamps].sort()) this.#stamp(stamp);
  }

  of(text: string): string {
    return text.replace(parts, (...match) => {
      const [whole] = match as [string];
      const {
        uuid: id,
        iso: time,
        date: day,
        ts: stamp,
        link = '',
        epoch,
        host: site,
        quad: address,
      } = match.at(-1) as Record<string, string | undefined>;
      if (id !== undefined) return this.names.uuid(id);
      if (time !== undefined) return toIso(this.moment(Date.parse(time)));
      if (day !== undefined) return this.#day(day);
      if (stamp !== undefined)
        return (
          this.#stamp(stamp) ??
          whole
            .split('.')
            .map((part) => this.names.of(part))
            .join('.')
        );
      if (site !== undefined) return this.#host(site);
      if (address !== undefined) return this.names.address(address);
      if (epoch !== undefined) return link + (this.#epoch(epoch) ?? this.names.of(epoch));
      return this.names.of(whole);
    });
  }

  /** Made-up names below a real host may be somebody's: every address leads nowhere (RFC 2606). */
  #host(site: string): string {
    const named = this.of(site);
    return /(?:^localhost|\.example)$/i.test(named) ? named : `${named}.example`;
  }

  #day(day: string): string {
    const at = Date.parse(`${day}T00:00:00Z`);
    if (Number.isNaN(at))
      return day
        .split('-')
        .map((part) => this.names.of(part))
        .join('-');
    return new Date(at + Math.floor(this.#shift / dayMs) * dayMs).toISOString().slice(0, 10);
  }

  #stamp(stamp: string): string | undefined {
    const moved = this.#micros(stamp.replace('.', ''));
    return moved === undefined ? undefined : `${moved.slice(0, -6)}.${moved.slice(-6)}`;
  }

  #epoch(epoch: string): string | undefined {
    if (epoch.length === 16) return this.#micros(epoch);
    const unit = { 10: 1000, 13: 1 }[epoch.length] ?? 1;
    return this.#moved(Number(epoch) * unit, () => String(BigInt(epoch) + BigInt(Math.round(this.#shift / unit))));
  }

  /** Six digits behind the second find one message among all: the moment stays to ten milliseconds, behind it the ones there are counted. */
  #micros(digits: string): string | undefined {
    return this.#moved(Number(digits) / 1000, () => {
      const moved = BigInt(digits) + BigInt(Math.round(this.#shift * 1000));
      const rough = moved - (moved % countedTo);
      const there = this.#within.get(rough) ?? new Map<string, bigint>();
      this.#within.set(rough, there);
      const nth = there.get(digits) ?? BigInt(there.size) % countedTo;
      there.set(digits, nth);
      return String(rough + nth);
    });
  }

  #moved(at: number, make: () => string): string | undefined {
    return Math.abs(at - this.#around) > nearMs ? undefined : make();
  }
}
