// Are all sources asked until nothing new is named, does one that fails leave the others standing, does timing decide nothing?
import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { DedupeError } from '../../src/errors.ts';
import { collect } from '../../src/evidence/collect.ts';
import type { Observation } from '../../src/model/fact.ts';
import type { Coverage, Query, Source } from '../../src/model/source.ts';
import { type Identifier, identifiersOf } from '../../src/model/timeline/identifiers.ts';
import { at, told } from '../model/timeline/told.ts';

const asked: Identifier[] = [{ type: 'event_id', value: 'Ev1' }];
const open = { signal: new AbortController().signal };
const nameOf = ({ type, value }: Identifier) => `${type} ${value}`;

/** A source that answers as a real one: statements that carry one of the names asked for. */
function source(
  id: string,
  lines: readonly Observation[],
  more: Partial<Source> & { delay?: () => Promise<void>; coverage?: Coverage[] } = {},
) {
  const asked: Query[] = [];
  const answer: Source = {
    id,
    wouldSettle: `what ${id} saw`,
    describe: () => id,
    async collect(query) {
      asked.push(query);
      await more.delay?.();
      const names = query.identifiers.map(nameOf);
      const observations = lines.filter((line) => identifiersOf(line).some((one) => names.includes(nameOf(one))));
      return { observations, gaps: [], coverage: more.coverage ?? [] };
    },
    close: async () => {},
    ...more,
  };
  return { ...answer, asked };
}

const wheres = (observations: readonly Observation[]) => [
  ...new Set(observations.map(({ provenance }) => provenance.where)),
];
const line = (where: string) => ({ where });
const message = { channel: 'C1', ts: '1793610900.000100' };

describe('the search', () => {
  it('follows names from source to source until nothing new is named', async () => {
    const log = source('log', [
      told('delivery', { event_id: 'Ev1', delivery_id: 'd1', at: at(0) }, line('a:1')),
      told('run', { run_id: 'r1', delivery_id: 'd1' }, line('a:2')),
      told('attempt', { queue: 'q', job_id: '7', attempt: 1 }, line('a:4')),
    ]);
    const queue = source('queue', [told('job', { queue: 'q', job_id: '7', run_id: 'r1' }, line('q 7'))]);
    const { observations, gaps } = await collect([log, queue], asked, open);
    expect(wheres(observations)).toEqual(['a:1', 'a:2', 'a:4', 'q 7']);
    expect(gaps).toEqual([]);
    const names = log.asked.flatMap(({ identifiers }) => identifiers.map(nameOf));
    expect(names).toEqual([...new Set(names)]);
  });

  it('puts what later rounds bring in its place', async () => {
    const late = told('run', { run_id: 'r1' }, line('a:9'));
    const log = source('log', [told('record', { event_id: 'Ev1', run_id: 'r1' }, line('a:10')), late]);
    expect(wheres((await collect([log], asked, open)).observations)).toEqual(['a:9', 'a:10']);
  });

  it('goes on to siblings by what channel and ts say', async () => {
    const lines = [
      told('delivery', { event_id: 'Ev1', ...message }, line('a:1')),
      told('delivery', { event_id: 'Ev2', subject: 'slack:C1:1793610900.000100', delivery_id: 'd2' }, line('a:2')),
      told('run', { run_id: 'r2', delivery_id: 'd2' }, line('a:3')),
    ];
    expect(wheres((await collect([source('log', lines)], asked, open)).observations)).toEqual(['a:1', 'a:2', 'a:3']);
  });

  it('does not go on to an event that only touches the same record', async () => {
    const lines = [
      told('record', { event_id: 'Ev1', target: 'jira', record_id: 'OPS-41' }, line('a:1')),
      told(
        'call',
        { event_id: 'Ev2', operation: 'update', target: 'jira', result_id: 'OPS-41', run_id: 'r2' },
        line('a:2'),
      ),
      told('run', { event_id: 'Ev2', run_id: 'r2' }, line('a:3')),
    ];
    const log = source('log', lines);
    expect(wheres((await collect([log], asked, open)).observations)).toEqual(['a:1', 'a:2']);
    expect(log.asked.flatMap(({ identifiers }) => identifiers.map(nameOf))).not.toContain('run_id r2');
  });

  it('goes on from the create that made the record asked for, where the record itself names no event', async () => {
    const lines = [
      told('record', { target: 'jira', record_id: 'OPS-41' }, line('a:1')),
      told('call', { event_id: 'Ev2', target: 'jira', result_id: 'OPS-41', run_id: 'r2' }, line('a:2')),
      told('run', { event_id: 'Ev2', run_id: 'r2' }, line('a:3')),
    ];
    const records: Identifier[] = [{ type: 'record', value: 'jira/OPS-41' }];
    expect(wheres((await collect([source('log', lines)], records, open)).observations)).toEqual(['a:1', 'a:2', 'a:3']);
  });

  it('goes on from every record that was asked for, whatever its event', async () => {
    const made = [1, 2].map((n) =>
      told('record', { event_id: `Ev${n}`, target: 'jira', record_id: `${n}`, run_id: `r${n}` }, line(`a:${n}`)),
    );
    const runs = [1, 2].map((n) => told('run', { event_id: `Ev${n}`, run_id: `r${n}` }, line(`b:${n}`)));
    const records: Identifier[] = ['jira/1', 'jira/2'].map((value) => ({ type: 'record', value }));
    expect(wheres((await collect([source('log', [...made, ...runs])], records, open)).observations)).toEqual([
      'a:1',
      'a:2',
      'b:1',
      'b:2',
    ]);
  });

  it('stops in a chain without end, and says so', async () => {
    let n = 0;
    const endless = source('log', [], {
      collect: async () => ({
        observations: [told('run', { run_id: `r${n}`, delivery_id: `d${++n}` })],
        gaps: [],
        coverage: [],
      }),
    });
    const { gaps } = await collect([endless], asked, open);
    expect(gaps.map(({ source, kind }) => [source, kind])).toEqual([['search', 'partial']]);
  });
});

