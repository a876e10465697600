// Do a command and a target count as they should, and never take silence for an empty answer?
import { expect, it } from 'vitest';
import { commandCounter } from '../../../src/drill/count/command.ts';
import { targetCounter } from '../../../src/drill/count/target.ts';
import { messageOf } from '../../../src/drill/world/payloads.ts';
import type { Found, Target, TargetAbilities } from '../../../src/model/target.ts';
import { fakeTarget } from '../../pipeline/worker/world.ts';
import { acts, never } from '../played.ts';

const env = { PATH: process.env.PATH };
const sent = () => {
  const act = acts().next();
  messageOf(act);
  return act;
};

it('counts the lines of a command that is told whom it is about', async () => {
  const act = sent();
  const counter = commandCounter('echo "a $DRILL_MARKER"; echo; echo b', env, '/');
  expect(await counter.count(act, never)).toEqual([`a ${act.marker}`, 'b']);
  const byKey = commandCounter('case $DRILL_KEY in *:Ev*) echo by event;; *) echo by subject;; esac', env, '/');
  expect(await byKey.count(act, never)).toEqual(['by subject', 'by event']);
});

it('cannot count by a command that fails, whatever it printed', async () => {
  const counter = commandCounter('echo a; echo no such server >&2; exit 4', env, '/');
  await expect(counter.count(sent(), never)).rejects.toThrow('the command that counts ended with 4: no such server');
});

function asked(found: Found, abilities: Partial<TargetAbilities>): Target {
  return { ...fakeTarget(() => ({ outcome: 'unknown', reason: '' }), abilities).target, find: async () => found };
}
const record = (id: string, state: 'open' | 'deleted') => ({
  ...{ id, state, url: undefined, createdAt: undefined, createdBy: undefined, key: 'k' },
});
const none = (store: 'primary' | 'index'): Found => ({ answer: 'none', store, control: '', asked: '' });

it('counts what a target finds, without what was deleted', async () => {
  const found: Found = { answer: 'found', asked: '', records: [record('A', 'open'), record('B', 'deleted')] } as never;
  expect(await targetCounter(asked(found, { findBy: 'primary' })).count(sent(), never)).toEqual(['A']);
  expect(await targetCounter(asked(none('primary'), { findBy: 'primary' })).count(sent(), never)).toEqual([]);
});

it('waits for an index as long as it may lag, and concludes nothing from one of which that is not known', async () => {
  const lagging = targetCounter(asked(none('index'), { findBy: 'index', indexLagMs: 5_000 }));
  expect([lagging.lagMs, await lagging.count(sent(), never)]).toEqual([5_000, []]);
  const unknown = targetCounter(asked(none('index'), { findBy: 'index', indexLagMs: undefined }));
  await expect(unknown.count(sent(), never)).rejects.toThrow('nothing found proves nothing');
});

it.each([
  [{ answer: 'cannot-see', reason: 'no rights', asked: '' } as const, 'primary' as const, 'no rights'],
  [none('primary'), 'none' as const, 'cannot be asked for a key'],
])('%j is not nothing', async (found, findBy, why) => {
  await expect(targetCounter(asked(found, { findBy })).count(sent(), never)).rejects.toThrow(why);
});
