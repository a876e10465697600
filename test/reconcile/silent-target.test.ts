// Does a target that says nothing hold up the others behind a page of its operations, and is one that answers asked about each?
import { expect, test } from 'vitest';
import { DedupeError } from '../../src/errors.ts';
import type { Instant } from '../../src/model/instant.ts';
import type { Found, Target } from '../../src/model/target.ts';
import { lookAt } from '../../src/reconcile/look.ts';
import { fakeTarget, signal } from '../pipeline/worker/world.ts';
import { candidate } from './candidate.ts';

const silence = () => {
  throw new DedupeError('DEDUPE_TARGET_UNREACHABLE', 'GET x: it said nothing');
};
const none: Found = { answer: 'none', store: 'primary', control: 'shown', asked: 'list' };

async function looked(find: (key: string) => Found, probe: Target['probe']) {
  const asked: string[] = [];
  const { target } = fakeTarget(() => ({ outcome: 'unknown', reason: 'x' }), {});
  const own = {
    ...target,
    findAll: undefined,
    async find(key: string) {
      asked.push(key);
      return find(key);
    },
    probe,
  };
  const candidates = Array.from({ length: 100 }, (_, i) => ({ ...candidate, key: `k${i}` }));
  const answers = await lookAt(candidates, new Map([[candidate.target, own]]), 0 as Instant, signal);
  return { asked, answers: candidates.map((one) => answers.get(one)) };
}

test('where nobody is there, the rest is told as unreachable without a question each', async () => {
  const { asked, answers } = await looked(silence, async () => silence());
  expect(asked.length).toBeLessThan(16);
  expect(answers.every((one) => one?.answer === 'unreachable')).toBe(true);
  expect(answers.at(-1)).toMatchObject({ reason: expect.stringMatching(/^not asked: .*it said nothing/) });
});

test('where somebody is there, each is asked: keys that it cannot answer keep no proof of another away', async () => {
  const there = async () => ({ visible: true, evidence: 'shown' });
  const { asked, answers } = await looked((key) => (Number(key.slice(1)) < 40 ? silence() : none), there);
  expect(asked).toHaveLength(100);
  expect(answers.filter((one) => one?.answer === 'none')).toHaveLength(60);
});

test('silence now and then is no reason to ask whether anybody is there', async () => {
  let probes = 0;
  const { asked } = await looked(
    (key) => (Number(key.slice(1)) % 3 === 0 ? none : silence()),
    async () => {
      probes += 1;
      return silence();
    },
  );
  expect([asked.length, probes]).toEqual([100, 0]);
});
