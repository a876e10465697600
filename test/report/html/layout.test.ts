// Whatever is drawn, no mark and no label lies on another, and every lane holds what belongs to it.
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { factKinds } from '../../../src/model/fact-fields.ts';
import type { Lane, Mark } from '../../../src/report/html/lanes.ts';
import { labelWidth, layoutOf } from '../../../src/report/html/layout.ts';

const mark = fc.record({
  kind: fc.constantFrom(...factKinds),
  from: fc.integer({ min: -5000, max: 400_000 }),
  lasts: fc.option(fc.integer({ min: 1, max: 20_000 }), { nil: undefined }),
  label: fc.string({ maxLength: 14 }),
});

const lanes = fc
  .array(fc.array(mark, { minLength: 1, maxLength: 12 }), { minLength: 1, maxLength: 4 })
  .map((lists): Lane[] =>
    lists.map((list, i) => ({
      title: `lane ${i}`,
      what: 'process',
      marks: list.map(
        ({ lasts, ...one }, j): Mark => ({
          ...one,
          ...{ n: i * 20 + j + 1, isOpen: false, lease: undefined, fate: undefined, parent: undefined, isProof: false },
          to: lasts === undefined ? undefined : one.from + lasts,
        }),
      ),
    })),
  );

test.each([
  ['wide', { width: 1040, titleWidth: 132 }],
  ['narrow', { width: 372, titleWidth: 0 }],
])('on a %s sheet', (_, sheet) => {
  fc.assert(
    fc.property(lanes, (drawn) => {
      const layout = layoutOf(drawn, sheet);
      for (const { marks, top, height } of layout.lanes) {
        const spans = marks.map(({ mark: one, x, right, y, labelAt }) => {
          const label = labelAt === 'inside' ? 0 : labelWidth(one);
          expect(y).toBeGreaterThan(top);
          expect(y).toBeLessThan(top + height);
          return {
            y,
            from: labelAt === 'left' ? x - 6 - label : x - 6,
            to: labelAt === 'right' ? right + 6 + label : right + 6,
          };
        });
        for (const [i, a] of spans.entries())
          for (const b of spans.slice(i + 1)) expect(a.y !== b.y || a.to < b.from || b.to < a.from).toBe(true);
      }
      expect(layout.lanes.map(({ marks }) => marks.length)).toEqual(drawn.map(({ marks }) => marks.length));
    }),
  );
});
