// A renderer turns one finished document into text. It returns a string and asks nobody: not the terminal, not the clock.
import type { Clean } from './clean.ts';

export interface Look {
  /** Columns of the terminal; 100 where there is none. */
  readonly width: number;
  readonly colour: boolean;
  /** One record per line for grep: no boxes, no wrapping, no glyphs. */
  readonly plain: boolean;
  /** False on terminals that cannot show more than ASCII. */
  readonly unicode: boolean;
  readonly time: 'relative' | 'iso' | 'raw';
  /** Nothing is folded or shortened. */
  readonly verbose?: boolean;
}

/** Takes only what went through `clean`: foreign text has been made visible and secrets are masked. */
export interface Report<Document> {
  readonly format: string;
  render(document: Clean<Document>, look: Look): string;
}

/** A format and the way to its renderer: only the one that was asked for is loaded. */
export interface LazyReport<Document> {
  readonly format: string;
  load(): Promise<Report<Document>>;
}
