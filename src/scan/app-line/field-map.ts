// What the configuration says about an app's own lines: which path in them is which field of a fact.
import type { LogRecord } from '../log-record.ts';

export interface FieldMap {
  /** Field of a fact line → names of properties from the top of the line. */
  readonly paths: Readonly<Record<string, readonly string[]>>;
  /** Field of a fact line → the value that it has in every line. */
  readonly constants: Readonly<Record<string, string | number>>;
  /** The kind of fact that a line is, by the text at a path. */
  readonly kind: { readonly path: readonly string[]; readonly when: Readonly<Record<string, string>> } | undefined;
}

export const noFieldMap: FieldMap = { paths: {}, constants: {}, kind: undefined };

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
