// Nothing that acts or hides leaves: not in a field, not through the last gate.
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { hasHidden, hasHiddenInDocument, hiddenClass } from '../../../src/model/clean/visible.ts';
import { escapeForJson, safeForOutput, visible } from '../../../src/model/clean.ts';
import { spoken } from './spoken.ts';

test.each([
  ['a\x1b[31mb', 'a\\x1b[31mb'],
  ['a\x9bb\x7f\0', 'a\\x9bb\\x7f\\x00'],
  ['one\r\ntwo\tthree', 'one\\r\\ntwo\\tthree'],
  ['x\u202ey\u2066z\u200f\u061c', 'x\\u202ey\\u2066z\\u200f\\u061c'],
  ['a\u200bb\ufeffc\u00add\u2060', 'a\\u200bb\\ufeffc\\xadd\\u2060'],
  ['flag\u{e0041}', 'flag\\u{e0041}'],
  ['a\u2028b\u2029', 'a\\u2028b\\u2029'],
  ['lone\ud800 \udc00', 'lone\\ud800 \\udc00'],
  ['a\ufe0fb\u{e0100}', 'a\\ufe0fb\\u{e0100}'],
  ['a\u200db 👩\u200d', 'a\\u200db 👩\\u200d'],
  ['❤\ufe0f\ufe0f', '❤\ufe0f\\ufe0f'],
])('%j is shown as %s', (text, shown) => {
  expect(visible(text)).toBe(shown);
});

test.each(['plain', 'é 漢字 ñ', '👩\u200d👧 👩🏽\u200d🚒 ❤\ufe0f\u200d🔥 1\ufe0f\u20e3', 'C:\\x1b', ''])(
  '%j stays',
  (text) => {
    expect(visible(text)).toBe(text);
  },
);

/** Everything that a terminal obeys or a reader cannot see; an emoji's own joiner and selector are taken out before. */
const acts =
  /[\x00-\x08\x0b-\x1f\x7f-\x9f\u00ad\u061c\u180e\u200b\u200c\u200e\u200f\u2028-\u202e\u2060-\u206f\ufeff\u{e0000}-\u{e0fff}\p{Cs}]/u;
const ownColour = /\x1b\[[\d;]*m/g;

test('no text makes a field act', () => {
  fc.assert(
    fc.property(spoken, (text) => {
      expect(visible(text)).not.toMatch(acts);
      expect(visible(text)).not.toMatch(/[\n\t]/);
      expect(visible(visible(text))).toBe(visible(text));
    }),
    { numRuns: 2000 },
  );
});

test('no text gets through the last gate with more than a colour', () => {
  fc.assert(
    fc.property(spoken, (text) => {
      const out = safeForOutput(text);
      // A carriage return right before a line end moves nothing that the line end does not move.
      expect(out.replaceAll('\r\n', '\n').replace(ownColour, '')).not.toMatch(acts);
      expect(safeForOutput(out)).toBe(out);
    }),
    { numRuns: 2000 },
  );
});

test('the gate lets lines, tabs and own colours pass', () => {
  const text = '\x1b[1m\x1b[31mDUPLICATE\x1b[39m\x1b[22m\ta\nb\x1b[0m\x1b[m\x1b[1;31m';
  expect(safeForOutput(text)).toBe(text);
});

test.each(['\x1b[8m', '\x1b[5m', '\x1b[2J', '\x1b[31', '\x1b]8;;x\x07', '\x1b[38;5;8m', '\x1b[31;8m'])(
  'the gate stops %j',
  (text) => {
    expect(safeForOutput(`a${text}b`)).not.toContain('\x1b');
  },
);

test('a token under colours is masked, and the colour ends', () => {
  const token = ['xoxb-', '1-abcdefghijkl'].join('');
  expect(safeForOutput(`\x1b[31m${token.slice(0, 9)}\x1b[39m${token.slice(9)} ok\nnext`)).toBe(
    '\x1b[31mxoxb-***\x1b[39m ok\nnext',
  );
});

test('a line end parts two texts of a document', () => {
  expect(safeForOutput('Cookie: d=abc; e=f\nnext')).toBe('Cookie: ***\nnext');
});

test('escaped JSON is ASCII where it could act, and parses to the same value', () => {
  fc.assert(
    fc.property(spoken, (text) => {
      const json = escapeForJson(JSON.stringify({ [text]: text }, null, 2));
      expect(json).not.toMatch(acts);
      expect(JSON.parse(json)).toEqual({ [text]: text });
    }),
    { numRuns: 1000 },
  );
});

test('ten million characters pass the gate', () => {
  const line = `  "where": "api.jsonl:1201", "key": "slack:T1:C9:1732900000.000100", "at": "2024-11-29T19:02:03.123Z",\n`;
  const text = line.repeat(Math.ceil(10_000_000 / line.length));
  expect(safeForOutput(text)).toBe(text);
});

test('the quick look takes no hidden character for a shown one', () => {
  const hidden = new RegExp(hiddenClass, 'u');
  for (let point = 0; point <= 0xffff; point++) {
    const character = String.fromCharCode(point);
    const isBreak = character === '\n' || character === '\t';
    if (hasHidden(character) !== hidden.test(character)) expect.fail(`U+${point.toString(16)}`);
    if (hasHiddenInDocument(character) !== (hidden.test(character) && !isBreak)) expect.fail(`U+${point.toString(16)}`);
  }
});
