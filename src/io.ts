// Every byte for a person or a pipe leaves through here: what is foreign has been made visible, what is secret is masked.
import type { Io } from './context.ts';
import { safeForOutput } from './model/clean.ts';

export interface Writer {
  /** Writes the text and a line end. */
  line(text?: string): void;
  /** Writes a whole rendered document as it is, with one line end behind it. */
  document(text: string): void;
}

/** The stream is asked for at the first text: making one takes longer than most commands. */
export function createWriter(io: Io, stream: 'stdout' | 'stderr'): Writer {
  const write = (text: string) => io[stream].write(safeForOutput(text));
  return {
    line: (text = '') => write(`${text}\n`),
    document: (text) => write(text.endsWith('\n') ? text : `${text}\n`),
  };
}
