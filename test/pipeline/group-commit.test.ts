// Do requests share commits, and does one that cannot be written fail alone?
import { expect, test } from 'vitest';
import { groupCommit } from '../../src/pipeline/group-commit.ts';

const hopeless = new Error('22P02');
const never = { isHopeless: () => false, pauseMs: 1 };

/** A commit that waits until it is let go. */
function gate() {
  const groups: number[][] = [];
  const open: (() => void)[] = [];
  const commit = (items: readonly number[]) =>
    new Promise<string[]>((resolve) => {
      groups.push([...items]);
      open.push(() => resolve(items.map((item) => `done ${item}`)));
    });
  return { groups, commit, next: () => open.shift()?.() };
}
const turn = () => new Promise((resolve) => setImmediate(resolve));

test('those that come while two commits are under way share the next one', async () => {
  const { groups, commit, next } = gate();
  const commits = groupCommit({ ...never, commit });
  const results: Promise<string | undefined>[] = [];
  for (const together of [[1], [2], [3, 4, 5]]) {
    results.push(...together.map((item) => commits.add(item, 10_000)));
    await turn();
  }
  expect(groups).toEqual([[1], [2]]);
  next();
  await turn();
  expect(groups).toEqual([[1], [2], [3, 4, 5]]);
  next();
  next();
  expect(await Promise.all(results)).toEqual(['done 1', 'done 2', 'done 3', 'done 4', 'done 5']);
  await commits.idle();
});

test('those that come in one turn go together, and nobody who waits for the end misses them', async () => {
  const { groups, commit, next } = gate();
  const commits = groupCommit({ ...never, commit });
  const results = [1, 2, 3].map((item) => commits.add(item, 10_000));
  const idle = commits.idle();
  await turn();
  next();
  await idle;
  expect(groups).toEqual([[1, 2, 3]]);
  expect(await Promise.all(results)).toEqual(['done 1', 'done 2', 'done 3']);
});

test('no transaction holds more than its size', async () => {
  const { groups, commit, next } = gate();
  const commits = groupCommit({ ...never, commit, size: 2, inFlight: 1 });
  const results = [1, 2, 3, 4].map((item) => commits.add(item, 10_000));
  for (let i = 0; i < 3; i += 1) {
    await turn();
    next();
  }
  await Promise.all(results);
  expect(groups).toEqual([
    [1, 2],
    [3, 4],
  ]);
});

test('one that cannot be written fails alone', async () => {
  const commit = async (items: readonly number[]) => {
    if (items.includes(2)) throw hopeless;
    return items.map((item) => `done ${item}`);
  };
  const commits = groupCommit({ commit, isHopeless: (error) => error === hopeless, inFlight: 1 });
  const results = await Promise.allSettled([0, 1, 2, 3].map((item) => commits.add(item, 10_000)));
  expect(results.map((one) => (one.status === 'fulfilled' ? one.value : 'failed'))).toEqual([
    'done 0',
    'done 1',
    'failed',
    'done 3',
  ]);
});

test('what failed for another reason is tried again whole, until the deadline says that nothing is known', async () => {
  const groups: number[][] = [];
  const commit = async (items: readonly number[]) => {
    groups.push([...items]);
    if (groups.length < 3) throw new Error('connection lost');
    return items.map((item) => `done ${item}`);
  };
  const commits = groupCommit({ ...never, commit });
  expect(await commits.add(1, 10_000)).toBe('done 1');
  expect(groups).toEqual([[1], [1], [1]]);

  const lost = groupCommit({ ...never, commit: () => Promise.reject(new Error('connection lost')) });
  expect(await lost.add(1, 20)).toBeUndefined();
  await lost.idle();
});

test('whoever was answered without a result before its turn is not written', async () => {
  const { groups, commit, next } = gate();
  const commits = groupCommit({ ...never, commit, inFlight: 1 });
  const first = commits.add(1, 10_000);
  await turn();
  expect(await commits.add(2, 0)).toBeUndefined();
  next();
  await first;
  await commits.idle();
  expect(groups).toEqual([[1]]);
});
