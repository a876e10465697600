// Is a verdict made of objects and their ids, whatever was answered?
import { expect, it } from 'vitest';
import { resultOf as resultAfter, type Told } from '../../../src/drill/world/judge.ts';
import { acts } from '../played.ts';

const resultOf = (all: Parameters<typeof resultAfter>[0], told: Told) => resultAfter(all, told, 40);

function judged(wanted: number, ids: readonly string[], more: { seen?: string[]; answered?: string[] } = {}) {
  const act = acts().next();
  for (const id of [...(more.seen ?? []), ...ids]) act.seenIds.add(id);
  for (const id of more.answered ?? []) act.answeredIds.add(id);
  act.answers.push('200 after 1 ms');
  return { act, wanted, ids };
}

it('one object for one act is safe', () => {
  const result = resultOf([judged(1, ['A'], { answered: ['A'] })], {});
  expect(result).toMatchObject({
    verdict: 'safe',
    rounds: 1,
    lookedMs: 40,
    count: { wanted: 1, got: 1, lost: 0, resultIds: ['A'] },
  });
});

it('a receiver may call the object by a name of its own, as long as it is one', () => {
  expect(resultOf([judged(1, ['41'], { answered: ['OPS-41'] })], {})).toMatchObject({ verdict: 'safe' });
});

it.each([
  ['two objects', judged(1, ['A', 'B']), { got: 2, lost: 0, resultIds: ['A', 'B'] }],
  ['one object under one id twice', judged(1, ['A', 'A']), { got: 2, lost: 0, resultIds: ['A'] }],
  ['none', judged(1, []), { got: 0, lost: 1, resultIds: [] }],
  ['one where none is wanted', judged(0, ['A']), { got: 1, lost: 0, resultIds: ['A'] }],
  ['another object than before', judged(1, ['B'], { seen: ['A'] }), { got: 1, lost: 0, resultIds: ['A', 'B'] }],
  ['repeats answered with two ids', judged(1, ['A'], { answered: ['X', 'Y'] }), { got: 1, resultIds: ['X', 'Y'] }],
  ['one that was there and is gone', judged(1, [], { seen: ['A'] }), { got: 0, lost: 1, resultIds: ['A'] }],
])('%s is unsafe', (_, one, count) => {
  expect(resultOf([one], {})).toMatchObject({ verdict: 'unsafe', count });
});

it('an act with two does not make up for one with none', () => {
  const result = resultOf([judged(1, ['A', 'B']), judged(1, [])], { rounds: 2 });
  expect(result).toMatchObject({ verdict: 'unsafe', rounds: 2, count: { wanted: 2, got: 2, lost: 1 } });
  expect('evidence' in result && result.evidence).toContain('1 more act with a wrong number');
});

it('another fault is one, whatever the count says', () => {
  const result = resultOf([judged(1, ['A'])], { faults: ['an answer came late'] });
  expect(result).toMatchObject({ verdict: 'unsafe', evidence: expect.stringContaining('an answer came late') });
});
