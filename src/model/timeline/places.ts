// Where a statement stands: a log file is a place of its own, a database is one.
import type { Merged } from './merge.ts';

/** The file of a log, however it was rotated; else the source. */
export function placeOf({ witnesses }: Pick<Merged, 'witnesses'>): string | undefined {
  const [first] = witnesses;
  const file = first && /^(\S+):\d+$/.exec(first.where)?.[1];
  return file === undefined ? first?.source : `${first?.source}\n${file.replace(rotation, '')}`;
}

/** `app.log.1`, `app.log.2.gz`, `app-2026-11-20.log`, `app.log-20261120`. */
const rotation = /\.gz$|(?:\.\d+)(?:\.gz)?$|[.-]\d{4}-?\d\d-?\d\d(?=\.|$)/g;

/** Before the place of the line that opened an arrival, where the log has no id for it at all. */
export const lineMark = 'line ';

/** A delivery id that was made of the request's or of the line's place, because the log gives arrivals none. */
export function isOfRequest(id: unknown): boolean {
  return String(id).startsWith('request:') || String(id).startsWith(lineMark);
}
