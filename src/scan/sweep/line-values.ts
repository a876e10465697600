// The values of one line, asked for one by one: hashed where they stand, decoded only where they are written in another way.
import type { FieldMap, Words } from '../../model/field-map.ts';
import { wholeTs } from '../../model/ts.ts';
import { ByteTimes } from './byte-times.ts';
import { field } from './field-names.ts';
import { absent, escaped, LineTokens, literal, plain } from './line-tokens.ts';
import type { NameHash } from './name-hash.ts';

const slack = Buffer.from('slack:');
const digit = (byte: number | undefined) => byte !== undefined && byte >= 48 && byte <= 57;

export class LineValues {
  readonly tokens: LineTokens;
  /** The line was written for this program: only what stands at its top counts. */
  isFact = false;
  readonly #times = new ByteTimes();

  /** By field: what its texts mean, where the configuration says so. */
  readonly #words = new Map<number, Words>();

  constructor(map: FieldMap) {
    this.tokens = new LineTokens(map);
    for (const [name, words] of Object.entries(map.words ?? {})) {
      const at = field[name as keyof typeof field];
      if (at !== undefined) this.#words.set(at, words);
    }
  }

  read(bytes: Buffer, from: number, to: number): boolean {
    if (!this.tokens.read(bytes, from, to)) return false;
    this.isFact = this.tokens.isAtTop(field.dedupe);
    return true;
  }

  /** Fields are asked for by their place: `has(field.event_id)`. */
  has(at: number): boolean {
    return this.isFact ? this.tokens.isAtTop(at) : this.tokens.how[at] !== absent;
  }

  /** Bytes of a value as this program compares them. False: it is absent, or no id. */
  hash(at: number, into: NameHash): boolean {
    if (!this.has(at)) return false;
    const { tokens } = this;
    const [from, to] = [tokens.starts[at] as number, tokens.ends[at] as number];
    if (tokens.how[at] === plain) into.bytes(tokens.bytes, from, to);
    else if (tokens.how[at] === literal && isCount(tokens.bytes, from, to)) into.bytes(tokens.bytes, from, to);
    else {
      const text = this.text(at);
      if (text === undefined) return false;
      into.text(text);
    }
    return true;
  }

  /** Undefined: absent, or neither a text nor a number. */
  text(at: number): string | undefined {
    if (!this.has(at)) return undefined;
    const { tokens } = this;
    const raw = this.#raw(at);
    if (tokens.how[at] === plain) return raw;
    try {
      const value: unknown = JSON.parse(tokens.how[at] === escaped ? `"${raw}"` : raw);
      return typeof value === 'string' || typeof value === 'number' ? String(value) : undefined;
    } catch {
      return undefined;
    }
  }

