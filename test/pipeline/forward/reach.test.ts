// Is it told once that an application has gone, once that it is back, and never that it is slow or answers with an error?
import { expect, test } from 'vitest';
import { createReach } from '../../../src/pipeline/forward/reach.ts';

const refused = () => Promise.reject(new TypeError('fetch failed', { cause: { code: 'ECONNREFUSED' } }));
const reset = () => Promise.reject(new TypeError('fetch failed', { cause: { code: 'ECONNRESET' } }));
const answered = () => Promise.resolve('an answer, whatever it says');

async function toldOf(...requests: (() => Promise<unknown>)[]) {
  const told: (string | undefined)[] = [];
  const reach = createReach((code) => told.push(code));
  for (const request of requests) await reach.watch(request()).catch(() => {});
  return { told, isUp: reach.isUp };
}

test('gone and back are each told once', async () => {
  expect(await toldOf(answered, refused, refused, refused, answered, answered, refused)).toEqual({
    ...{ told: ['ECONNREFUSED', undefined, 'ECONNREFUSED'], isUp: false },
  });
});

test('one that is there from the beginning is not told of', async () => {
  expect(await toldOf(answered, answered)).toEqual({ told: [], isUp: true });
});

test('a request that was cut off says nothing of the next', async () => {
  expect(await toldOf(reset)).toEqual({ told: [], isUp: undefined });
  expect(await toldOf(refused, reset)).toEqual({ told: ['ECONNREFUSED'], isUp: false });
});

test('the request ends as it would without being watched', async () => {
  const reach = createReach();
  await expect(reach.watch(refused())).rejects.toThrow('fetch failed');
  expect(await reach.watch(answered())).toBe('an answer, whatever it says');
});
