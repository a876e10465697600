// Do the copies stand side by side with the keys that their guards were asked for, and is the part that differs marked?
import { describe, expect, it } from 'vitest';
import { copiesOf } from '../../src/model/copies.ts';
import { comparedRows } from '../../src/report/story/copies.ts';
import { at, timelineOf, told } from './timeline/told.ts';

const message = { channel: 'C1', ts: '1793610900.000100' };
const copy = (n: number, event_id: string, key: string | undefined, more: object = {}) => [
  told('delivery', { event_id, event_type: 'message', ...message, delivery_id: `d${n}`, at: at(n * 1000) }),
  told('run', { event_id, run_id: `r${n}`, delivery_id: `d${n}`, started_at: at(n * 1000 + 5) }),
  ...(key ? [told('guard', { event_id, run_id: `r${n}`, store: 'redis', key, at: at(n * 1000 + 9), ...more })] : []),
  told('record', { event_id, run_id: `r${n}`, target: 'jira', record_id: `OPS-${n}`, created_at: at(n * 1000 + 50) }),
];
const rows = (...lines: ReturnType<typeof copy>[]) => {
  const found = comparedRows(copiesOf(timelineOf(lines.flat())));
  return Object.fromEntries(found.map(({ name, cells }) => [name, cells]));
};

describe('the keys of two copies', () => {
  it('stand side by side, with the field that differs and its values', () => {
    const miss = { result: 'miss' as const };
    const table = rows(copy(1, 'Ev1', 'slack:T1:Ev1', miss), copy(2, 'Ev2', 'slack:T1:Ev2', miss));
    expect(table['guard key']).toEqual(['slack:T1:[event_id=Ev1]', 'slack:T1:[event_id=Ev2]']);
    expect(table['guard said']).toEqual(['miss in redis (#3)', 'miss in redis (#7)']);
  });

  it('have no mark where they are equal, and tell when the mark was set and ends', () => {
    const claim = { result: 'claimed' as const, set_at: at(1009), expires_at: at(61_009) };
    const table = rows(copy(1, 'Ev1', 'slack:T1:C1', claim), copy(2, 'Ev1', 'slack:T1:C1', { result: 'miss' }));
    expect(table['guard key']).toEqual(['slack:T1:C1', 'slack:T1:C1']);
    expect(table['mark set']).toEqual(['2026-11-02T09:15:01.009Z', '? not logged']);
    expect(table['mark ends']).toEqual(['2026-11-02T09:16:01.009Z', '? not logged']);
  });

  it('are marked without a field where the part is none that was logged', () => {
    const miss = { result: 'miss' as const };
    expect(rows(copy(1, 'Ev1', 'k:77aa', miss), copy(2, 'Ev1', 'k:77bb', miss))['guard key']).toEqual([
      'k:[77aa]',
      'k:[77bb]',
    ]);
  });

  it('are compared whole where they are not built alike', () => {
    const miss = { result: 'miss' as const };
    expect(rows(copy(1, 'Ev1', 'a:b', miss), copy(2, 'Ev1', 'a:b:c', miss))['guard key']).toEqual(['[a:b]', '[a:b:c]']);
  });

  it('take no row where nobody asked a guard', () => {
    expect(rows(copy(1, 'Ev1', undefined), copy(2, 'Ev1', undefined))['guard key']).toBeUndefined();
  });
});
