// The key log_fields: where an app's own lines hold what a fact says.
import * as z from 'zod/mini';
import type { FieldMap, Words } from '../model/field-map.ts';

const path = () => z.string().check(z.minLength(1));

/** A path in the app's line, a value that is the same in every line, or a path and what its texts mean. */
export const logField = () =>
  z.union([
    path(),
    z.strictObject({ value: z.union([z.string(), z.number()]) }),
    z.strictObject({ path: path(), when: z.record(z.string(), z.union([z.string(), z.number()])) }),
  ]);

export type LogFields = Readonly<Record<string, z.output<ReturnType<typeof logField>>>>;

export function fieldMapOf({ kind, ...fields }: LogFields): FieldMap {
  const entries = Object.entries(fields);
  const worded = entries.flatMap(([name, entry]) => (isWorded(entry) ? [[name, entry] as const] : []));
  return {
    paths: Object.fromEntries(
      entries.flatMap(([name, entry]) => {
        const at = isWorded(entry) ? entry.path : entry;
        return typeof at === 'string' ? [[name, at.split('.')]] : [];
      }),
    ),
    constants: Object.fromEntries(
      entries.flatMap(([name, entry]) => (typeof entry === 'object' && 'value' in entry ? [[name, entry.value]] : [])),
    ),
    kind:
      kind !== undefined && isWorded(kind)
        ? { path: kind.path.split('.'), when: kind.when as Readonly<Record<string, string>> }
        : undefined,
    ...(worded.length > 0 && { words: Object.fromEntries(worded.map(([name, { when }]) => [name, when])) }),
  };
}

function isWorded(entry: LogFields[string]): entry is { readonly path: string; readonly when: Words } {
  return typeof entry === 'object' && 'when' in entry;
}
