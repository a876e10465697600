// What each part of the system writes down, with its own clock, into its own file.
import type { Clockwork } from './clockwork.ts';

/** Which line of thought in a log a line belongs to: what an operator can switch off or lose as a whole. */
export type Kind = 'delivery' | 'run' | 'guard' | 'job' | 'attempt' | 'call' | 'record' | 'lifecycle';

export interface Line {
  readonly file: string;
  readonly kind: Kind;
  /** The writer's clock, for the order in its file. */
  readonly at: number;
  readonly fields: Readonly<Record<string, unknown>>;
}

const isMoment = (name: string) => name === 'at' || name.endsWith('_at') || name === 'lease_until';

export class Journal {
  readonly lines: Line[] = [];
  readonly #clock: Clockwork;
  readonly #offsetOf: (writer: string) => number;

  constructor(clock: Clockwork, offsetOf: (writer: string) => number) {
    this.#clock = clock;
    this.#offsetOf = offsetOf;
  }

  /** Every moment is read on the writer's clock, but for what the sender stamped. */
  write(writer: string, kind: Kind, fields: Readonly<Record<string, unknown>>): void {
    const offset = this.#offsetOf(writer);
    const told = Object.entries({ at: this.#clock.now, ...fields })
      .filter(([, value]) => value !== undefined)
      .map(([name, value]): [string, unknown] => {
        if (!isMoment(name) || typeof value !== 'number') return [name, value];
        return [name, new Date(value + (name === 'sent_at' ? 0 : offset)).toISOString()];
      });
    const at = this.#clock.now + offset;
    this.lines.push({ file: `${writer}.jsonl`, kind, at, fields: { dedupe: kind, ...Object.fromEntries(told) } });
  }
}
