// What a plan returns is held to its form, and what is wrong is told without a word of what stood there.
import { expect, it } from 'vitest';
import { toldEffects } from '../../../src/pipeline/worker/told-effects.ts';

it('takes bytes as they are, and a text as its bytes in UTF-8', () => {
  const [bytes, text, task] = toldEffects([
    { target: 'acme', request: Buffer.from('a') },
    { target: 'acme', action: 'two', request: 'ä', delayMs: 5 },
    { target: 'tasks', title: 'x' },
  ]);
  expect(Buffer.from((bytes as { request: Uint8Array }).request).toString()).toBe('a');
  expect([...(text as { request: Uint8Array }).request]).toEqual([0xc3, 0xa4]);
  expect(task).toEqual({ target: 'tasks', title: 'x' });
});

it.each([
  [undefined, 'it is nothing: a list of effects is expected'],
  [{ target: 'tasks' }, 'it is an object: a list of effects is expected'],
  [['tasks'], 'effect 1 is a text: { target, action, request } is expected'],
  [[{ target: 'tasks' }, null], 'effect 2 is nothing: { target, action, request } is expected'],
  [[{ request: 'a' }], 'effect 1 has nothing as its target: the name of a target is expected'],
  [[{ target: 'acme', request: { title: 'secret' } }], 'effect 1 has an object as its request: bytes or a text'],
  [[{ target: 'acme', request: undefined }], 'effect 1 has nothing as its request: bytes or a text'],
  [[{ target: 'acme', request: Promise.resolve('a') }], 'effect 1 has a promise as its request: bytes or a text'],
  [[{ target: 'acme', request: 'a', delayMs: Number.NaN }], 'effect 1 has no number as its delayMs: a number of'],
  [[{ target: 'tasks', title: 7 }], 'effect 1 has a number as its title: a text is expected'],
  [[{ target: 'tasks', action: ['a'] }], 'effect 1 has a list as its action: a text is expected'],
])('refuses %j', (returned, sentence) => {
  expect(() => toldEffects(returned)).toThrow(
    expect.objectContaining({ code: 'plan_invalid', message: expect.stringContaining(sentence) }),
  );
});