describe('a source that throws', () => {
  const rows = source('rows', [told('record', { event_id: 'Ev1', target: 'jira', record_id: '1' }, line('r 1'))]);
  const failing = (error: unknown) => source('broken', [], { collect: async () => Promise.reject(error) });

  it.each([
    ['a known error', new DedupeError('DEDUPE_DB_REFUSED', 'no right to read'), 'no right to read (DEDUPE_DB_REFUSED)'],
    ['a fault', new TypeError('x is undefined'), 'x is undefined (DEDUPE_BUG)'],
    ['something else', 'words', 'words (DEDUPE_BUG)'],
  ])('%s becomes a gap, and the others still answer', async (_, error, reason) => {
    const { observations, gaps } = await collect([failing(error), rows], asked, open);
    expect(wheres(observations)).toEqual(['r 1']);
    expect(gaps).toEqual([{ source: 'broken', reason, wouldSettle: 'what broken saw', kind: 'failed' }]);
  });

  it('in a later round keeps what it said before, and is asked no more', async () => {
    let round = 0;
    const flaky = source('flaky', [], {
      collect: async () => {
        round += 1;
        if (round > 1) throw new DedupeError('DEDUPE_DB_UNREACHABLE', 'gone');
        return { observations: [told('run', { event_id: 'Ev1', run_id: 'r1' }, line('f:1'))], gaps: [], coverage: [] };
      },
    });
    const chain = source('log', [
      told('job', { run_id: 'r1', queue: 'q', job_id: '1' }, line('a:1')),
      told('attempt', { queue: 'q', job_id: '1' }, line('a:2')),
    ]);
    const { observations, gaps } = await collect([flaky, chain], asked, open);
    expect(wheres(observations)).toEqual(['f:1', 'a:1', 'a:2']);
    expect([gaps.length, round]).toEqual([1, 2]);
  });
});

describe('time', () => {
  it('decides nothing about the order', async () => {
    const lines = (id: string) =>
      [1, 2, 10].map((n) => told('run', { event_id: 'Ev1', run_id: `${id}${n}` }, { source: id, where: `${id}:${n}` }));
    await fc.assert(
      fc.asyncProperty(fc.scheduler(), async (scheduler) => {
        const sources = ['a', 'b', 'c'].map((id) =>
          source(id, lines(id), { delay: () => scheduler.schedule(Promise.resolve()) }),
        );
        const result = collect(sources, asked, open);
        await scheduler.waitIdle();
        const { observations } = await result;
        expect(wheres(observations)).toEqual(['a:1', 'a:2', 'a:10', 'b:1', 'b:2', 'b:10', 'c:1', 'c:2', 'c:10']);
      }),
      { numRuns: 50 },
    );
  });

  it('that was left out by --since and --until was not covered', async () => {
    const coverage: Coverage[] = [
      { source: 'log', sees: ['record'], from: at(0), to: at(900) },
      { source: 'db', sees: ['record'], from: undefined, to: undefined },
    ];
    const span = { since: at(100), until: at(500), ...open };
    const result = await collect([source('log', [], { coverage })], asked, span);
    expect(result.coverage.map(({ from, to }) => [from, to])).toEqual([
      [at(100), at(500)],
      [at(100), at(500)],
    ]);
    expect((await collect([source('log', [], { coverage })], asked, open)).coverage).toEqual(coverage);
  });
});

describe('an interruption', () => {
  it('stops the search, and what was found until then is told', async () => {
    const controller = new AbortController();
    const log = source('log', [told('run', { event_id: 'Ev1', run_id: 'r1' }), told('job', { run_id: 'r1' })], {
      delay: async () => controller.abort(new Error('Ctrl-C')),
    });
    const { observations } = await collect([log], asked, { signal: controller.signal });
    expect(observations.map(({ kind }) => kind)).toEqual(['run']);
    expect(log.asked).toHaveLength(1);
  });

  it('leaves behind a source that does not listen, and says so', async () => {
    const controller = new AbortController();
    const log = source('log', [told('run', { event_id: 'Ev1', run_id: 'r1' })], {
      delay: async () => controller.abort(new Error('Ctrl-C')),
    });
    const deaf = source('queue', [], { collect: () => new Promise(() => {}) });
    const { observations, gaps } = await collect([log, deaf], asked, { signal: controller.signal });
    expect(observations).toHaveLength(1);
    expect(gaps).toMatchObject([{ source: 'queue', reason: 'interrupted before it had answered', kind: 'partial' }]);
    await expect(collect([deaf], asked, { signal: controller.signal })).rejects.toThrow('Ctrl-C');
  });

  it('is not taken for a failure of the source', async () => {
    const controller = new AbortController();
    const log = source('log', [], {
      collect: async () => {
        controller.abort(new Error('Ctrl-C'));
        throw new Error('stream closed');
      },
    });
    await expect(collect([log], asked, { signal: controller.signal })).rejects.toThrow('Ctrl-C');
  });
});
