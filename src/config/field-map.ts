// The key log_fields: where an app's own lines hold what a fact says.
import * as z from 'zod/mini';
import type { FieldMap } from '../model/field-map.ts';

const path = () => z.string().check(z.minLength(1));

/** A path in the app's line, a value that is the same in every line, or (for `kind`) a path and what its texts mean. */
export const logField = () =>
  z.union([
    path(),
    z.strictObject({ value: z.union([z.string(), z.number()]) }),
    z.strictObject({ path: path(), when: z.record(z.string(), z.string()) }),
  ]);

export type LogFields = Readonly<Record<string, z.output<ReturnType<typeof logField>>>>;

export function fieldMapOf(raw: LogFields): FieldMap {
  const entries = Object.entries(raw);
  const kind = entries.flatMap(([, entry]) => (typeof entry === 'object' && 'when' in entry ? [entry] : []))[0];
  return {
    paths: Object.fromEntries(
      entries.flatMap(([name, entry]) => (typeof entry === 'string' ? [[name, entry.split('.')]] : [])),
    ),
    constants: Object.fromEntries(
      entries.flatMap(([name, entry]) => (typeof entry === 'object' && 'value' in entry ? [[name, entry.value]] : [])),
    ),
    kind: kind && { path: kind.path.split('.'), when: kind.when },
  };
}
