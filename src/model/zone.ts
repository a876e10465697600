// Times that a logger writes without saying in which zone its clock was.
import { type Instant, parseInstant } from './instant.ts';

const bare = /^(\d{4}-\d\d-\d\d)[T ](\d\d:\d\d:\d\d)(?:[.,](\d{1,9}))?$/;

/** Written as a time, and without a zone. */
export function hasNoZone(value: unknown): boolean {
  return typeof value === 'string' && bare.test(value.trim());
}

/** Undefined: no such time, or nobody said which zone it is in. */
export function stampIn(zone: string | undefined, value: unknown): Instant | undefined {
  if (zone === undefined || typeof value !== 'string') return undefined;
  const [, day, clock, fraction = '0'] = bare.exec(value.trim()) ?? [];
  if (day === undefined) return undefined;
  const asUtc = parseInstant(`${day}T${clock}.${fraction}Z`);
  if (asUtc === undefined) return undefined;
  const fixed = offsetMs(zone);
  if (fixed !== undefined) return (asUtc - fixed) as Instant;
  // The offset there depends on the moment, which depends on the offset: the second look settles it outside of the lost hour.
  const near = asUtc - offsetAt(zone, asUtc);
  return (asUtc - offsetAt(zone, near)) as Instant;
}

/** A zone that this machine knows, in any of the forms that the configuration allows. */
export function isZone(zone: string): boolean {
  if (offsetMs(zone) !== undefined) return true;
  try {
    return offsetAt(zone, 0) !== undefined;
  } catch {
    return false;
  }
}

function offsetMs(zone: string): number | undefined {
  if (/^(?:UTC|Z)$/i.test(zone)) return 0;
  const [, sign, hours, minutes = '00'] = /^([+-])(\d\d):?(\d\d)?$/.exec(zone) ?? [];
  if (sign === undefined) return undefined;
  return (sign === '-' ? -1 : 1) * (Number(hours) * 60 + Number(minutes)) * 60_000;
}

const formats = new Map<string, Intl.DateTimeFormat>();

function offsetAt(zone: string, at: number): number {
  const format =
    formats.get(zone) ??
    new Intl.DateTimeFormat('en-US', { timeZone: zone, timeZoneName: 'longOffset', year: 'numeric' });
  formats.set(zone, format);
  const name = format.formatToParts(at).find(({ type }) => type === 'timeZoneName')?.value ?? '';
  return offsetMs(name.replace('GMT', '') || 'UTC') ?? 0;
}
