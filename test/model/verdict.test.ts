// When may a trace say "single", and what is missing when it may not?
import { describe, expect, it } from 'vitest';
import type { Observation } from '../../src/model/fact.ts';
import type { Coverage, Gap } from '../../src/model/source.ts';
import { decide } from '../../src/model/verdict.ts';
import { at, timelineOf, told } from './timeline/told.ts';

const horizonMs = 372_000;
const covers = (from: number | undefined, to: number | undefined, sees: Coverage['sees'] = ['record']): Coverage => ({
  source: 'log',
  sees,
  from: from === undefined ? undefined : at(from),
  to: to === undefined ? undefined : at(to),
});
const always = [covers(undefined, undefined)];
const delivery = (fields: object = {}, ms = 0) =>
  told('delivery', { event_id: 'Ev1', event_type: 'message', delivery_id: `d${ms}`, at: at(ms), ...fields });
const record = (id = 'OPS-41') =>
  told('record', { event_id: 'Ev1', target: 'jira', record_id: id, created_at: at(20) });
const inTime = delivery({ answered_at: at(40), status: 200 });
const answer = (lines: readonly Observation[], coverage: readonly Coverage[] = always, gaps: readonly Gap[] = []) =>
  decide(timelineOf(lines, undefined, { coverage, gaps }));

describe('single', () => {
  it.each([
    ['answered in time, read to the answer', [inTime, record()], [covers(0, 40)]],
    [
      'answered late, read until no repeat can come',
      [delivery({ answered_at: at(4200) }), record()],
      [covers(0, horizonMs)],
    ],
    [
      'the last repeat of four, all seen',
      [0, 1, 2, 3]
        .map((retry_num) => delivery({ retry_num, answered_at: at(retry_num * 1000 + 9000) }, retry_num * 1000))
        .concat(record()),
      [covers(0, 12_000)],
    ],
    ['by a source without an end', [delivery(), record()], always],
  ])('%s', (_, lines, coverage) => {
    expect(answer(lines, coverage)).toEqual({
      verdict: 'single',
      headline: '1 jira record from 1 Slack message',
      missing: [],
    });
  });

  it('with a source that nobody configured', () => {
    const absent: Gap = {
      source: 'database',
      reason: 'no source configured',
      wouldSettle: 'rows',
      kind: 'not-configured',
    };
    expect(answer([inTime, record()], always, [absent]).verdict).toBe('single');
  });
});

describe('two tasks of two events', () => {
  const tasks = [1, 2].flatMap((n) => [
    delivery(
      { event_id: `Ev${n}`, channel: 'C1', ts: `179361090${n}.000100`, answered_at: at(n + 40), status: 200 },
      n,
    ),
    told('record', { event_id: `Ev${n}`, target: 'jira', record_id: `OPS-4${n}`, created_at: at(n + 20) }),
  ]);
  const asked = ['OPS-41', 'OPS-42'].map((value) => ({ type: 'record_id', value }) as const);
  const answerFor = (lines: readonly Observation[]) => decide(timelineOf(lines, asked, { coverage: always }));

  it('are two actions of people', () => {
    expect(answerFor(tasks).verdict).toBe('not-a-duplicate');
  });

  it('are not decided where a bot wrote the second and nobody knows whose it is', () => {
    const byBot = told('delivery', { event_id: 'Ev2', delivery_id: 'd2', bot_id: 'B0DESK' });
    const { verdict, missing } = answerFor([...tasks, byBot]);
    expect(verdict).toBe('inconclusive');
    expect(missing[0]).toMatch(
      /^Ev2 .* was written by the bot B0DESK, and no record shows whether it is the app itself/,
    );
  });
});

