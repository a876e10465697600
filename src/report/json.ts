// The trace for programs: the whole document, keys always in one order, and nothing in it that acts on a terminal.
import { escapeForJson } from '../model/clean.ts';
import type { Report } from '../model/report.ts';
import { type TraceDocument, traceDocument } from '../model/trace-document.ts';

/** As much of a schema as the order needs. */
interface Schema {
  readonly def: {
    readonly shape?: Readonly<Record<string, unknown>>;
    readonly element?: unknown;
    readonly innerType?: unknown;
  };
}

export const json: Report<TraceDocument> = {
  format: 'json',
  render: (document) => `${escapeForJson(JSON.stringify(ordered(document, traceDocument), null, 2))}\n`,
};

/** Keys in the order of the schema; where it names none (fields, args, foreign values), alphabetical. */
function ordered(value: unknown, schema: unknown): unknown {
  if (typeof value !== 'object' || value === null) return value;
  const def = (schema as Schema | undefined)?.def;
  if (def?.innerType) return ordered(value, def.innerType);
  if (Array.isArray(value)) return value.map((item) => ordered(item, def?.element));
  const shape = def?.shape ?? {};
  const keys = Object.keys(value);
  const named = Object.keys(shape).filter((key) => Object.hasOwn(value, key));
  const others = keys.filter((key) => !Object.hasOwn(shape, key)).sort();
  const record = value as Readonly<Record<string, unknown>>;
  return Object.fromEntries([...named, ...others].map((key) => [key, ordered(record[key], shape[key])]));
}
