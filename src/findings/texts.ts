// The lines of the files that findings point into.
import type { Edit, Location } from '../model/rule.ts';

export type Texts = ReadonlyMap<string, string>;

export class Lines {
  readonly #texts: Texts;
  readonly #split = new Map<string, readonly string[]>();

  constructor(texts: Texts) {
    this.#texts = texts;
  }

  of(file: string): readonly string[] {
    const before = this.#split.get(file);
    if (before) return before;
    const lines = (this.#texts.get(file) ?? '').split(/\r?\n/);
    this.#split.set(file, lines);
    return lines;
  }

  /** Undefined where the file was not read as text. */
  at({ file, line }: Location): string | undefined {
    return this.of(file)[line - 1];
  }
}

/** The lines before and after, as a unified diff has them. */
export function diffOf({ location, replacement }: Edit, lines: Lines): string[] {
  const { line, column, endLine = line, endColumn = column } = location;
  const all = lines.of(location.file);
  const before = all.slice(line - 1, endLine);
  const head = (before[0] ?? '').slice(0, column - 1);
  const tail = (before.at(-1) ?? '').slice(endColumn - 1);
  const after = `${head}${replacement}${tail}`.split('\n');
  const kept = after.length === 1 && after[0]?.trim() === '' ? [] : after;
  return [...before.map((text) => `- ${text}`), ...kept.map((text) => `+ ${text}`)];
}
