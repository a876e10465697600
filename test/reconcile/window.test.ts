// Where does a list by time begin, and when is nothing in it a proof?
import { expect, test } from 'vitest';
import type { Instant } from '../../src/model/instant.ts';
import type { Candidate } from '../../src/model/reconcile.ts';
import type { Found } from '../../src/model/target.ts';
import { lookOnce } from '../../src/reconcile/look.ts';
import { skewMs } from '../../src/reconcile/verdict.ts';
import { fakeTarget, signal } from '../pipeline/worker/world.ts';
import { candidate } from './candidate.ts';

const none: Found = { answer: 'none', store: 'primary', control: 'shown', asked: 'list' };
const at = (ms: number) => ms as Instant;

async function listed(own: Partial<Candidate>, answer: Found = none) {
  const spans: number[] = [];
  const { target } = fakeTarget(() => ({ outcome: 'unknown', reason: 'x' }), { listsByTime: true });
  const listing = {
    ...target,
    findWindow: async (from: Instant) => {
      spans.push(from);
      return answer;
    },
  };
  const found = await lookOnce(listing, { ...candidate, ...own }, at(900_000), signal);
  return { found, from: spans[0] };
}

test('it begins with the first request, not with the last one', async () => {
  const { found, from } = await listed({ sentAt: at(600_000), firstSentAt: at(100_000) });
  expect([found.answer, from]).toEqual(['none', 100_000 - skewMs]);
});

test('where nobody knows when the first one was sent, nothing in it is no proof, and something in it is', async () => {
  const own = { sentAt: at(600_000), firstSentAt: undefined };
  expect((await listed(own)).found).toMatchObject({
    answer: 'cannot-see',
    reason: expect.stringContaining('--first-sent-at'),
  });
  const record = {
    id: '1',
    url: undefined,
    createdAt: undefined,
    createdBy: undefined,
    key: 'k',
    state: 'open',
  } as const;
  expect((await listed(own, { answer: 'found', records: [record] })).found.answer).toBe('found');
});
