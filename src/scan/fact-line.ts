// One line of a log as a fact, when it is one: a JSON object whose `dedupe` names the kind.
import type * as z from 'zod/mini';
import type { Observation } from '../model/fact.ts';
import { type FactKind, factFields, lineKinds } from '../model/fact-fields.ts';
import { expectedBy } from '../model/field-kinds.ts';
import { parseObject } from './log-record.ts';

export type ReadLine =
  | { readonly kind: 'fact'; readonly observation: Observation; readonly problems: readonly string[] }
  /** Meant as a fact line and unusable; the reason in words. */
  | { readonly kind: 'broken'; readonly reason: string }
  /** Some other line of the application's log. */
  | { readonly kind: 'other' };

const other: ReadLine = { kind: 'other' };

/** `where` is the place for the reader, `file` the clock's name when the line does not say which instance wrote it. */
export function readFactLine(text: string, source: string, where: string, file: string): ReadLine {
  const named = text.indexOf('"dedupe"');
  // A prefix (`app | {…}`, `{app="x"} {…}`) is not part of the object: it begins at the first brace, or nearest the name.
  const json = parseObject(text, text.indexOf('{')) ?? parseObject(text, named < 0 ? -1 : text.lastIndexOf('{', named));
  if (json === undefined) return named < 0 ? other : { kind: 'broken', reason: 'is not JSON' };
  if (typeof json.dedupe !== 'string') {
    const inner = wrappedLine(json);
    return inner === undefined ? other : readFactLine(inner, source, where, file);
  }
  if (!(lineKinds as string[]).includes(json.dedupe)) {
    return {
      kind: 'broken',
      reason: `names the kind "${json.dedupe.slice(0, 40)}": known are ${lineKinds.join(', ')}`,
    };
  }
  return readFields(json.dedupe as FactKind, json, source, where, file);
}

/** The application's own line inside a collector's: Docker and journald keep it as text. */
function wrappedLine(json: Readonly<Record<string, unknown>>): string | undefined {
  const text = wrappers
    .map((name) => json[name])
    .find((value) => typeof value === 'string' && value.includes('"dedupe"'));
  return typeof text === 'string' && text.trimStart().startsWith('{') ? text : undefined;
}

const wrappers = ['log', 'message', 'msg', 'MESSAGE', 'textPayload'];

/** `timeless`: the line only ties names together, and claims no moment. */
export function readFields(
  kind: FactKind,
  json: Readonly<Record<string, unknown>>,
  source: string,
  where: string,
  file: string,
  timeless = false,
): ReadLine {
  const { fields, problems } = checked(kind, json);
  if (!timeless && !momentFields.some((name) => fields[name] !== undefined)) {
    return {
      kind: 'broken',
      reason: `has no time that can be read${problems.length > 0 ? ` (${problems.join('; ')})` : ''}`,
    };
  }
  const clock = (fields.instance_id as string | undefined) ?? file;
  return { kind: 'fact', observation: { kind, fields, provenance: { source, where, clock } } as Observation, problems };
}

/**
 * The fields that are there, each by its own schema: a line names a dozen of the fifty that it could have. Many loggers write
 * null or empty text for what they do not know (Slack's first delivery has an empty retry reason).
 */
function checked(kind: FactKind, json: Readonly<Record<string, unknown>>) {
  const shape: Readonly<Record<string, z.ZodMiniType>> = factFields[kind].shape;
  const fields: Record<string, unknown> = {};
  const problems: string[] = [];
  for (const name of Object.keys(shape)) {
    const value = Object.hasOwn(json, name) ? json[name] : undefined;
    if (value === null || value === undefined || value === '') continue;
    const result = shape[name]?.safeParse(value);
    if (result?.success) fields[name] = result.data;
    else for (const issue of result?.error.issues ?? []) problems.push(`${name}: ${expectedBy(issue)}`);
  }
  return { fields, problems };
}

/** A fact needs an instant; each of these is one. */
const momentFields = [
  'at',
  'started_at',
  'finished_at',
  'answered_at',
  'received_at',
  'created_at',
  'settled_at',
  'set_at',
  'deleted_at',
];
