// The saved documents from which renderers are tested, and their golden texts. UPDATE=1 rewrites the texts.
import { readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { expect } from 'vitest';
import { clean } from '../../src/model/clean.ts';
import type { Look } from '../../src/model/report.ts';
import type { TraceDocument } from '../../src/model/trace-document.ts';

const folder = new URL('../../fixtures/report/', import.meta.url);

export const look: Look = { width: 100, colour: false, plain: false, unicode: true, time: 'relative' };

export const cases = readdirSync(folder)
  .filter((name) => name.endsWith('.json'))
  .map((name) => name.slice(0, -'.json'.length));

/** As it was saved, before anything was cleaned. */
export function raw(name: string): TraceDocument {
  return JSON.parse(readFileSync(new URL(`${name}.json`, folder), 'utf8')) as TraceDocument;
}

export function cleaned(name: string) {
  return clean(raw(name));
}

export function expectGolden(file: string, text: string): void {
  const path = new URL(file, folder);
  if (process.env.UPDATE) writeFileSync(path, text);
  expect(text).toBe(readFileSync(path, 'utf8'));
}
