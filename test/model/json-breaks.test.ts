// Does the scanner agree with JSON.parse about what JSON is, and point at the right character?
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { jsonBreaksAt } from '../../src/model/json-breaks.ts';

function isJson(text: string): boolean {
  try {
    JSON.parse(text);
    return true;
  } catch {
    return false;
  }
}

describe('jsonBreaksAt', () => {
  it.each([
    ['{"a": 1,}', 8],
    ['{"a": 1 "b": 2}', 8],
    ["{'a': 1}", 1],
    ['{a: 1}', 1],
    ['{"a": 1} x', 9],
    ['{"a" 1}', 5],
    ['[1, 2', 5],
    ['{"a": [1, ]}', 10],
    ['{"a": }', 6],
    ['[1}', 2],
    ['// a\n{}', 0],
    ['{"a": "b\nc"}', 6],
    ['{"a": 01}', 7],
    ['{} {}', 3],
    ['', 0],
    [',', 0],
  ])('%j breaks at %i', (text, offset) => {
    expect(jsonBreaksAt(text)).toBe(offset);
  });

  it('finds nothing in any JSON, however it is spaced', () => {
    const spaces = fc.constantFrom(undefined, 1, 2, '\t');
    fc.assert(
      fc.property(fc.jsonValue(), spaces, (value, space) => {
        expect(jsonBreaksAt(` ${JSON.stringify(value, undefined, space)}\n`)).toBeUndefined();
      }),
    );
  });

  it('agrees with JSON.parse on JSON with one character changed', () => {
    const change = fc.constantFrom('"', '{', '}', '[', ']', ',', ':', '\\', '1', '-', 't', ' ', '\n', '');
    fc.assert(
      fc.property(fc.jsonValue(), fc.nat(), change, (value, at, character) => {
        const text = JSON.stringify(value);
        const place = at % text.length;
        const changed = text.slice(0, place) + character + text.slice(place + 1);
        expect(jsonBreaksAt(changed) === undefined).toBe(isJson(changed));
      }),
      { numRuns: 500 },
    );
  });
});
