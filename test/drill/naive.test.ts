// Does every scenario find the fault that it looks for, by name?
import { expect, test } from 'vitest';
import { scenarios } from '../../src/drill/index.ts';
import { naive } from './naive.ts';
import { drillOf, playAll, quick, verdictsOf } from './played.ts';

const impatient = { ...quick, waitMs: 250, holdMs: 10 };

test('a receiver with every fault fails every scenario but the one that needs a guard', async () => {
  const { url, ...world } = await naive();
  const played = await playAll(drillOf(url, world.counter, { ...world, timing: impatient }));
  expect(verdictsOf(played)).toEqual(
    scenarios.map(({ id }) => `${id} ${id === 'first-delivery-lost' ? 'safe' : 'unsafe'}`),
  );
  const counts = new Map(
    played.map(({ scenario, result }) => [scenario.id, result.verdict === 'not-run' ? undefined : result.count]),
  );
  expect(counts.get('same-event-twice')).toMatchObject({ wanted: 1, got: 3, lost: 0, resultIds: { length: 3 } });
  expect(counts.get('concurrent-delivery')).toMatchObject({ wanted: 2, got: 12, lost: 0 });
  expect(counts.get('own-bot-edit')).toMatchObject({ wanted: 0, got: 1 });
  expect(counts.get('database-gone')).toMatchObject({ wanted: 3, got: 0, lost: 3 });
  expect(counts.get('slow-worker')).toMatchObject({ wanted: 5, got: 20, lost: 0 });
});

test('a receiver that drops retries loses the event of which only the retry comes', async () => {
  const { url, ...world } = await naive({ dropsRetries: true });
  const drill = drillOf(url, world.counter, { ...world, timing: impatient });
  const played = await playAll(drill, 'first-delivery-lost', 'retry-with-headers');
  expect(verdictsOf(played)).toEqual(['retry-with-headers safe', 'first-delivery-lost unsafe']);
});

test('without hooks nothing that needs one is passed', async () => {
  const { url, counter } = await naive();
  const drill = drillOf(url, counter, { timing: impatient });
  const played = await playAll(drill);
  const unplayed = played.filter(({ result }) => result.verdict === 'not-run');
  expect(unplayed.map(({ scenario }) => scenario.id)).toEqual(
    scenarios.filter(({ needs }) => needs.length > 0).map(({ id }) => id),
  );
  expect(unplayed.map(({ result }) => 'reason' in result && result.reason)).toContain(
    'the configuration has no pause_worker, resume_worker',
  );
});
