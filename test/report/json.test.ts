// The JSON is the cleaned document, valid under its schema, in one order of keys, and harmless in a terminal.
import { Ajv2020 } from 'ajv/dist/2020.js';
import { expect, test } from 'vitest';
import * as z from 'zod/mini';
import { clean, safeForOutput } from '../../src/model/clean.ts';
import { type TraceDocument, traceDocument } from '../../src/model/trace-document.ts';
import { json } from '../../src/report/json.ts';
import { cases, cleaned, look, raw } from './cases.ts';

const valid = new Ajv2020({ allErrors: true }).compile(z.toJSONSchema(traceDocument));

test.each(cases)('%s is valid under both schemas and parses to the cleaned document', (name) => {
  const text = json.render(cleaned(name), look);
  const parsed = JSON.parse(text) as unknown;
  expect(parsed).toEqual(cleaned(name));
  expect(traceDocument.safeParse(parsed).error).toBeUndefined();
  valid(parsed);
  expect(valid.errors ?? []).toEqual([]);
  expect(safeForOutput(text)).toBe(text);
});

test('a document that lacks its verdict is refused by both schemas', () => {
  const { verdict: _, ...rest } = raw('single');
  expect(traceDocument.safeParse(rest).success).toBe(false);
  expect(valid(rest)).toBe(false);
});

test('keys come in one order, however the document was put together', () => {
  const document = raw('duplicate-open');
  const reversed = backwards(document) as TraceDocument;
  expect(Object.keys(reversed)[0]).toBe('next');
  expect(json.render(clean(reversed), look)).toBe(json.render(clean(document), look));
  const parsed = JSON.parse(json.render(clean(reversed), look)) as TraceDocument;
  expect(Object.keys(parsed).slice(0, 4)).toEqual(['version', 'ref', 'verdict', 'headline']);
  expect(Object.keys(parsed.facts[5]?.fields ?? {})).toEqual(Object.keys(parsed.facts[5]?.fields ?? {}).sort());
});

test('what acts is written as JSON escapes, and its value stays', () => {
  const hostile = { ...raw('single'), headline: 'a\u009bb\u202ec\u2028d👩\u200d👧\u{e0041}' } as ReturnType<
    typeof cleaned
  >;
  const text = json.render(hostile, look);
  expect(text).toContain(String.raw`a\u009bb\u202ec\u2028d👩\u200d👧\udb40\udc41`);
  expect((JSON.parse(text) as TraceDocument).headline).toBe(hostile.headline);
});

function backwards(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(backwards);
  if (typeof value !== 'object' || value === null) return value;
  return Object.fromEntries(
    Object.entries(value)
      .reverse()
      .map(([key, item]) => [key, backwards(item)]),
  );
}
