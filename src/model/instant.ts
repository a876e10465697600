// Moments and spans. One branded type, so that a duration or a day's millisecond can never stand for a moment.
declare const brand: unique symbol;

/** Milliseconds since 1970-01-01T00:00:00Z; may have a fraction, since PostgreSQL and Slack know microseconds. */
export type Instant = number & { readonly [brand]: 'instant' };

/** The only way to ask for the time. Nothing in model, causes, lint or audit is given one. */
export type Clock = () => Instant;

/** From 2001 to 2286 epoch milliseconds have 12 or 13 digits; anything else is another unit, and is refused. */
const earliest = Date.UTC(2001, 8, 9);
const latest = Date.UTC(2286, 10, 20);

const iso = /^\d{4}-\d{2}-\d{2}[T ]\d{2}:\d{2}(:\d{2}(?:[.,]\d+)?)?\s?(Z|[+-]\d{2}:?\d{2}|[+-]\d{2})$/i;

/**
 * Reads ISO 8601 with a zone, or epoch milliseconds as a number or digits.
 * Undefined for everything else: a time without a zone is not guessed.
 */
export function parseInstant(value: unknown): Instant | undefined {
  if (value instanceof Date) return inRange(value.getTime());
  if (typeof value === 'number') return inRange(value);
  if (typeof value !== 'string') return undefined;
  const text = value.trim();
  if (/^\d{12,13}(\.\d+)?$/.test(text)) return inRange(Number(text));
  const parts = iso.exec(text);
  if (!parts) return undefined;
  const zone = parts[2]?.toUpperCase() ?? 'Z';
  const seconds = (parts[1] ?? ':00').replace(',', '.');
  const fraction = /\.(\d+)$/.exec(seconds)?.[1] ?? '';
  const whole = `${text.slice(0, 10)}T${text.slice(11, 16)}${seconds.slice(0, 3)}`;
  const base = Date.parse(`${whole}${normalZone(zone)}`);
  return Number.isNaN(base) || !isDay(text) ? undefined : inRange(base + Number(`0.${fraction || '0'}`) * 1000);
}

/** A Slack `ts` or `event_ts` (seconds, with or without the dot before six digits). */
export function parseSlackTs(ts: string): Instant | undefined {
  const parts = /^(\d{10})\.?(\d{6})?$/.exec(ts);
  return parts ? inRange(Number(parts[1]) * 1000 + Number(parts[2] ?? 0) / 1000) : undefined;
}

export function toIso(at: Instant): string {
  return new Date(at).toISOString();
}

/** `4.20 s`, `77 ms`, `15 min 2 s`, `1 h 3 min`: the unit a reader thinks in at that size. */
export function formatSpan(milliseconds: number): string {
  const ms = Math.abs(milliseconds);
  const sign = milliseconds < 0 && Math.round(ms) > 0 ? '-' : '';
  if (ms < 999.5) return `${sign}${Math.round(ms)} ms`;
  if (ms < 59_995) return `${sign}${(ms / 1000).toFixed(2)} s`;
  const seconds = Math.round(ms / 1000);
  if (seconds < 3600) return `${sign}${two(Math.floor(seconds / 60), 'min', seconds % 60, 's')}`;
  const minutes = Math.round(seconds / 60);
  if (minutes < 2880) return `${sign}${two(Math.floor(minutes / 60), 'h', minutes % 60, 'min')}`;
  const hours = Math.round(minutes / 60);
  return `${sign}${two(Math.floor(hours / 24), 'd', hours % 24, 'h')}`;
}

function two(large: number, largeUnit: string, small: number, smallUnit: string): string {
  return small === 0 ? `${large} ${largeUnit}` : `${large} ${largeUnit} ${small} ${smallUnit}`;
}

function normalZone(zone: string): string {
  if (zone === 'Z') return 'Z';
  const digits = zone.slice(1).replace(':', '').padEnd(4, '0');
  return `${zone[0]}${digits.slice(0, 2)}:${digits.slice(2)}`;
}

/** `Date.parse` takes 30 February for 2 March. */
function isDay(text: string): boolean {
  const [year, month, day] = [text.slice(0, 4), text.slice(5, 7), text.slice(8, 10)].map(Number);
  return new Date(Date.UTC(year ?? 0, (month ?? 0) - 1, day)).getUTCDate() === day;
}

function inRange(ms: number): Instant | undefined {
  return ms >= earliest && ms < latest ? (ms as Instant) : undefined;
}
