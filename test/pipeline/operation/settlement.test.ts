// What does an answer come to?
import { expect, test } from 'vitest';
import { settlementOf } from '../../../src/pipeline/operation/settlement.ts';
import { exponentialRetry } from '../../../src/pipeline/retry-policy.ts';

const policy = exponentialRetry({ baseMs: 1_000, attempts: 3 });
const plain = { idempotencyKey: undefined };
const keyed = { idempotencyKey: { name: 'Idempotency-Key', scope: 'account', lifetimeMs: 60_000 } };
const first = { failures: 0, sinceFirstSentMs: 10 };
const lost = { outcome: 'unknown', reason: 'connection reset' } as const;
const busy = { outcome: 'refused', reason: 'http_429', temporary: true, retryAfterMs: 7_000 } as const;
const invalid = { outcome: 'refused', reason: 'invalid', temporary: false } as const;

test('an object with a name is confirmed, one without is not known', () => {
  const done = { outcome: 'done', id: 'OPS-1', url: undefined, existed: true } as const;
  expect(settlementOf(done, first, plain, policy, 0)).toEqual({
    to: 'confirmed',
    externalId: 'OPS-1',
    externalUrl: undefined,
  });
  expect(settlementOf({ ...done, id: '' }, first, plain, policy, 0).to).toBe('unknown');
});

test('an object that was made without its key is confirmed by its name, with a word about it', () => {
  const done = { outcome: 'done', id: '7', url: undefined, existed: false } as const;
  expect(settlementOf({ ...done, keyless: true }, first, plain, policy, 0)).toEqual({
    to: 'confirmed',
    externalId: '7',
    externalUrl: undefined,
    errorCode: 'made_without_key',
  });
  expect(settlementOf(done, first, plain, policy, 0)).not.toHaveProperty('errorCode');
});

test('a temporary refusal is tried again after what the target asked for, and dies at the limit', () => {
  expect(settlementOf(busy, first, plain, policy, 0.5)).toEqual({
    to: 'planned',
    proof: 'refused',
    errorCode: 'http_429',
    delayMs: 7_500,
  });
  expect(settlementOf(busy, { ...first, failures: 2 }, plain, policy, 0.5)).toEqual({
    to: 'dead',
    errorCode: 'http_429',
  });
});

test('a permanent refusal dies at once', () => {
  expect(settlementOf(invalid, first, keyed, policy, 0.5)).toEqual({ to: 'dead', errorCode: 'invalid' });
});

test('a lost answer stays unknown, whatever the budget is', () => {
  for (const failures of [0, 1, 2, 50])
    expect(settlementOf(lost, { ...first, failures }, plain, policy, 0.5).to).toBe('unknown');
});

test('a lost answer is asked again only under a key whose declared life is long enough', () => {
  expect(settlementOf(lost, first, keyed, policy, 0.5)).toMatchObject({ to: 'planned', proof: 'repeatable' });
  expect(settlementOf(lost, { ...first, sinceFirstSentMs: 30_000 }, keyed, policy, 0.5).to).toBe('unknown');
  const undeclared = { idempotencyKey: { ...keyed.idempotencyKey, lifetimeMs: undefined } };
  expect(settlementOf(lost, first, undeclared, policy, 0.5).to).toBe('unknown');
  expect(settlementOf(lost, { ...first, failures: 2 }, keyed, policy, 0.5).to).toBe('unknown');
});
