// Are items that were packed the same ones, in their order, and is what is written of them the JSON that it always was?
import { expect, test } from 'vitest';
import { jsonWithItems } from '../../src/model/json-with-items.ts';
import type { ReconcileItem } from '../../src/model/reconcile-document.ts';
import { ItemPages } from '../../src/reconcile/item-pages.ts';

const item = (n: number) =>
  ({ source_event_key: `k${n}`, proof: { because: 'a\n"b" ☃' }, records: [] }) as unknown as ReconcileItem;
const many = (count: number) => Array.from({ length: count }, (_, n) => item(n));

test.each([0, 1, 499, 500, 501, 1_750])('%i come back, as often as they are asked for', (count) => {
  const pages = new ItemPages().add(many(count));
  expect(pages.length).toBe(count);
  expect([...pages]).toEqual(many(count));
  expect([...pages]).toEqual(many(count));
  expect([...pages.pages()].flat()).toEqual(many(count));
});

test('a page is a small part of its items', () => {
  const pages = new ItemPages().add(many(500));
  expect(pages.packedBytes).toBeLessThan(JSON.stringify(many(500)).length / 8);
});

test.each([undefined, 2])('the parts are the JSON of the whole (indent %s)', (indent) => {
  const head = { version: 1, keep: { 'items: []': '[]' }, empty: [] };
  for (const count of [0, 1, 3]) {
    const items = many(count);
    expect([...jsonWithItems(head, items, indent)].join('')).toBe(
      JSON.stringify({ ...head, items }, undefined, indent),
    );
  }
});
