// What does an answer of the application prove?
import { expect, test } from 'vitest';
import { notSentCode } from '../../../src/model/not-sent.ts';
import { outcomeOf } from '../../../src/pipeline/forward/outcome.ts';

const answer = (status: number, headers: Record<string, string> = {}) =>
  outcomeOf({ status, header: (name) => headers[name] ?? null }, 'slack:T1:Ev1');

test('a good answer is done, under the name that it gives', () => {
  expect(answer(200)).toMatchObject({ outcome: 'done', id: 'slack:T1:Ev1' });
  expect(answer(204, { 'x-result-id': 'OPS-7' })).toMatchObject({ outcome: 'done', id: 'OPS-7' });
  expect(answer(200, { 'x-result-id': 'a b' })).toMatchObject({ id: 'slack:T1:Ev1' });
});

test.each([301, 400, 401, 403, 404, 422])('%i was not done, and another try would change nothing', (status) => {
  expect(answer(status)).toEqual({ outcome: 'refused', reason: `http_${status}`, temporary: false });
});

test('429 was not done, and is tried again when the application says so', () => {
  expect(answer(429, { 'retry-after': '7' })).toMatchObject({ temporary: true, retryAfterMs: 7_000 });
  expect(answer(429, { 'retry-after': 'Sun' })).toEqual({ outcome: 'refused', reason: 'http_429', temporary: true });
});

test.each([408, 409, 500, 502, 503, 504])('%i says nothing about what was done', (status) => {
  expect(answer(status)).toEqual({ outcome: 'unknown', reason: `http_${status}` });
});

test('only what failed before the first byte is proven not sent', () => {
  const failed = (code: string) => Object.assign(new TypeError('fetch failed'), { cause: { code } });
  expect(notSentCode(failed('ECONNREFUSED'))).toBe('ECONNREFUSED');
  expect(notSentCode(failed('ECONNRESET'))).toBeUndefined();
  expect(notSentCode(failed('UND_ERR_HEADERS_TIMEOUT'))).toBeUndefined();
  const all = (...codes: string[]) => ({ cause: { errors: codes.map((code) => ({ code })) } });
  expect(notSentCode(all('ECONNREFUSED', 'ENETUNREACH'))).toBe('ECONNREFUSED');
  expect(notSentCode(all('ECONNREFUSED', 'ECONNRESET'))).toBeUndefined();
});
