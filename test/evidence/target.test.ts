// Is what a target was not asked told apart from what it does not have?
import { describe, expect, it } from 'vitest';
import { DedupeError } from '../../src/errors.ts';
import { targetSource } from '../../src/evidence/target.ts';
import type { Observation } from '../../src/model/fact.ts';
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

describe('an index that has nothing', () => {
  const at = 1_795_953_600_000;
  const record = { id: '7', url: undefined, createdAt: at, createdBy: undefined, key: 'k0', state: 'open' };
  const none = { answer: 'none', control: 'c', asked: 'a' };

  async function traced(listsByTime: boolean, listed: object | Error, seen: readonly Observation[], store = 'index') {
    const spans: [number, number][] = [];
    const target = {
      abilities: { listsByTime },
      find: async () => ({ ...none, store }),
      findWindow: async (from: number, to: number) => {
        spans.push([from, to]);
        if (listed instanceof Error) throw listed;
        return listed;
      },
    } as unknown as Target;
    const source = targetSource(new Map([['jira', target]]), async () => {});
    const first = await source.collect(query(0, 1), signal);
    const then = await source.about?.(seen, signal);
    return { spans, gaps: [...first.gaps, ...(then?.gaps ?? [])], observations: then?.observations };
  }
  const delivery = (when: number): Observation => ({
    kind: 'delivery',
    fields: { at: when as never },
    provenance: { source: 'log', where: '1', clock: 'log' },
  });
  const seen = [delivery(at + 60_000), delivery(at)];

  it('is a gap where there is nothing else to ask', async () => {
    for (const { gaps, spans } of [
      await traced(false, {}, seen),
      await traced(true, {}, []),
      await traced(true, { ...none, store: 'index' }, seen),
    ]) {
      expect(gaps).toMatchObject([{ kind: 'partial', reason: expect.stringContaining('jira: its index has no') }]);
      expect(spans.length).toBeLessThan(2);
    }
    const [unread, unseen] = [
      await traced(true, new DedupeError('DEDUPE_TARGET_UNREACHABLE', 'nobody'), seen),
      await traced(true, { answer: 'cannot-see', reason: 'no access', asked: 'a' }, seen),
    ];
    expect(unread.gaps).toMatchObject([{ reason: expect.stringContaining('was not read: nobody') }]);
    expect(unseen.gaps).toMatchObject([{ reason: expect.stringContaining('shows nothing: no access') }]);
  });

  it('is none where the list by time, since the first thing was seen, has none either', async () => {
    const { gaps, spans, observations } = await traced(true, { ...none, store: 'primary' }, seen);
    expect([gaps, observations]).toEqual([[], []]);
    expect(spans[0]?.[0]).toBe(at - 5_000);
  });

  it('does not hide the object that the list by time has', async () => {
    const { gaps, observations } = await traced(true, { answer: 'found', records: [record] }, seen);
    expect(gaps).toEqual([]);
    expect(observations).toMatchObject([{ kind: 'record', fields: { record_id: '7', source_event_key: 'k0' } }]);
  });

  it('of a primary store is no gap', async () => {
    const { gaps, spans } = await traced(true, {}, seen, 'primary');
    expect([gaps, spans]).toEqual([[], []]);
  });
});