describe('inconclusive', () => {
  const gap = (kind: Gap['kind']): Gap => ({ source: 'log', reason: 'cut off', wouldSettle: 'more', kind });
  const failed = told('attempt', {
    event_id: 'Ev1',
    queue: 'q',
    job_id: '7',
    attempt: 1,
    at: at(10),
    finished_at: at(30),
    outcome: 'failed',
  });
  const late = delivery({ answered_at: at(4200) });
  const call = (fields: object) =>
    told('call', { event_id: 'Ev1', call_id: 'c9', target: 'jira', operation: 'create', at: at(25), ...fields });

  it.each<[string, Observation[], Coverage[], Gap[], string]>([
    ['the log ends before a repeat could come', [late, record()], [covers(0, 5000)], [], 'could still come again'],
    ['the answer was not logged', [delivery(), record()], [covers(0, 5000)], [], 'could still come again'],
    [
      'the answer was not 2xx',
      [delivery({ answered_at: at(40), status: 500 }), record()],
      [covers(0, 41)],
      [],
      'could still come again',
    ],
    [
      'only a source that sees no effects reads on',
      [late, record()],
      [covers(0, 5000), covers(0, undefined, ['delivery'])],
      [],
      'could still come again',
    ],
    [
      'no source sees effects',
      [inTime, record()],
      [covers(0, undefined, ['delivery'])],
      [],
      'no source says that it shows everything that was made',
    ],
    ['the log begins after the arrival', [inTime, record()], [covers(2000, undefined)], [], 'begins after'],
    [
      'two sources cover the window only together',
      [late, record()],
      [covers(0, 5000), covers(5000, undefined)],
      [],
      'begins after',
    ],
    [
      'attempts before the repeat were not seen',
      [delivery({ retry_num: 2, answered_at: at(40) }), record()],
      always,
      [],
      'retry 2',
    ],
    ['no arrival was seen and the log ends', [record()], [covers(0, 100)], [], 'could still come again'],
    ['a source failed', [inTime, record()], always, [gap('failed')], 'log: cut off'],
    ['a source was read in part', [inTime, record()], always, [gap('partial')], 'log: cut off'],
    [
      'a second create has no answer',
      [inTime, record(), call({})],
      always,
      [],
      'nobody knows whether the create at jira',
    ],
    [
      'a second create has an unknown result',
      [inTime, record(), call({ outcome: 'unknown' })],
      always,
      [],
      'nobody knows',
    ],
    ['the job failed and can run again', [inTime, record(), failed], always, [], 'can run again'],
    [
      'a run that made nothing has no end',
      [inTime, record(), told('run', { event_id: 'Ev1', run_id: 'r9', started_at: at(30) })],
      always,
      [],
      'has no end in what was read',
    ],
    [
      'a job was never taken',
      [inTime, record(), told('job', { event_id: 'Ev1', queue: 'q', job_id: '8', at: at(10) })],
      always,
      [],
      'no attempt of job 8',
    ],
    ['nothing was found', [], always, [], 'no source says anything'],
    ['nothing shows effects', [inTime], [covers(0, undefined, ['delivery'])], [], 'no source shows what was created'],
  ])('%s', (_, lines, coverage, gaps, missing) => {
    const decision = answer(lines, coverage, gaps);
    expect(decision.verdict).toBe('inconclusive');
    expect(decision.missing.join('; ')).toContain(missing);
    expect(decision.headline).toBe(`not decided: ${decision.missing[0]}`);
  });

  it('not by a run without an end that made the object, nor by a job that made it', () => {
    const run = told('run', { event_id: 'Ev1', run_id: 'r1', delivery_id: 'd0', started_at: at(5) });
    const made = told('record', { event_id: 'Ev1', target: 'jira', record_id: '1', run_id: 'r1', created_at: at(20) });
    expect(answer([inTime, run, made]).verdict).toBe('single');
    const job = told('job', { event_id: 'Ev1', queue: 'q', job_id: '8', at: at(10) });
    const done = told('record', { event_id: 'Ev1', target: 'jira', record_id: '1', job_id: '8', created_at: at(20) });
    expect(answer([inTime, job, done]).verdict).toBe('single');
  });

  it('not by what did not make the effect', () => {
    const search = call({ operation: 'find', outcome: 'unknown' });
    const refused = call({ outcome: 'refused' });
    const pager = call({ operation: undefined, target: 'pager', outcome: 'unknown' });
    const done = told('attempt', {
      event_id: 'Ev1',
      queue: 'q',
      job_id: '7',
      attempt: 2,
      at: at(35),
      finished_at: at(39),
      outcome: 'done',
    });
    for (const lines of [[search], [refused], [pager], [failed, done]])
      expect(answer([inTime, record(), ...lines]).verdict).toBe('single');
  });
});

describe('the others', () => {
  it('counts each intended effect for itself: the e-mail twice, the ticket once', () => {
    const made = (record_id: string, action: string) =>
      told('record', {
        event_id: 'Ev1',
        target: action === 'mail' ? 'mail' : 'jira',
        record_id,
        source_event_key: `slack:T1:Ev1#${action}`,
        created_at: at(20),
      });
    expect(answer([inTime, made('OPS-41', 'ticket'), made('m1', 'mail'), made('m2', 'mail')])).toMatchObject({
      verdict: 'duplicate',
      headline: '2 mail records for mail (and 1 jira record for ticket) from 1 Slack message; cause open',
    });
  });

  it('two objects are a duplicate, whatever else is unknown', () => {
    const gap: Gap = { source: 'database', reason: 'refused', wouldSettle: 'rows', kind: 'failed' };
    expect(answer([delivery(), record('1'), record('2')], [], [gap])).toMatchObject({
      verdict: 'duplicate',
      headline: '2 jira records from 1 Slack message; cause open',
    });
  });

  it('one object in each of two targets is no duplicate', () => {
    const task = told('record', { event_id: 'Ev1', target: 'tasks', record_id: '1', created_at: at(20) });
    expect(answer([inTime, record(), task])).toMatchObject({
      verdict: 'single',
      headline: '1 jira record and 1 task from 1 Slack message',
    });
  });

  it('nothing made, seen by one who would see it, is a loss; unless a create has no answer', () => {
    const unknown = told('call', {
      event_id: 'Ev1',
      call_id: 'c',
      target: 'jira',
      operation: 'create',
      at: at(9),
      outcome: 'unknown',
    });
    expect(answer([inTime]).verdict).toBe('lost');
    expect(answer([inTime, unknown]).verdict).toBe('unknown-result');
  });
});
