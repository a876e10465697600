// The formats behind the topics: as JSON Schema, and as lists of fields.
import * as z from 'zod/mini';
import { factFields, lineKinds } from './fact-fields.ts';
import { savedTrace } from './saved-trace.ts';
import { scanDocument } from './scan-document.ts';
import type { TopicId } from './topics.ts';
import { traceDocument } from './trace-document.ts';

export type JsonSchema = Readonly<Record<string, unknown>>;

export interface FieldGroup {
  readonly title: string;
  readonly fields: readonly { readonly name: string; readonly values: readonly string[] }[];
}

export interface Format {
  schema(): JsonSchema;
  fields(): readonly FieldGroup[];
}

export const formats: Readonly<Record<TopicId, Format>> = {
  'fact-lines': { schema: factLineSchema, fields: factLineFields },
  'trace-document': {
    schema: () => z.toJSONSchema(traceDocument),
    fields: () => [{ title: 'document', fields: fieldsOf(z.toJSONSchema(traceDocument)) }],
  },
  'saved-trace': {
    schema: () => z.toJSONSchema(savedTrace),
    fields: () => [{ title: 'file', fields: fieldsOf(z.toJSONSchema(savedTrace)) }],
  },
  'scan-document': {
    schema: () => z.toJSONSchema(scanDocument),
    fields: () => [{ title: 'document', fields: fieldsOf(z.toJSONSchema(scanDocument)) }],
  },
};

/** One definition per kind, chosen by the field `dedupe`. */
function factLineSchema(): JsonSchema {
  const named = z.registry<{ id: string }>();
  const kinds = lineKinds.map((kind) => {
    const line = z.extend(factFields[kind], { dedupe: z.literal(kind) });
    named.add(line, { id: kind });
    return line;
  });
  const { $schema, ...rest } = z.toJSONSchema(z.union(kinds), { io: 'input', metadata: named });
  return { $schema, title: 'A fact line', ...rest };
}

function factLineFields(): FieldGroup[] {
  const kinds = factLineSchema().$defs as Readonly<Record<string, JsonSchema>>;
  const [first = {}, ...others] = Object.values(kinds).map((kind) => fieldsOf(kind).map(({ name }) => name));
  const common = new Set([...(first as string[])].filter((name) => others.every((names) => names.includes(name))));
  const groups = Object.entries(kinds).map(([title, kind]) => ({ title, fields: fieldsOf(kind) }));
  const shared = groups[0]?.fields.filter(({ name }) => common.has(name) && name !== 'dedupe') ?? [];
  const own = groups.map(({ title, fields }) => ({ title, fields: fields.filter(({ name }) => !common.has(name)) }));
  return [{ title: 'every kind', fields: shared }, ...own];
}

function fieldsOf(schema: JsonSchema): FieldGroup['fields'][number][] {
  const properties = (schema.properties ?? {}) as Readonly<Record<string, { readonly enum?: readonly unknown[] }>>;
  return Object.entries(properties).map(([name, property]) => ({ name, values: (property.enum ?? []).map(String) }));
}
