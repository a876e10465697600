// Lines are measured in columns, never lose a letter, and never exceed their width.
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { pad, wrap } from '../../../src/report/text/wrap.ts';
import { widthOf } from '../../../src/report/width.ts';

test('wide letters and emoji take two columns, and none is cut in half', () => {
  expect(wrap('漢字漢字漢', 5)).toEqual(['漢字', '漢字', '漢']);
  expect(wrap('👩\u200d👧👩\u200d👧', 3)).toEqual(['👩\u200d👧', '👩\u200d👧']);
  expect(widthOf(pad('漢', 4))).toBe(4);
});

test('a word is broken only when it is wider than a line', () => {
  expect(wrap('one three five', 9)).toEqual(['one three', 'five']);
  expect(wrap('a bcdefghij k', 4)).toEqual(['a', 'bcde', 'fghi', 'j k']);
  expect(wrap('', 4)).toEqual(['']);
});

test('nothing is lost and nothing is too wide', () => {
  const letters = fc.string({ unit: fc.constantFrom('a', 'b', ' ', '漢', '👩\u200d👧', 'é', '-') });
  fc.assert(
    fc.property(letters, fc.integer({ min: 2, max: 20 }), (text, width) => {
      const lines = wrap(text, width);
      expect(lines.join('').replaceAll(' ', '')).toBe(text.replaceAll(' ', ''));
      expect(lines.filter((line) => widthOf(line) > width)).toEqual([]);
    }),
  );
});

test('a long word is broken in one walk', () => {
  expect(wrap('é'.repeat(1_000_000), 100)).toHaveLength(10_000);
  expect(wrap('漢'.repeat(5_000), 100)).toHaveLength(100);
});
