// The table of names that stand alone keeps what a map would keep, through all its sizes, or says that it cannot.
import * as fc from 'fast-check';
import { expect, it } from 'vitest';
import { LoneNames } from '../../../src/scan/sweep/lone-names.ts';
import { NameHash } from '../../../src/scan/sweep/name-hash.ts';

const nameOf = (n: number) => new NameHash().start('delivery_id').text(`request:${n}`).end();
const day = 86_400;

it('keeps the block and the second of each name, the first time', () => {
  const added = fc.record({ name: fc.nat(60), block: fc.nat(5), seconds: fc.integer({ min: -day, max: day }) });
  fc.assert(
    fc.property(fc.array(added, { maxLength: 100 }), fc.constantFrom(128, 1 << 20), (lines, capacity) => {
      const table = new LoneNames(capacity);
      const known = new Map<number, { block: number; seconds: number }>();
      for (const { name, block, seconds } of lines) {
        const place = { block: 7 + block, seconds: 1_800_000_000 + seconds };
        const isKept = table.add(nameOf(name), place.block, place.seconds);
        if (known.has(name)) expect(isKept).toBe(false);
        else if (isKept) known.set(name, place);
        for (let n = 0; n < 60; n++) expect(table.find(nameOf(n))).toEqual(known.get(n));
      }
      expect(table.size).toBe(known.size);
    }),
  );
});

it.each([false, true])('grows, is full, and can be used again; many expected: %s', (isMany) => {
  const table = new LoneNames(1 << 17);
  table.isMany = isMany;
  let n = 0;
  for (; !table.isFull(); n++) expect(table.add(nameOf(n), n >> 10, n >> 3)).toBe(true);
  expect(n).toBeGreaterThan(100_000);
  for (let i = 0; i < n; i += 997) {
    expect(table.find(nameOf(i))).toEqual({ block: i >> 10, seconds: i >> 3 });
    expect(table.find(nameOf(n + i))).toBeUndefined();
  }
  // Where another table needs the memory.
  expect(table.isFull(1 << 14)).toBe(true);
  table.clear();
  expect([table.size, table.isFull(), table.find(nameOf(1))]).toEqual([0, false, undefined]);
  for (n = 0; !table.isFull(1 << 14); n++) expect(table.add(nameOf(n), 900, 5, 1 << 14)).toBe(true);
  expect(n).toBeLessThan(1 << 14);
});

it('refuses what is far from its block in time, or stands before the first one', () => {
  const table = new LoneNames();
  expect(table.add(nameOf(1), 3, 1_800_000_000)).toBe(true);
  expect(table.add(nameOf(2), 3, 1_800_000_000 + day)).toBe(false);
  expect(table.add(nameOf(2), 2, 1_800_000_000)).toBe(false);
  expect(table.add(nameOf(2), 4, 1_800_000_000 + day)).toBe(true);
  expect(table.find(nameOf(2))).toEqual({ block: 4, seconds: 1_800_000_000 + day });
});
