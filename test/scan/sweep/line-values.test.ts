// Are the values that stand in the bytes of a line those that a parser reads? And times, and spans of time.
import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { noFieldMap } from '../../../src/model/field-map.ts';
import { parseInstant } from '../../../src/model/instant.ts';
import { Spread } from '../../../src/model/spread.ts';
import { ByteTimes } from '../../../src/scan/sweep/byte-times.ts';
import { type FieldName, field, fieldNames } from '../../../src/scan/sweep/field-names.ts';
import { LineValues } from '../../../src/scan/sweep/line-values.ts';

const asked = fieldNames.filter((name) => !['dedupe', 'wrapped', 'sqs_message', 'collector', 'sent'].includes(name));
const value = fc.oneof(
  fc.string(),
  fc.string({ unit: 'binary' }),
  fc.integer(),
  fc.double({ noNaN: true }),
  fc.constantFrom(null, true, ''),
);
const inner = fc.oneof(value, fc.array(value), fc.dictionary(fc.constantFrom(...asked, 'other'), value));
const line = fc.dictionary(fc.constantFrom(...asked, 'other', 'more', 'x"y'), fc.oneof(value, inner), { maxKeys: 12 });

function read(text: string): LineValues {
  const bytes = Buffer.from(`${text}\n`);
  const values = new LineValues(noFieldMap);
  values.read(bytes, 0, bytes.length - 1);
  return values;
}

describe('the values of a fact line', () => {
  it('are those at the top of the object, however it is written', () => {
    fc.assert(
      fc.property(line, fc.constantFrom(undefined, 1, '\t'), (fields, indent) => {
        const text = JSON.stringify({ ...fields, dedupe: 'record' }, undefined, indent).replaceAll('\n', ' ');
        const parsed = JSON.parse(text) as Record<string, unknown>;
        const values = read(`app | ${text}`);
        expect(values.isFact).toBe(true);
        for (const name of asked) {
          const own = parsed[name];
          const isValue = (typeof own === 'string' && own !== '') || typeof own === 'number';
          expect(values.text(field[name as FieldName])).toBe(isValue ? String(own) : undefined);
        }
      }),
      { numRuns: 500 },
    );
  });

  it('survive anything that is no JSON', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'binary', maxLength: 200 }), (text) => {
        read(text.replaceAll('\n', ' '));
        read(`{"event_id":"${text.replaceAll('\n', ' ')}`);
      }),
    );
    expect(read('{"event_id":"Ev1').has(field.event_id)).toBe(false);
    expect(read(`${'{"a":'.repeat(100)}1`).has(field.event_id)).toBe(false);
  });

  it('are found in logfmt, in requests and under other spellings', () => {
    expect(read('time=2026-01-01T00:00:00Z event_id=Ev1 msg="a b"').text(field.event_id)).toBe('Ev1');
    expect(read('{"req":{"id":7},"headers":{"X-Slack-Retry-Num":"1"}}').text(field.request_id)).toBe('7');
    expect(read('{"req":{"headers":{"X-Slack-Retry-Num":"1"}}}').text(field.retry_num)).toBe('1');
    expect(read('{"other":{"id":7}}').has(field.request_id)).toBe(false);
  });

  it('do not have the id that an export gives to its line', () => {
    expect(read('{"message":"a","ingestionTime":1,"eventId":"391"}').has(field.event_id)).toBe(false);
    expect(read('{"message":"a","collector":1,"eventId":"Ev1"}').text(field.event_id)).toBe('Ev1');
    expect(read('{"dedupe":"run","message":"a","ingestionTime":1,"event_id":"Ev1"}').text(field.event_id)).toBe('Ev1');
  });
});

describe('times in bytes', () => {
  it('are those that the reader of facts reads', () => {
    const times = new ByteTimes();
    const moment = fc.date({ min: new Date('2002-01-01'), max: new Date('2200-01-01'), noInvalidDate: true });
    fc.assert(
      fc.property(moment, fc.constantFrom(0, 1, 2, 3), (date, form) => {
        const iso = date.toISOString();
        const text = [iso, `${iso.slice(0, 19)}Z`, iso.replace('Z', '123+02:00'), String(date.getTime())][form] ?? iso;
        const bytes = Buffer.from(text);
        expect(times.read(bytes, 0, bytes.length, false)).toBeCloseTo(parseInstant(text) ?? Number.NaN, 2);
      }),
    );
    for (const text of ['2026-01-01', 'yesterday', '2026-01-01T10:00:00', '12']) {
      expect(times.read(Buffer.from(text), 0, text.length, false)).toBeNaN();
    }
  });
});

describe('a spread', () => {
  it('knows every percentile within two per cent, and leaves out what another one holds', () => {
    fc.assert(
      fc.property(
        fc.array(fc.integer({ min: 0, max: 10_000_000 }), { minLength: 1, maxLength: 200 }),
        fc.constantFrom(0.5, 0.95),
        (all, part) => {
          const spread = new Spread();
          for (const ms of all) spread.add(ms);
          const exact = all.toSorted((a, b) => a - b)[Math.max(1, Math.ceil(all.length * part)) - 1] ?? 0;
          expect(Math.abs((spread.at(part) ?? Number.NaN) - exact)).toBeLessThanOrEqual(Math.max(1, exact * 0.02));
          expect(spread.without(spread).count).toBe(0);
        },
      ),
    );
    expect(new Spread().at(0.5)).toBeUndefined();
  });

  it('is exact where a class holds one length, once or often, also after others were taken out', () => {
    const [spread, others] = [new Spread(), new Spread()];
    for (const ms of [10_000, 10_000, 3_017, 250]) spread.add(ms);
    for (const ms of [3_017, 250]) others.add(ms);
    expect([spread.at(0.5), spread.at(1)]).toEqual([3_017, 10_000]);
    expect(spread.without(others).at(0.5)).toBe(10_000);
  });
});
