// Is what was unknown only from far away asked again by whoever asks for it first?
import { expect, it } from 'vitest';
import { Memo } from '../../../src/model/code/memo.ts';
import type { Expr } from '../../../src/model/code/syntax.ts';
import type { Value } from '../../../src/model/code/value.ts';

const name = (text: string): Expr => ({ form: 'name', name: text, at: { start: 0, end: 0 } });
const value: Value = { is: 'outside', path: 'slack_bolt.App()', made: undefined };

it('asks again for what came too far inside another question', () => {
  const memo = new Memo();
  const [far, near] = [name('far'), name('near')];
  expect(memo.of(far, true, () => memo.of(near, false, () => memo.unsure()))).toBeUndefined();
  expect(memo.of(near, true, () => value)).toBe(value);
});

it('asks again for what was asked inside its own circle', () => {
  const memo = new Memo();
  const [one, two] = [name('one'), name('two')];
  memo.of(one, true, () => {
    memo.of(two, false, () => memo.of(one, false, () => value));
    return value;
  });
  expect(memo.of(two, true, () => value)).toBe(value);
});

it('asks once for what is surely unknown, and for what a parameter is until more is known of its callers', () => {
  const memo = new Memo();
  const [plain, parameter] = [name('plain'), name('parameter')];
  memo.of(plain, true, () => undefined);
  memo.of(parameter, true, () => {
    memo.rests();
    return undefined;
  });
  expect([plain, parameter].map((one) => memo.of(one, true, () => value))).toEqual([undefined, undefined]);
  memo.forget();
  expect([plain, parameter].map((one) => memo.of(one, true, () => value))).toEqual([undefined, value]);
});
