// What a configuration file may hold: the keys of the table, all of them optional; and what is wrong with one, in words.
import * as z from 'zod/mini';
import { suggestion } from '../nearest.ts';
import { type Key, keyList, keys } from './keys.ts';
import { describe, inFile, type Problem } from './problems.ts';
import type { Parsed } from './syntax.ts';

export const fileSchema = z.strictObject({
  /** For editors; means nothing to this program. */
  $schema: z.optional(z.string()),
  ...Object.fromEntries(keyList.map(([name, { schema }]) => [name, z.optional(schema())])),
});

export function problemsInFile({ values, where }: Parsed): Problem[] {
  const checked = fileSchema.safeParse(values);
  return (checked.error?.issues ?? []).flatMap((issue) => problemsOf(issue, values, where));
}

function problemsOf(issue: z.core.$ZodIssue, raw: unknown, where: Parsed['where']): Problem[] {
  // Its entries have several forms, and are told in words of their own.
  if (issue.path[0] === 'log_fields' && issue.path.length === 2) return [];
  if (issue.code === 'unrecognized_keys') {
    const names = namesAt(fileSchema, issue.path);
    return issue.keys.map((key) =>
      inFile(where(issue.path, key), `unknown key "${subjectOf([...issue.path, key])}"`, suggestion(key, names)),
    );
  }
  if (issue.code === 'invalid_union') return problemsOf(deepest(issue), raw, where);
  const name = String(issue.path[0] ?? '');
  const key: Key | undefined = Object.hasOwn(keys, name) ? (keys as Readonly<Record<string, Key>>)[name] : undefined;
  const found = issue.path.reduce<unknown>(
    (value, step) => (value as Readonly<Record<PropertyKey, unknown>> | null | undefined)?.[step],
    raw,
  );
  const subject = issue.path.length === 0 ? 'it' : subjectOf(issue.path);
  const sentence = `${subject} is ${describe(found, key?.secret === true)}`;
  return [inFile(where(issue.path), sentence, `Allowed: ${key?.allowed ?? 'a group of keys'}.`)];
}

/** `logs[1]`, `tables.records`. */
function subjectOf(path: readonly PropertyKey[]): string {
  const steps = path.map((step) => (typeof step === 'number' ? `[${step}]` : `.${String(step)}`));
  return steps.join('').replace(/^\./, '');
}

/** Of several allowed forms, the one that fits furthest is the one that was meant. */
function deepest({ errors, path }: z.core.$ZodIssueInvalidUnion): z.core.$ZodIssue {
  const [first, ...rest] = errors.flat();
  const furthest = rest.reduce((best, next) => (next.path.length > (best?.path.length ?? 0) ? next : best), first);
  if (furthest === undefined) return { code: 'custom', path, message: '', input: undefined };
  return { ...furthest, path: [...path, ...furthest.path] };
}

function namesAt(schema: z.core.$ZodType, path: readonly PropertyKey[]): string[] {
  const inside = path.reduce<z.core.$ZodType | undefined>((at, step) => below(at, step), schema);
  const { def } = (bare(inside) as z.core.$ZodTypes | undefined)?._zod ?? {};
  return def?.type === 'object' ? Object.keys(def.shape) : [];
}

function below(schema: z.core.$ZodType | undefined, step: PropertyKey): z.core.$ZodType | undefined {
  const { def } = (bare(schema) as z.core.$ZodTypes | undefined)?._zod ?? {};
  if (def?.type === 'object') return def.shape[String(step)];
  if (def?.type === 'array') return def.element;
  return def?.type === 'record' ? def.valueType : undefined;
}

/** What stands inside an optional. */
function bare(schema: z.core.$ZodType | undefined): z.core.$ZodType | undefined {
  const { def } = (schema as z.core.$ZodTypes | undefined)?._zod ?? {};
  return def?.type === 'optional' ? bare(def.innerType) : schema;
}
