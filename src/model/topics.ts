// Texts of `dedupe explain` that are about no rule: the formats that other programs write and read, as JSON Schema and in words.
import * as z from 'zod/mini';
import { factFields, lineKinds } from './fact-fields.ts';
import { traceDocument } from './trace-document.ts';

export type JsonSchema = Readonly<Record<string, unknown>>;

export interface Topic {
  readonly id: string;
  readonly meaning: string;
  /** Name of the file under `event-dedupe/schemas/`. */
  readonly file: string;
  readonly paragraphs: readonly string[];
  schema(): JsonSchema;
  fields(): readonly FieldGroup[];
}

export interface FieldGroup {
  readonly title: string;
  readonly fields: readonly { readonly name: string; readonly values: readonly string[] }[];
}

export const topics: readonly Topic[] = [
  {
    id: 'fact-lines',
    meaning: 'the log format that any language can write and every trace can read',
    file: 'fact-lines.json',
    paragraphs: [
      'One JSON object a line; the field "dedupe" names the kind. Beside it a line needs one time and one identity; ' +
        'everything else is optional, and fields that are not listed here are ignored.',
      'Times are ISO 8601 with a zone, or epoch milliseconds. "at" is when the thing began. ' +
        'A field that is absent was not logged; it says nothing about the world.',
      'Lines of one kind with one identity (delivery_id; run_id; queue, job_id and attempt; call_id; target and ' +
        'record_id) are one fact: a later line adds what the earlier one could not know yet.',
    ],
    schema: factLineSchema,
    fields: factLineFields,
  },
  {
    id: 'trace-document',
    meaning: 'the JSON that "dedupe trace --format json" writes',
    file: 'trace-document.v1.json',
    paragraphs: [
      'Everything that one trace computed. It changes only with "version". Facts are numbered; findings, records and ' +
        'refuted theories point at them by number.',
    ],
    schema: () => z.toJSONSchema(traceDocument),
    fields: () => [{ title: 'document', fields: fieldsOf(z.toJSONSchema(traceDocument)) }],
  },
];

/** One definition per kind, chosen by the field `dedupe`. */
export function factLineSchema(): JsonSchema {
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
