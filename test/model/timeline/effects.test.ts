// What counts as one effect, and which records does a call vouch for?
import { describe, expect, it } from 'vitest';
import type { Observation } from '../../../src/model/fact.ts';
import { at, timelineOf, told } from './told.ts';

const effects = (...observations: Observation[]) =>
  timelineOf(observations).effects.map(({ target, action, chains }) => [
    target,
    action,
    chains.map(({ record }) => record.fields.record_id),
  ]);
const record = (record_id: string, fields: object = {}) =>
  told('record', { event_id: 'Ev1', target: 'jira', record_id, created_at: at(Number(record_id)), ...fields });
const call = (call_id: string, fields: object) => told('call', { event_id: 'Ev1', call_id, ...fields });

describe('an effect', () => {
  it('has every object of one target', () => {
    expect(effects(record('2'), record('1'))).toEqual([['jira', '', ['1', '2']]]);
  });

  it('is another one in another target', () => {
    expect(effects(record('1'), record('2', { target: 'tasks' }))).toHaveLength(2);
  });

  it('is another one behind another #action of the key', () => {
    const key = 'slack:T1:Ev1';
    const keyed = ['', '#notify', '#notify'].map((action, i) => record(`${i}`, { source_event_key: key + action }));
    expect(effects(...keyed)).toEqual([
      ['jira', '', ['0']],
      ['jira', 'notify', ['1', '2']],
    ]);
  });

  it('is the only named action where a witness left the key out, or wrote a random one', () => {
    const ticket = record('1', { source_event_key: 'k#ticket' });
    expect(effects(ticket, record('2'))).toEqual([['jira', 'ticket', ['1', '2']]]);
    const random = record('2', { source_event_key: '0b6f2c1e-8f0a-4a53-9d11-3f5c2c7f7c10' });
    expect(effects(ticket, random)).toEqual([['jira', 'ticket', ['1', '2']]]);
  });

  it('stays without a name where two named actions could be meant', () => {
    const named = ['ticket', 'mail'].map((action) => record(action, { source_event_key: `k#${action}` }));
    expect(effects(...named, record('3'))).toEqual([
      ['jira', 'ticket', ['ticket']],
      ['jira', 'mail', ['mail']],
      ['jira', '', ['3']],
    ]);
  });

  it.each([
    'V1StGXR8_Z5jdHi6B-myT',
    '01ARZ3NDEKTSV4RRFFQ69G5FAV',
    '0f8fad5b-d9cb-469f-a165-708677289501',
    '1793610900',
  ])('is one where the part behind # is new on every call: %s', (random) => {
    const keyed = ['1', '2'].map((id) =>
      record(id, { source_event_key: `k#${id === '1' ? random : random.split('').reverse().join('')}` }),
    );
    expect(effects(...keyed)).toEqual([['jira', '', ['1', '2']]]);
  });

  it.each(['notify', 'sendEmail2', 'step-3', 'ticket_v2', 'crm.deal'])('is another one behind a name: %s', (name) => {
    expect(
      effects(record('1', { source_event_key: 'k#other' }), record('2', { source_event_key: `k#${name}` })),
    ).toHaveLength(2);
  });

  it('takes the action from the call where the record has no key', () => {
    expect(effects(call('c', { at: at(0), source_event_key: 'k#notify' }), record('1', { call_id: 'c' }))).toEqual([
      ['jira', 'notify', ['1']],
    ]);
  });

  it('counts one object once, however many lines name it', () => {
    expect(
      effects(
        record('1'),
        record('1', { url: 'https://jira.example/1' }),
        told('record', { event_id: 'Ev1', record_id: '1' }),
      ),
    ).toEqual([['jira', '', ['1']]]);
  });
});

describe('a call vouches for a record', () => {
  const created = { target: 'jira', operation: 'create', outcome: 'done' } as const;

  it('that no line names', () => {
    const timeline = timelineOf([call('c', { ...created, at: at(0), finished_at: at(9), result_id: '41' })]);
    expect(timeline.effects[0]?.chains[0]).toMatchObject({
      record: { at: undefined, fields: { record_id: '41' } },
      call: { n: 1 },
    });
  });

  it('although its purpose and its answer stand on two lines', () => {
    const lines = [
      call('c', { target: 'jira', operation: 'create', at: at(0) }),
      call('c', { outcome: 'done', result_id: '41' }),
    ];
    expect(effects(...lines)).toEqual([['jira', '', ['41']]]);
    expect(effects(...lines.toReversed())).toEqual([['jira', '', ['41']]]);
  });

  it('not by an update, a search, or without a good end', () => {
    const update = [
      call('u', { target: 'jira', operation: 'update', at: at(0) }),
      call('u', { outcome: 'done', result_id: '41' }),
    ];
    expect(effects(...update)).toEqual([]);
    expect(effects(call('f', { ...created, operation: 'find', result_id: '41' }))).toEqual([]);
    expect(effects(call('c', { ...created, outcome: 'unknown', result_id: '41' }))).toEqual([]);
    expect(effects(call('c', { ...created }))).toEqual([]);
  });

  it('which is the one that a line names, also by another id than the answer had', () => {
    expect(effects(call('c', { ...created, result_id: '10041' }), record('41', { call_id: 'c' }))).toEqual([
      ['jira', '', ['41']],
    ]);
    expect(effects(call('c', { ...created, target: undefined, result_id: '41' }), record('41'))).toEqual([
      ['jira', '', ['41']],
    ]);
  });

  it('once, from the first of two creates that answer with one id', () => {
    const twice = [2, 1].map((n) => call(`c${n}`, { ...created, at: at(n), result_id: '41' }));
    const [effect] = timelineOf(twice).effects;
    expect(effect?.chains.map((chain) => chain.call?.fields.call_id)).toEqual(['c1']);
    expect(effect?.chains[0]?.record.contradictions).toEqual([]);
  });

  it('and so does a confirmed operation', () => {
    const operation = { event_id: 'Ev1', workspace_id: 'T1', source_event_key: 'k', target: 'jira' };
    expect(effects(told('operation', { ...operation, state: 'confirmed', external_id: '41' }))).toEqual([
      ['jira', '', ['41']],
    ]);
    expect(effects(told('operation', { ...operation, state: 'unknown', external_id: '41' }))).toEqual([]);
  });
});
