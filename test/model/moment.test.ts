// Is a moment what the person meant, and refused where two things could be meant?
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { Instant } from '../../src/model/instant.ts';
import { parseMoment } from '../../src/model/moment.ts';

const now = Date.UTC(2026, 10, 29, 12) as Instant;

describe('parseMoment', () => {
  it.each([
    ['30m', now - 30 * 60_000],
    ['30min', now - 30 * 60_000],
    ['90s', now - 90_000],
    ['24h', now - 86_400_000],
    ['1.5h', now - 5_400_000],
    ['7d', now - 7 * 86_400_000],
    [' 2w ', now - 14 * 86_400_000],
    ['2026-11-29T11:00:00Z', now - 3_600_000],
    ['2026-11-29T12:00:00+01:00', now - 3_600_000],
    [String(now), now],
    [now, now],
  ])('reads %s', (typed, at) => {
    expect(parseMoment(typed, now)).toBe(at);
  });

  it.each([
    ['2026-11-29T11:00', 'no time zone'],
    ['2026-11-29 11:00:00.5', 'no time zone'],
    ['2026-11-29', 'a day without'],
    ['1732900000', 'epoch seconds'],
    ['1732900000.000100', 'epoch seconds'],
    [1732900000, 'epoch seconds'],
    ['30', 'without a unit'],
    ['-1', 'without a unit'],
    ['30x', 'not a time'],
    ['30M', 'not a time'],
    ['-30m', 'not a time'],
    ['yesterday', 'not a time'],
    ['', 'not a time'],
    ['2026-13-41T11:00:00Z', 'not a time'],
    ['99999d', 'longer ago'],
  ])('refuses %s', (typed, why) => {
    expect(parseMoment(typed, now)).toEqual({ problem: expect.stringContaining(why) });
  });

  it('reads back every moment as ISO 8601', () => {
    fc.assert(
      fc.property(fc.integer({ min: Date.UTC(2002, 0), max: Date.UTC(2280, 0) }), (at) => {
        expect(parseMoment(new Date(at).toISOString(), now)).toBe(at);
      }),
    );
  });
});
