// Which copy is to be kept, and is it said why?
import { expect, it } from 'vitest';
import { keepers } from '../../src/model/keepers.ts';
import { at, timelineOf, told } from './timeline/told.ts';

const record = (record_id: string, ms?: number, fields: object = {}) =>
  told('record', {
    event_id: 'Ev1',
    target: 'jira',
    record_id,
    created_at: ms === undefined ? undefined : at(ms),
    ...fields,
  });
const kept = (...lines: ReturnType<typeof record>[]) =>
  keepers(timelineOf(lines)).map(({ id, keep, why }) => [id, keep, why]);

it('the first is kept, whatever the order of the lines', () => {
  expect(kept(record('OPS-42', 5300), record('OPS-41', 2300))).toEqual([
    ['OPS-41', true, 'the first'],
    ['OPS-42', false, 'a later copy'],
  ]);
});

it('one is kept in each effect', () => {
  expect(kept(record('OPS-41', 1), record('7', 2, { target: 'tasks' })).map(([, keep, why]) => [keep, why])).toEqual([
    [true, 'the only one'],
    [true, 'the only one'],
  ]);
});

it('without times nothing is said to be the first', () => {
  const lines = kept(record('OPS-41'), record('OPS-42'));
  expect(lines.map(([, keep]) => keep)).toEqual([true, false]);
  expect(lines.map(([, , why]) => why)).not.toContain('the first');
});
