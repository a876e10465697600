// Does log_fields name fields and kinds that fact lines have? Asked only of a file that has such a group.

import type * as z from 'zod/mini';
import { factFields, lineKinds } from '../model/fact-fields.ts';
import { suggestion } from '../nearest.ts';
import { logField } from './field-map.ts';
import { describe, inFile, type Problem } from './problems.ts';
import type { Parsed } from './syntax.ts';

export function problemsInLogFields({ values, where }: Parsed): Problem[] {
  const group = (values as Readonly<Record<string, unknown>>).log_fields;
  if (typeof group !== 'object' || group === null) return [];
  const names = [...new Set([...durations, ...shapes.flatMap((shape) => Object.keys(shape))])].sort();
  return Object.entries(group).flatMap(([name, entry]) => {
    if (name === 'kind') return kindProblems(entry, where);
    if (names.includes(name)) return formProblems(name, entry, where) ?? meaningProblems(name, entry, where);
    const sentence = `log_fields.${name} is no field of a fact line`;
    return [inFile(where(['log_fields'], name), sentence, suggestion(name, names))];
  });
}

const shapes: readonly Readonly<Record<string, z.ZodMiniType>>[] = Object.values(factFields).map(({ shape }) => shape);

/** How long a thing took, by the unit: no fact has such a field, a line at the end of one does. */
const durations = ['duration_ms', 'duration_s'];

const forms =
  'Allowed: a path, { value: … } for every line, or { path: …, when: { TEXT: VALUE } } for what its texts mean.';

/** Undefined: it has one of the allowed forms. */
function formProblems(name: string, entry: unknown, where: Parsed['where']): Problem[] | undefined {
  if (logField().safeParse(entry).success) return undefined;
  const isGroup = typeof entry === 'object' && entry !== null && !Array.isArray(entry);
  const unknown = isGroup ? Object.keys(entry).find((key) => !['value', 'path', 'when'].includes(key)) : undefined;
  if (unknown !== undefined)
    return [inFile(where(['log_fields', name], unknown), `log_fields.${name} has no key "${unknown}"`, forms)];
  const found = isGroup ? `has ${Object.keys(entry).join(' and ') || 'nothing'}` : `is ${describe(entry, false)}`;
  return [inFile(where(['log_fields'], name), `log_fields.${name} ${found}`, forms)];
}

function meaningProblems(name: string, entry: unknown, where: Parsed['where']): Problem[] {
  if (typeof entry !== 'object' || entry === null) return [];
  const { when } = entry as { readonly when?: unknown };
  if (typeof when !== 'object' || when === null) return [];
  const schemas = shapes.flatMap((shape) => shape[name] ?? []);
  return Object.entries(when)
    .filter(([, value]) => schemas.length > 0 && !schemas.some((schema) => schema.safeParse(value).success))
    .map(([text, value]) => {
      const sentence = `log_fields.${name}.when.${text} is ${describe(value, false)}, which ${name} cannot be`;
      return inFile(where(['log_fields', name, 'when'], text), sentence, allowedBy(schemas));
    });
}

function allowedBy(schemas: readonly z.ZodMiniType[]): string {
  const issues = schemas.flatMap((schema) => schema.safeParse(null).error?.issues ?? []);
  const values = issues.flatMap((issue) => (issue.code === 'invalid_value' ? issue.values.map(String) : []));
  return values.length > 0 ? `Allowed: ${[...new Set(values)].join(', ')}.` : forms;
}

function kindProblems(entry: unknown, where: Parsed['where']): Problem[] {
  const when = (entry as { readonly when?: unknown } | null)?.when;
  if (typeof when !== 'object' || when === null) {
    const hint = 'Allowed: a path, and under when a kind for each text that can stand there.';
    return [inFile(where(['log_fields'], 'kind'), 'log_fields.kind has no when', hint)];
  }
  const wrong = formProblems('kind', entry, where);
  if (wrong) return wrong;
  return Object.entries(when)
    .filter(([, kind]) => !lineKinds.includes(kind as (typeof lineKinds)[number]))
    .map(([text, kind]) => {
      const sentence = `log_fields.kind.when.${text} is ${JSON.stringify(kind)}, which is no kind of fact`;
      return inFile(where(['log_fields', 'kind', 'when'], text), sentence, suggestion(String(kind), lineKinds));
    });
}
