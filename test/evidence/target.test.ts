// Is what a target was not asked told apart from what it does not have?
import { expect, it } from 'vitest';
import { targetSource } from '../../src/evidence/target.ts';
import type { Query } from '../../src/model/source.ts';
import type { Target } from '../../src/model/target.ts';

const { signal } = new AbortController();

function sourceOver(asked: string[]) {
  const find: Target['find'] = async (key) => {
    asked.push(key);
    return { answer: 'none' } as Awaited<ReturnType<Target['find']>>;
  };
  return targetSource(new Map([['jira', { id: 'jira', find } as unknown as Target]]), async () => {});
}

const query = (from: number, to: number): Query => ({
  identifiers: Array.from({ length: to - from }, (_, i) => ({ type: 'source_event_key', value: `k${from + i}` })),
  since: undefined,
  until: undefined,
});

it('asks about each key once, and about twenty at most, and says how many it left out', async () => {
  const asked: string[] = [];
  const source = sourceOver(asked);
  expect((await source.collect(query(0, 15), signal)).gaps).toEqual([]);
  const { gaps } = await source.collect(query(10, 23), signal);
  expect(asked).toEqual(Array.from({ length: 20 }, (_, i) => `k${i}`));
  expect(gaps.map(({ reason }) => reason)).toEqual([
    '3 more keys stand in the other sources, and 20 at most are asked about',
  ]);
});

it('says that it was not asked where no source names a key, and only then', async () => {
  const source = sourceOver([]);
  await source.collect(
    { identifiers: [{ type: 'event_id', value: 'Ev1' }], since: undefined, until: undefined },
    signal,
  );
  expect(source.afterwards?.()).toMatchObject([
    { kind: 'not-configured', reason: expect.stringContaining('jira was') },
  ]);
  await source.collect(query(0, 1), signal);
  expect(source.afterwards?.()).toEqual([]);
});
