// Does a status of a create mean a refusal only where nothing can have been executed?
import { expect, test } from 'vitest';
import { createOver } from '../../src/targets/http/create.ts';

const request = Buffer.from('{}');
const answered = (status: number) =>
  createOver(
    {
      client: { ask: async () => ({ status, headers: {}, text: '{}' }), close: async () => {} },
      question: { method: 'POST', url: 'http://target.test/' },
      carries: () => true,
      made: () => undefined,
    },
    { idempotencyKey: 'k' },
    request,
    new AbortController().signal,
  ).then(({ outcome }) => outcome);

for (const status of [400, 401, 403, 404, 405, 411, 413, 414, 415, 422, 428, 429, 431])
  test(`${status} is refused`, async () => expect(await answered(status)).toBe('refused'));

// Stripe answers a card that is declined with 402, and the payment with its key is there.
for (const status of [204, 302, 402, 406, 407, 408, 409, 410, 425, 499, 500, 502, 503, 504])
  test(`${status} is unknown`, async () => expect(await answered(status)).toBe('unknown'));
