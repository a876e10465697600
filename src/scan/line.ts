// What a reader of logs yields: one line and where it stands, so that a person can go and look.

export interface LogLine {
  /** Path as it was found; `-` is standard input. Inside an archive: the archive's path. */
  readonly file: string;
  /** From 1. */
  readonly line: number;
  /** Bytes from the start of the (uncompressed) file to the first byte of the line. */
  readonly offset: number;
  /** Without its line end; bytes that are not UTF-8 have become U+FFFD. */
  readonly text: string;
}

/** What a reader could not read, so that nobody takes it for an empty file. */
export interface Unread {
  readonly file: string;
  readonly reason: string;
  /** Lines that it stands for, where they were counted: too long, cut off, not text. */
  readonly lines: number | undefined;
}

export interface ReadLines {
  /** Only the lines that hold the asked-for text; a reader never keeps a whole file. */
  readonly lines: AsyncIterable<LogLine>;
  /** Complete when `lines` has ended. */
  unread(): readonly Unread[];
}
