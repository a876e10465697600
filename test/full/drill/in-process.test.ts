// Does the reference pipeline, on a real server, hold in every scenario?
import { expect, test } from 'vitest';
import { scenarios } from '../../../src/drill/index.ts';
import { playAll, verdictsOf } from '../../drill/played.ts';
import { reference } from '../../drill/reference.ts';

test('every scenario holds but the one about a Redis that it does not have', { timeout: 60_000 }, async (context) => {
  const { drill } = await reference(context);
  const played = await playAll(drill);
  const told = played.map(({ scenario, result }) => [
    scenario.id,
    'evidence' in result ? result.evidence : result.reason,
  ]);
  expect(verdictsOf(played), JSON.stringify(told, undefined, 1)).toEqual(
    scenarios.map(({ id }) => `${id} ${id === 'redis-restarted' ? 'not-run' : 'safe'}`),
  );
});
