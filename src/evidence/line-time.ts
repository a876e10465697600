// When was a line written? Asked of the lines at the edges of a log, to know which span it covers.
import type { FieldMap } from '../model/field-map.ts';
import { type Instant, parseInstant } from '../model/instant.ts';
import { timeOf } from '../scan/app-line/fields.ts';
import { unfold } from '../scan/line-forms/unfold.ts';

const stamped =
  /(?:"(?:time|timestamp|@timestamp|ts|at|(?:started|finished|answered|received|created|settled)_at)"\s*:\s*|\b(?:time|ts|timestamp)=)("[^"]+"|[\d.TZ:+-]+)/;

/** The names that common loggers use tell it at once; any other form is taken apart first. */
export function lineTime(text: string, map: Pick<FieldMap, 'zone'>): Instant | undefined {
  const found = stamped.exec(text)?.[1];
  const at = found && parseInstant(found.startsWith('"') ? found.slice(1, -1) : found);
  if (at) return at;
  const { record } = text === '' ? { record: undefined } : unfold(text);
  return record && timeOf(record, map);
}
