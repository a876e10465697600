// Which texts are moments, and how does a span read at its size?
import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { formatSpan, parseInstant, parseSlackTs, toIso } from '../../src/model/instant.ts';

const iso = (value: unknown) => {
  const at = parseInstant(value);
  return at === undefined ? undefined : toIso(at);
};

describe('a moment', () => {
  it.each([
    ['2026-11-02T09:15:00Z', '2026-11-02T09:15:00.000Z'],
    ['2026-11-02T09:15:00.123Z', '2026-11-02T09:15:00.123Z'],
    ['2026-11-02 09:15:00.5+01:00', '2026-11-02T08:15:00.500Z'],
    ['2026-11-02 09:15:00,5 +0100', '2026-11-02T08:15:00.500Z'],
    ['2026-11-02T09:15-08', '2026-11-02T17:15:00.000Z'],
    ['2024-02-29t00:00:00z', '2024-02-29T00:00:00.000Z'],
    [1_793_610_900_000, '2026-11-02T09:15:00.000Z'],
    ['1793610900000', '2026-11-02T09:15:00.000Z'],
    [new Date(Date.UTC(2026, 10, 2)), '2026-11-02T00:00:00.000Z'],
  ])('%s', (value, expected) => expect(iso(value)).toBe(expected));

  it('keeps microseconds', () => {
    expect(Number(parseInstant('2026-11-02T09:15:00.000250Z')) % 1000).toBeCloseTo(0.25, 3);
  });

  it.each([
    ['has no zone', '2026-11-02T09:15:00'],
    ['is a day', '2026-11-02'],
    ['is a day that no calendar has', '2026-02-30T00:00:00Z'],
    ['is the 29th of February of another year', '2026-02-29T00:00:00Z'],
    ['is a month that no calendar has', '2026-13-01T00:00:00Z'],
    ['is an hour that no clock has', '2026-11-02T25:00:00Z'],
    ['is in seconds', 1_793_610_900],
    ['is in seconds, as text', '1793610900.000100'],
    ['is in microseconds', 1_793_610_900_000_000],
    ['is endless', Number.POSITIVE_INFINITY],
    ['is no number', Number.NaN],
    ['is an invalid date', new Date('x')],
    ['is a word', 'infinity'],
    ['is empty', ''],
    ['is a flag', true],
    ['has words behind it', '2026-11-02T09:15:00Z and more'],
  ])('is not one that %s', (_, value) => expect(parseInstant(value)).toBeUndefined());

  it('is read again as it was written', () => {
    const dates = fc.date({ min: new Date('2001-09-10'), max: new Date('2286-01-01'), noInvalidDate: true });
    fc.assert(fc.property(dates, (date) => iso(date.toISOString()) === date.toISOString()));
  });

  it('never throws on any text', () => {
    fc.assert(
      fc.property(fc.anything(), (value) => {
        const at = parseInstant(value);
        return at === undefined || Number.isFinite(at);
      }),
    );
  });

  it.each([
    ['1793610900.000100', 0.1],
    ['1793610900000100', 0.1],
    ['1793610900', 0],
  ])('of a ts %s', (ts, ms) => {
    expect(Number(parseSlackTs(ts)) - 1_793_610_900_000).toBeCloseTo(ms, 3);
  });

  it.each(['1793610900.1', '17936109', 'x', ''])('is not in the ts %s', (ts) =>
    expect(parseSlackTs(ts)).toBeUndefined(),
  );
});

describe('a span reads', () => {
  it.each([
    [0, '0 ms'],
    [0.4, '0 ms'],
    [-0.4, '0 ms'],
    [77, '77 ms'],
    [999.4, '999 ms'],
    [999.6, '1.00 s'],
    [1000, '1.00 s'],
    [4200, '4.20 s'],
    [-3020, '-3.02 s'],
    [59_994, '59.99 s'],
    [59_995, '1 min'],
    [60_000, '1 min'],
    [902_000, '15 min 2 s'],
    [3_599_600, '1 h'],
    [3_780_000, '1 h 3 min'],
    [172_799_000, '2 d'],
    [183_600_000, '2 d 3 h'],
  ])('%d ms: %s', (ms, text) => expect(formatSpan(ms)).toBe(text));

  const limits: Readonly<Record<string, number>> = { ms: 999, s: 59.99, min: 59, h: 47 };
  const units: Readonly<Record<string, number>> = { ms: 1, s: 1000, min: 60_000, h: 3_600_000, d: 86_400_000 };
  const partsOf = (text: string) =>
    text
      .replace('-', '')
      .match(/[\d.]+ \w+/g)
      ?.map((part) => part.split(' ') as [string, string]) ?? [];
  const lengthOf = (text: string) =>
    partsOf(text).reduce((sum, [size, unit]) => sum + Number(size) * (units[unit] ?? Number.NaN), 0);
  const spans = fc.double({ min: 0, max: 1e10, noNaN: true });

  it('longer for a longer time', () => {
    fc.assert(
      fc.property(
        spans,
        fc.double({ min: 0, max: 120_000, noNaN: true }),
        (ms, more) => lengthOf(formatSpan(ms)) <= lengthOf(formatSpan(ms + more)),
      ),
    );
  });

  it('near the time that it stands for, with no part that is a whole of the next unit', () => {
    fc.assert(
      fc.property(spans, (ms) => {
        const text = formatSpan(ms);
        expect(Math.abs(lengthOf(text) - ms)).toBeLessThanOrEqual(Math.max(0.5, ms * 0.05));
        for (const [size, unit] of partsOf(text))
          expect(Number(size)).toBeLessThanOrEqual(limits[unit] ?? Number.POSITIVE_INFINITY);
      }),
    );
  });

  it('the same backwards, with a sign', () => {
    fc.assert(
      fc.property(
        spans.filter((ms) => ms >= 1),
        (ms) => formatSpan(-ms) === `-${formatSpan(ms)}`,
      ),
    );
  });
});
