// The text is what was reviewed, line by line; and whatever the document holds, no line is wider than the terminal.
import { expect, test } from 'vitest';
import { safeForOutput } from '../../src/model/clean.ts';
import { text } from '../../src/report/text.ts';
import { widthOf } from '../../src/report/width.ts';
import { cases, cleaned, expectGolden, look } from './cases.ts';

test.each(cases)('%s', (name) => {
  expectGolden(`${name}.txt`, text.render(cleaned(name), look));
});

const variants = {
  plain: { ...look, plain: true },
  ascii: { ...look, unicode: false },
  narrow: { ...look, width: 40 },
  colour: { ...look, colour: true },
  iso: { ...look, time: 'iso' as const },
  raw: { ...look, time: 'raw' as const },
};

test.each(Object.entries(variants))('one document, %s', (variant, form) => {
  expectGolden(`duplicate-ack-late.${variant}.txt`, text.render(cleaned('duplicate-ack-late'), form));
});

test('a hostile document in a narrow, in a plain and in an ASCII terminal', () => {
  expectGolden('hostile.narrow.txt', text.render(cleaned('hostile'), variants.narrow));
  expectGolden('hostile.plain.txt', text.render(cleaned('hostile'), variants.plain));
  expect(text.render(cleaned('hostile'), variants.ascii)).toMatch(/^[\x20-\x7e\n]*$/);
  expect(text.render(cleaned('hostile'), { ...variants.plain, unicode: false })).toMatch(/^[\x20-\x7e\n\t]*$/);
});

test.each(cases)('%s is never wider than its terminal, but for commands, which stand whole in one line', (name) => {
  const commands = cleaned(name).next;
  for (const width of [40, 47, 71, 72, 80, 100, 200]) {
    for (const time of ['relative', 'iso', 'raw'] as const) {
      const lines = text.render(cleaned(name), { ...look, width, time, verbose: true }).split('\n');
      expect(lines.filter((line) => widthOf(line) > width && !commands.includes(line.slice(9)))).toEqual([]);
      expect(commands.filter((command) => !lines.some((line) => line.slice(9) === command))).toEqual([]);
    }
  }
});

test.each(cases)('%s says nothing by colour alone and passes the gate', (name) => {
  const coloured = text.render(cleaned(name), variants.colour);
  expect(coloured).toContain('\x1b[');
  expect(coloured.replace(/\x1b\[\d+m/g, '')).toBe(text.render(cleaned(name), look));
  for (const form of Object.values(variants)) {
    const shown = text.render(cleaned(name), form);
    expect(safeForOutput(shown)).toBe(shown);
  }
  expect(text.render(cleaned(name), { ...variants.plain, colour: true })).not.toContain('\x1b');
});

test('no foreign text starts a line, and none starts a record of the plain form', () => {
  const own =
    /^(?: |$|DUPLICATE {2}|because {2}|fix {6}|keep {5}|close {4}|event {4}|apart {4}|clocks {3}|refuted {2}|gaps {5}|now {6}|next {5})/;
  for (const width of [40, 72, 100]) {
    const lines = text.render(cleaned('hostile'), { ...look, width }).split('\n');
    expect(lines.filter((line) => !own.test(line))).toEqual([]);
    expect(lines.filter((line) => line.startsWith('DUPLICATE'))).toHaveLength(1);
  }
  const records = text.render(cleaned('hostile'), variants.plain).trimEnd().split('\n');
  expect(records.filter((line) => line.startsWith('verdict\t'))).toHaveLength(1);
  expect(records.filter((line) => line.startsWith('fact\t'))).toHaveLength(4);
});
