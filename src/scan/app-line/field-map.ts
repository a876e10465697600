// Reads an app's own line by the map of the configuration.
import type { FieldMap } from '../../model/field-map.ts';
import type { LogRecord } from '../log-record.ts';

/** A value only: an object or a list is no field. */
export function valueAt(record: LogRecord, path: readonly string[]): string | number | undefined {
  const whole = record[path.join('.')];
  const found = isValue(whole)
    ? whole
    : path.reduce<unknown>((at, step) => (at as LogRecord | null | undefined)?.[step], record);
  return isValue(found) ? found : undefined;
}

function isValue(value: unknown): value is string | number {
  return (typeof value === 'string' && value !== '') || typeof value === 'number';
}

export function mappedFields(record: LogRecord, { paths }: FieldMap): Record<string, string | number> {
  return Object.fromEntries(
    Object.entries(paths).flatMap(([field, path]) => {
      const value = valueAt(record, path);
      return value === undefined ? [] : [[field, value]];
    }),
  );
}

export function mappedKind(record: LogRecord, { kind }: FieldMap): string | undefined {
  const said = kind && valueAt(record, kind.path);
  return said === undefined || kind === undefined || !Object.hasOwn(kind.when, said) ? undefined : kind.when[said];
}
