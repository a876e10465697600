// How often each cause was drawn, and what became of it.
import type { Case } from './draw.ts';
import type { Judgement } from './judge.ts';
import type { Truth } from './truth.ts';

interface Row {
  runs: number;
  right: number;
  open: number;
  wrong: number;
  readonly missing: Map<string, number>;
}

const empty = (): Row => ({ runs: 0, right: 0, open: 0, wrong: 0, missing: new Map() });

export class Tally {
  readonly #rows = new Map<string, Row>();
  /** Cases in which nothing was hidden. */
  readonly whole = empty();
  readonly all = empty();

  add({ verdict, causes }: Truth, { hidden }: Case, { is }: Judgement): void {
    const name = causes.length > 0 ? causes.join(' or ') : verdict;
    const row = this.#rows.get(name) ?? empty();
    this.#rows.set(name, row);
    for (const one of hidden.length === 0 ? [row, this.all, this.whole] : [row, this.all]) {
      one.runs += 1;
      one[is] += 1;
    }
    if (is === 'open') for (const source of hidden) row.missing.set(source, (row.missing.get(source) ?? 0) + 1);
  }

  /** From 0 to 1; 0 where nothing was drawn. */
  get openShareOfWhole(): number {
    return this.whole.runs === 0 ? 0 : this.whole.open / this.whole.runs;
  }

  toString(): string {
    const wide = Math.max(...[...this.#rows.keys()].map((name) => name.length), 0);
    const line = (name: string, { runs, right, open, wrong, missing }: Row) => {
      const most = [...missing].toSorted((a, b) => b[1] - a[1]).slice(0, 5);
      const why = most.map(([source, times]) => `${source} ${times}`).join(', ');
      const numbers = [runs, right, open, wrong].map((count) => String(count).padStart(6)).join('');
      return `${name.padEnd(wide)}${numbers}  ${why}`.trimEnd();
    };
    const head = `${'cause'.padEnd(wide)}${['runs', 'right', 'open', 'wrong'].map((word) => word.padStart(6)).join('')}  open with these hidden`;
    const rows = [...this.#rows].toSorted(([a], [b]) => (a < b ? -1 : 1)).map(([name, row]) => line(name, row));
    return [head, ...rows, line('all', this.all), line('nothing hidden', this.whole)].join('\n');
  }
}
