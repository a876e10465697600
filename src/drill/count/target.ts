// Counts with the adapter of a target: every record that really bears one of the act's keys.
import type { Target } from '../../model/target.ts';
import { type Act, keysOf } from '../world/act.ts';
import { type Counter, CountFailed, together } from './counter.ts';

export function targetCounter(target: Target): Counter {
  const { findBy, indexLagMs } = target.abilities;
  return {
    title: `the target ${target.id}`,
    everyMs: 1_000,
    lagMs: indexLagMs ?? 0,
    async count(act: Act, signal) {
      if (findBy === 'none') throw new CountFailed(`${target.title} cannot be asked for a key`, { isMisuse: true });
      const lists: string[][] = [];
      for (const key of keysOf(act)) lists.push(await find(key, signal));
      return together(lists);
    },
    close: async () => target.close?.(),
  };

  async function find(key: string, signal: AbortSignal): Promise<string[]> {
    const found = await target.find(key, signal);
    if (found.answer === 'cannot-see') throw new CountFailed(`${target.title} cannot see: ${found.reason}`);
    if (found.answer === 'found') return found.records.filter(({ state }) => state !== 'deleted').map(({ id }) => id);
    if (found.store === 'index' && indexLagMs === undefined)
      throw new CountFailed(`${target.title} looks into an index whose lag is not known: nothing found proves nothing`);
    return [];
  }
}
