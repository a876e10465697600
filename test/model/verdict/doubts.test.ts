// What keeps a verdict from being given, although every source was read?
import { describe, expect, it } from 'vitest';
import { decide } from '../../../src/model/verdict.ts';
import { at, timelineOf, told } from '../timeline/told.ts';

const sees = [{ source: 'log', sees: ['record', 'delivery'] as const, from: undefined, to: undefined }];
const record = (id: string, fields: object = {}) =>
  told('record', { target: 'jira', record_id: id, created_at: at(500), ...fields });
const delivery = (id: string, fields: object = {}) =>
  told('delivery', { event_id: id, delivery_id: `d-${id}`, at: at(0), answered_at: at(50), status: 200, ...fields });
const records = ['OPS-41', 'OPS-42'].map((value) => ({ type: 'record_id', value }) as const);
const answer = (lines: Parameters<typeof timelineOf>[0], asked?: Parameters<typeof timelineOf>[1]) =>
  decide(timelineOf(lines, asked, { coverage: sees }));

describe('two tasks that were asked for', () => {
  it('are not single where they name no event', () => {
    const { verdict, missing } = answer([record('OPS-41'), record('OPS-42')], records);
    expect(verdict).toBe('inconclusive');
    expect(missing).toContain('no run, job or call line ties OPS-42 to an event');
  });

  it('are two wishes only where something tells what their events are about', () => {
    const two = (fields: (n: number) => object) =>
      [1, 2].flatMap((n) => [delivery(`Ev${n}`, fields(n)), record(`OPS-4${n}`, { event_id: `Ev${n}` })]);
    const silent = answer(
      two(() => ({})),
      records,
    );
    expect(silent.verdict).toBe('inconclusive');
    expect(silent.missing[0]).toContain('nothing tells what Ev1 and Ev2 is about');
    const told = answer(
      two((n) => ({ event_type: 'message', channel: 'C0HELP', ts: `179361090${n}.000100` })),
      records,
    );
    expect(told.verdict).toBe('not-a-duplicate');
  });
});

describe('an event of which nothing was made', () => {
  it('is not lost where another consumer of the socket may have it', () => {
    const nameless = answer([delivery('Ev1', { transport: 'socket' })]);
    expect(nameless.missing).toContain('#1 came over a socket to an instance that is not named');
    const alone = answer([delivery('Ev1', { transport: 'socket', instance_id: 'api-1' })]);
    expect(alone.missing).toContain('it came over a socket, and no lifecycle line tells who was connected');
    const connected = told('lifecycle', { what: 'connected', instance_id: 'api-1', at: at(-9000) });
    const known = answer([connected, delivery('Ev1', { transport: 'socket', instance_id: 'api-1' })]);
    expect(known.verdict).toBe('lost');
  });

  it('is not lost where the guard took it for a copy of something that nothing names', () => {
    const hit = told('guard', { event_id: 'Ev1', key: 'k', result: 'hit', at: at(5), delivery_id: 'd-Ev1' });
    expect(answer([hit]).missing).toContain(
      'the guard took Ev1 for a copy (#1), and nothing tells what it is about: log its delivery',
    );
    const seen = answer([hit, delivery('Ev1', { event_type: 'message', channel: 'C0HELP', ts: '1793610901.000100' })]);
    expect(seen.missing).toEqual([]);
  });
});
