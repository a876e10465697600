// Everything that is wrong with a configuration, told at once: each problem with its place, what was found, what is allowed.
import type * as z from 'zod/mini';
import { type Key, keys } from './config-keys.ts';
import { DedupeError } from './errors.ts';
import { suggestion } from './nearest.ts';

export interface Problem {
  /** What set it: `dedupe.config.yaml:3`, `DEDUPE_TIME`, `--since`. */
  readonly from: string;
  /** Whole: it names the place. */
  readonly sentence: string;
  readonly hint?: string;
}

/** Throws one error for all of them; returns when there is none. */
export function refuse(problems: readonly Problem[]): void {
  const [first, ...rest] = problems.toSorted((a, b) => a.from.localeCompare(b.from, 'en', { numeric: true }));
  if (first === undefined) return;
  const code = problems.every(({ from }) => from.startsWith('--')) ? 'DEDUPE_USAGE' : 'DEDUPE_CONFIG_INVALID';
  if (rest.length === 0) throw new DedupeError(code, first.sentence, { hint: first.hint ?? '' });
  throw new DedupeError(code, `the configuration has ${problems.length} problems`, {
    hint: [first, ...rest].map((problem) => [problem.sentence, problem.hint].filter(Boolean).join('. ')).join('\n'),
  });
}

/** A problem at a place in a file. */
export function inFile(from: string, sentence: string, hint = ''): Problem {
  return { from, sentence: `${from}: ${sentence}`, hint };
}

/** One issue of a schema as problems; `known` is the schema that was asked, for the names that it has. */
export function problemsOf(
  issue: z.core.$ZodIssue,
  raw: unknown,
  known: z.core.$ZodType,
  where: (path: readonly PropertyKey[], key?: string) => string,
): Problem[] {
  if (issue.code === 'unrecognized_keys') {
    const names = namesAt(known, issue.path);
    return issue.keys.map((key) =>
      inFile(where(issue.path, key), `unknown key "${subjectOf([...issue.path, key])}"`, suggestion(key, names)),
    );
  }
  if (issue.code === 'invalid_union') return problemsOf(deepest(issue), raw, known, where);
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

/** A value as an error may quote it: short, and not at all where it could hold a secret. */
export function describe(value: unknown, secret: boolean): string {
  if (value === null || value === undefined) return 'empty';
  if (Array.isArray(value)) return value.length === 0 ? 'an empty list' : 'a list';
  if (typeof value === 'object') return 'a group of keys';
  if (secret) return 'a value of another form (not shown, since it may hold a secret)';
  if (typeof value === 'string') return JSON.stringify(value.length > 60 ? `${value.slice(0, 57)}...` : value);
  return typeof value === 'number' || typeof value === 'boolean' ? `${typeof value} ${value}` : `a ${typeof value}`;
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
