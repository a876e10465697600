// Is a time without a zone read as the clock in that place showed it, in summer and winter?
import fc from 'fast-check';
import { expect, it } from 'vitest';
import { hasNoZone, isZone, stampIn } from '../../src/model/zone.ts';

it.each([
  ['UTC', '2026-11-02 09:15:00,150', '2026-11-02T09:15:00.150Z'],
  ['+02:00', '2026-11-02T09:15:00', '2026-11-02T07:15:00.000Z'],
  ['-0330', '2026-11-02 09:15:00.5', '2026-11-02T12:45:00.500Z'],
  ['Europe/Berlin', '2026-07-02 09:15:00', '2026-07-02T07:15:00.000Z'],
  ['Europe/Berlin', '2026-11-02 09:15:00', '2026-11-02T08:15:00.000Z'],
  ['Asia/Kolkata', '2026-11-02 09:15:00', '2026-11-02T03:45:00.000Z'],
])('%s %s', (zone, text, iso) => {
  expect(new Date(stampIn(zone, text) ?? 0).toISOString()).toBe(iso);
});

it('is not guessed without a zone, and not changed where the text has one', () => {
  expect(stampIn(undefined, '2026-11-02 09:15:00')).toBeUndefined();
  expect(stampIn('UTC', '2026-11-02 09:15:00Z')).toBeUndefined();
  expect([hasNoZone('2026-11-02 09:15:00'), hasNoZone('2026-11-02 09:15:00Z'), hasNoZone('09:15')]).toEqual([
    true,
    false,
    false,
  ]);
});

it('knows what a zone is', () => {
  expect(['UTC', 'z', '+02:00', '-03', 'America/New_York'].map(isZone)).toEqual([true, true, true, true, true]);
  expect(['Mars/Base', '2', '', '+2'].map(isZone)).toEqual([false, false, false, false]);
});

it('comes back to the clock that was read, outside of the hours that a change of clocks takes or gives', () => {
  const format = (at: number, zone: string) => new Date(at).toLocaleString('sv-SE', { timeZone: zone, hour12: false });
  fc.assert(
    fc.property(
      fc.integer({ min: Date.UTC(2026, 0, 1), max: Date.UTC(2027, 0, 1) }),
      fc.constantFrom('Europe/Berlin', 'America/New_York', 'Australia/Sydney', 'Asia/Tokyo'),
      (ms, zone) => {
        const at = Math.floor(ms / 1000) * 1000;
        const clock = format(at, zone);
        fc.pre(format(at - 3_600_000, zone) !== clock && format(at + 3_600_000, zone) !== clock);
        expect(stampIn(zone, clock)).toBe(at);
      },
    ),
  );
});
