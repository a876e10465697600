// One replacement for each name, everywhere the same and never the same for two; it keeps the form that a reader of ids relies on.
import { vocabulary } from './vocabulary.ts';

export class Names {
  readonly #given = new Map<string, string>();
  readonly #used = new Set<string>();
  readonly #counts = new Map<string, number>();

  /** Originals that were replaced. One that looks like a replacement cannot be told from one. */
  get replaced(): string[] {
    return [...this.#given.keys()].filter((original) => !this.#used.has(original.toLowerCase()));
  }

  get count(): number {
    return this.#given.size;
  }

  /** A run of letters and digits. Words that everybody shares and numbers below 100 name nobody and stay. */
  of(token: string): string {
    const lower = token.toLowerCase();
    if (/^(?:[a-z]|\d{1,2})$/i.test(token) || vocabulary.has(lower)) return token;
    if (/^\d+$/.test(token)) return this.#give(token, 'digits', (n) => `1${String(n).padStart(token.length - 1, '0')}`);
    const id = /^(Ev|Fx|Ft|Wf|[A-Z])(?=[A-Z0-9]*\d)[A-Z0-9]+$/.exec(token)?.[1];
    if (id !== undefined) {
      return this.#give(token, `id ${id}`, (n) => id + String(n).padStart(token.length - id.length, '0'));
    }
    if (/^(?=.*\d)[0-9a-f]{7,}$/i.test(token)) return this.#give(token, 'hex', (n) => hex(n, token.length));
    if (/^\p{L}+\d{0,2}$/u.test(token)) return this.#words(token);
    return this.#give(token, 'mixed', (n) => `${startOf(token)}${n.toString(36).padStart(token.length - 1, '0')}`);
  }

  /** Four numbers, with dots or as in the name of a machine: equal ones stay equal whatever stands between. */
  address(text: string): string {
    const between = text.includes('.') ? '.' : '-';
    const given = this.#give(text.replaceAll('-', '.'), 'address', (n) => `10.0.${Math.floor(n / 256)}.${n % 256}`);
    return given.replaceAll('.', between);
  }

  uuid(text: string): string {
    return this.#give(text, 'uuid', (n) => `00000000-0000-4000-8000-${hex(n, 12)}`);
  }

  /** `TimeoutError` is two words; each is judged by itself. Capitals without an end are one. */
  #words(token: string): string {
    const pieces = token.match(/\p{Lu}+(?!\p{Ll})|\p{Lu}?\p{Ll}+|[^\p{Lu}\p{Ll}\d]+|\d+/gu) ?? [token];
    if (pieces.length === 1) return this.#word(token);
    return pieces.map((piece) => this.#piece(piece)).join('');
  }

  #piece(piece: string): string {
    return /^(?:\d+|[a-z])$/i.test(piece) || vocabulary.has(piece.toLowerCase()) ? piece : this.#word(piece);
  }

  /** Seven capitals are an id of Slack's more often than a word: the first tells its kind. */
  #word(word: string): string {
    if (/^[A-Z]{7,}$/.test(word)) {
      return this.#give(word, `id ${word[0]}`, (n) => word[0] + String(n).padStart(word.length - 1, '0'));
    }
    return this.#give(word, 'word', (n) => {
      const name = `q${letters(n)}`;
      if (!/^\p{Lu}/u.test(word)) return name;
      return word === word.toUpperCase() ? name.toUpperCase() : `Q${name.slice(1)}`;
    });
  }

  #give(original: string, kind: string, make: (n: number) => string): string {
    const known = this.#given.get(original);
    if (known !== undefined) return known;
    for (let n = (this.#counts.get(kind) ?? 0) + 1; ; n++) {
      const name = make(n);
      // Told apart without regard to case: some readers fold it.
      if (this.#used.has(name.toLowerCase())) continue;
      this.#used.add(name.toLowerCase());
      this.#counts.set(kind, n);
      this.#given.set(original, name);
      return name;
    }
  }
}

function hex(n: number, length: number): string {
  return n.toString(16).padStart(length, '0');
}

/** aa, ab, … zz, aaa, …: never one letter, and no digit. */
function letters(n: number): string {
  let text = '';
  for (let rest = n; rest > 0; rest = Math.floor(rest / 26)) text = String.fromCharCode(97 + (rest % 26)) + text;
  return text.padStart(2, 'a');
}

function startOf(token: string): string {
  if (/^\d/.test(token)) return '0';
  return /^\p{Lu}/u.test(token) ? 'X' : 'x';
}
