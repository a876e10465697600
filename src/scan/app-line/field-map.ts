// Reads an app's own line by the map of the configuration.
import type { FieldMap } from '../../model/field-map.ts';
import type { LogRecord } from '../log-record.ts';

/** A value only: an object or a list is no field. */
function valueAt(record: LogRecord, path: readonly string[]): string | number | boolean | undefined {
  const whole = record[path.join('.')];
  const found = isValue(whole)
    ? whole
    : path.reduce<unknown>((at, step) => (at as LogRecord | null | undefined)?.[step], record);
  return isValue(found) ? found : undefined;
}

function isValue(value: unknown): value is string | number | boolean {
  return (typeof value === 'string' && value !== '') || typeof value === 'number' || typeof value === 'boolean';
}

/** Yes and no are no value of any field: what they mean has to be said. */
export function mappedFields(record: LogRecord, { paths, words }: FieldMap): Record<string, string | number> {
  return Object.fromEntries(
    Object.entries(paths).flatMap(([field, path]) => {
      const said = valueAt(record, path);
      const value = words?.[field] ? meaning(words[field], said) : said;
      return value === undefined || typeof value === 'boolean' ? [] : [[field, value]];
    }),
  );
}

export function mappedKind(record: LogRecord, { kind }: FieldMap): string | undefined {
  return kind && meaning(kind.when, valueAt(record, kind.path));
}

function meaning<T>(words: Readonly<Record<string, T>>, said: string | number | boolean | undefined): T | undefined {
  return said !== undefined && Object.hasOwn(words, String(said)) ? words[String(said)] : undefined;
}
