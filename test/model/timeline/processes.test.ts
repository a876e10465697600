// Did one process do both, as far as the two facts can tell?
import { describe, expect, it } from 'vitest';
import type { Fact } from '../../../src/model/fact.ts';
import { processNames, sameProcess } from '../../../src/model/timeline/processes.ts';

const run = (fields: object, clock = 'app.log'): Fact =>
  ({
    n: 1,
    kind: 'run',
    at: undefined,
    clock,
    fields,
    witnesses: [{ source: 'log', where: 'app.log:1', clock }],
    origin: {},
    contradictions: [],
  }) as unknown as Fact;

describe('one process', () => {
  it.each([
    ['one instance', { instance_id: 'a' }, { instance_id: 'a' }, 'same'],
    ['one instance and pid', { instance_id: 'a', pid: '7' }, { instance_id: 'a', pid: '7' }, 'same'],
    ['one instance, two pids', { instance_id: 'a', pid: '7' }, { instance_id: 'a', pid: '8' }, 'different'],
    ['two instances with one pid', { instance_id: 'a', pid: '7' }, { instance_id: 'b', pid: '7' }, 'different'],
    ['one pid in one log', { pid: '7' }, { pid: '7' }, 'same'],
    ['one of them unnamed', { instance_id: 'a' }, {}, 'unknown'],
    ['both unnamed', {}, {}, 'unknown'],
  ])('%s', (_, left, right, wanted) => {
    expect(sameProcess(run(left), run(right))).toBe(wanted);
    expect(sameProcess(run(right), run(left))).toBe(wanted);
  });

  it('is not told by a pid from another log: every machine counts its own', () => {
    expect(sameProcess(run({ pid: '7' }, 'one.log'), run({ pid: '7' }, 'two.log'))).toBe('unknown');
  });

  it('is named with its pid only where the names are equal', () => {
    const [a, b] = [run({ instance_id: 'a', pid: '7' }), run({ instance_id: 'a', pid: '8' })];
    expect(processNames(a, b)).toEqual(['a as process 7', 'a as process 8']);
    expect(processNames(a, run({ instance_id: 'b', deployment_version: '2', pid: '8' }))).toEqual(['a', 'b (2)']);
  });
});