  #raw(at: number): string {
    return this.tokens.bytes.toString('utf8', this.tokens.starts[at], this.tokens.ends[at]);
  }

  /** Yes or no, as a text; undefined: absent or something else. */
  flag(at: number): string | undefined {
    const raw = this.has(at) && this.tokens.how[at] === literal ? this.#raw(at) : undefined;
    return raw === 'true' || raw === 'false' ? raw : undefined;
  }

  /** NaN: absent or no number. */
  number(at: number): number {
    return this.has(at) ? Number(this.text(at)) : Number.NaN;
  }

  /** Milliseconds since 1970; NaN: absent or no moment. */
  moment(at: number): number {
    if (!this.has(at)) return Number.NaN;
    const { tokens } = this;
    const [from, to] = [tokens.starts[at] as number, tokens.ends[at] as number];
    return this.#times.read(tokens.bytes, from, to, tokens.how[at] === literal);
  }

  /** The value is this text, in letters that no logger escapes. */
  is(at: number, text: string): boolean {
    if (!this.has(at)) return false;
    const { tokens } = this;
    const from = tokens.starts[at] as number;
    if ((tokens.ends[at] as number) - from !== text.length) return false;
    for (let i = 0; i < text.length; i++) if (tokens.bytes[from + i] !== text.charCodeAt(i)) return false;
    return true;
  }

  /** The first byte, enough to tell the words of a closed list apart; 0: absent. */
  first(at: number): number {
    if (this.#words.size > 0 && this.has(at)) {
      const said = this.#words.get(at)?.[this.#raw(at)];
      if (said !== undefined) return String(said).charCodeAt(0);
    }
    return this.has(at) ? (this.tokens.bytes[this.tokens.starts[at] as number] as number) : 0;
  }

  /** Only digits. */
  isCount(at: number): boolean {
    if (!this.has(at)) return false;
    for (let i = this.tokens.starts[at] as number; i < (this.tokens.ends[at] as number); i++) {
      if (!digit(this.tokens.bytes[i])) return false;
    }
    return true;
  }

  length(at: number): number {
    return this.has(at) ? (this.tokens.ends[at] as number) - (this.tokens.starts[at] as number) : 0;
  }

  /** Some byte of it is this one. */
  holds(at: number, byte: number): boolean {
    if (!this.has(at)) return false;
    for (let i = this.tokens.starts[at] as number; i < (this.tokens.ends[at] as number); i++) {
      if (this.tokens.bytes[i] === byte) return true;
    }
    return false;
  }

  /** A message's channel and ts as its subject: `slack:C9:1732900000.000100`, behind what was hashed before. */
  subject(into: NameHash): boolean {
    const { tokens } = this;
    if (this.isSlack() && this.has(field.channel) && this.has(field.ts)) {
      const first = this.first(field.channel);
      if (first === 67 || first === 68 || first === 71) {
        into.bytes(slack, 0, slack.length);
        if (this.hash(field.channel, into) && this.#ts(field.ts, into.byte(58))) return this.#reaction(into);
      }
    }
    const view = this.has(field.view_id) && !this.is(field.event_type, 'app_home_opened');
    if (view) return this.#act(into, 'slack:view:', field.view_id);
    if (this.has(field.function_execution_id)) return this.#act(into, 'slack:function:', field.function_execution_id);
    if (this.has(field.client_msg_id)) return false;
    return tokens.how[field.trigger_id] !== absent && this.#act(into, 'slack:trigger:', field.trigger_id);
  }

  isSlack(): boolean {
    const first = this.first(field.provider);
    return first === 0 || (first === 115 && this.length(field.provider) >= 5);
  }

  #act(into: NameHash, prefix: string, at: number): boolean {
    return this.hash(at, into.text(prefix));
  }

  /** One person's reaction to a message is another act than the message. */
  #reaction(into: NameHash): boolean {
    if (this.first(field.event_type) !== 114 || !this.text(field.event_type)?.startsWith('reaction_')) return true;
    if (!this.has(field.actor)) return false;
    const isNamed = this.has(field.action_id);
    if (isNamed ? !this.hash(field.action_id, into.text(':reaction:')) : !this.has(field.event_ts)) return false;
    if (!isNamed && !this.#ts(field.event_ts, into.text(':reaction@'))) return false;
    return this.hash(field.actor, into.byte(58));
  }

  /** As text with its dot: some loggers write a number, some pages leave the dot out. */
  #ts(at: number, into: NameHash): boolean {
    const { tokens } = this;
    const [from, to] = [tokens.starts[at] as number, tokens.ends[at] as number];
    if (tokens.how[at] === plain && tokens.bytes[from + 10] === 46 && to - from === 17) {
      into.bytes(tokens.bytes, from, to);
      return true;
    }
    const text = this.text(at) ?? '';
    const number = Number(text);
    const written = number < 1e15 ? number.toFixed(6) : (number / 1e6).toFixed(6);
    into.text(tokens.how[at] === literal ? written : wholeTs(text));
    return text !== '';
  }
}

/** A number that is written as it is compared. */
function isCount(bytes: Buffer, from: number, to: number): boolean {
  if (to - from > 15 || (bytes[from] === 48 && to - from > 1)) return false;
  for (let i = from; i < to; i++) if (!digit(bytes[i])) return false;
  return true;
}
