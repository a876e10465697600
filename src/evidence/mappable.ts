// Values of a line that look like what is missing, under a name that could be anything: log_fields can say what they are.
import type { LogRecord } from '../scan/log-record.ts';

/** Slack's own forms. A number, a time or a word could mean many things, and is left to whoever wrote it. */
const forms = { event_id: /^Ev[0-9A-Z]{8,16}$/ } as const;
export type Mappable = keyof typeof forms;

const deepest = 6;

/** Paths from the top of the line, with dots, as log_fields takes them. Nothing stands in a list for them. */
export function mappableIn(record: LogRecord): { readonly field: Mappable; readonly path: string }[] {
  const found: { field: Mappable; path: string }[] = [];
  walk(record, []);
  return found;

  function walk(value: unknown, path: readonly string[]): void {
    if (typeof value === 'string')
      for (const [field, form] of Object.entries(forms))
        if (form.test(value)) found.push({ field: field as Mappable, path: path.join('.') });
    if (typeof value !== 'object' || value === null || Array.isArray(value) || path.length >= deepest) return;
    for (const [name, inner] of Object.entries(value)) if (/^[\w@-]+$/.test(name)) walk(inner, [...path, name]);
  }
}
