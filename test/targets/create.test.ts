// Does a status of a create mean a refusal only where nothing can have been executed?
import { expect, test } from 'vitest';
import { createOver } from '../../src/targets/http/create.ts';
import { key, never, operation } from './asking.ts';
import { gitlabSubject } from './fakes/forges.ts';
import { kommoSubject } from './fakes/others.ts';
import { type Subject, staged } from './subject.ts';

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

test.for<[string, Subject, object]>([
  [
    'a lead',
    kommoSubject,
    [{ created_at: 1_700_000_000, custom_fields_values: [{ field_id: 7, values: [{ value: key }] }] }],
  ],
  ['an issue of GitLab', gitlabSubject, { created_at: '2020-01-01T00:00:00Z', description: `<!-- dedupe:${key} -->` }],
])(
  '%s that would say itself when it was made is not sent: the list by time would not have it',
  async ([, subject, body]) => {
    const stage = await staged(subject);
    const create = (request: object) =>
      stage.target.create(operation(key), Buffer.from(JSON.stringify(request)), never);
    expect(await create(body)).toEqual({ outcome: 'refused', reason: 'request_sets_its_time', temporary: false });
    expect(stage.count(key)).toBe(0);
    expect(await stage.target.create(operation(key), stage.request(key), never)).toMatchObject({ outcome: 'done' });
  },
);
