// Single values of a log, each believed only in the forms that mean one thing.

import { type Instant, parseInstant } from '../../model/instant.ts';
import { wholeTs } from '../../model/ts.ts';

export type Reading = (value: unknown) => string | number | undefined;

const longest = 255;

/** One word that names no person and no address. Whatever holds white space is somebody's text and is not taken. */
export const word: Reading = (value) => {
  if (typeof value === 'number') return Number.isSafeInteger(value) ? String(value) : undefined;
  if (typeof value !== 'string' || value === '' || value.length > longest || /\s/.test(value)) return undefined;
  return /^[^@]+@[^@]+\.[a-z]+$/i.test(value) || isAddress(value) ? undefined : value;
};

/** IPv4 or IPv6, with or without a port. */
function isAddress(text: string): boolean {
  return (
    /^\d{1,3}(\.\d{1,3}){3}(:\d+)?$/.test(text) ||
    /^\[?[0-9a-f]{0,4}(:[0-9a-f]{0,4}){2,7}(%\w+)?\]?(:\d+)?$/i.test(text)
  );
}

export const matching =
  (form: RegExp): Reading =>
  (value) => {
    const text = word(value);
    return typeof text === 'string' && form.test(text) ? text : undefined;
  };

export const count: Reading = (value) => {
  const number = typeof value === 'string' && /^\d{1,6}$/.test(value) ? Number(value) : value;
  return typeof number === 'number' && Number.isSafeInteger(number) && number >= 0 ? number : undefined;
};

/** A code of HTTP; `status: "ok"` is something else. */
export const httpStatus: Reading = (value) => {
  const status = count(value);
  return typeof status === 'number' && status >= 100 && status <= 599 ? status : undefined;
};

/** A message's ts as text. Seconds as a number are one only beside a channel, which the caller knows. */
export const slackTs: Reading = (value) => {
  const text = typeof value === 'number' && value > 1e9 && value < 1e10 ? value.toFixed(6) : value;
  return typeof text === 'string' && /^\d{10}\.\d{1,6}$/.test(text) ? wholeTs(text) : undefined;
};

/** A path without its query; undefined for an address elsewhere: that is a call, not an arrival. */
export const path: Reading = (value) =>
  typeof value === 'string' && value.startsWith('/') ? value.replace(/[?#].*$/s, '').slice(0, longest) : undefined;

export const method: Reading = matching(/^(GET|HEAD|POST|PUT|PATCH|DELETE|OPTIONS)$/i);

/** Whole seconds, as Slack's header has them. */
export const seconds: Reading = (value) => (/^\d{10}$/.test(String(value)) ? Number(value) * 1000 : undefined);

/** W3C traceparent, or the bare trace id that tracers write into logs (as a traceparent without a span). */
export const trace: Reading = (value) => {
  if (typeof value !== 'string') return undefined;
  if (/^[0-9a-f]{2}-[0-9a-f]{32}-[0-9a-f]{16}-[0-9a-f]{2}$/.test(value)) return value;
  return /^[0-9a-f]{32}$/.test(value) ? `00-${value}-0000000000000000-00` : undefined;
};

/** What a logger stamps: ISO 8601 with a zone, epoch milliseconds, or epoch seconds as a number. */
export function stamp(value: unknown): Instant | undefined {
  if (typeof value === 'number' && value > 1e9 && value < 1e10) return parseInstant(value * 1000);
  return parseInstant(value);
}

/** Milliseconds under a name that says so, and texts with a unit (`4.2s`, `77ms`). */
export const milliseconds: Reading = (value) => {
  const number = typeof value === 'string' && /^\d+(\.\d+)?$/.test(value) ? Number(value) : value;
  if (typeof number === 'number') return Number.isFinite(number) && number >= 0 ? number : undefined;
  return withUnit(value);
};

/** A bare number under `duration` is seconds in one app and milliseconds in the next: only a unit makes it a span. */
export const withUnit: Reading = (value) => {
  const [, amount, unit] = (typeof value === 'string' && /^(\d+(?:\.\d+)?)\s?(\u00b5s|us|ms|s)$/.exec(value)) || [];
  if (amount === undefined) return undefined;
  return Number(amount) * ({ µs: 0.001, us: 0.001, ms: 1, s: 1000 }[unit ?? 'ms'] ?? 1);
};

export const inSeconds: Reading = (value) => {
  const number = typeof value === 'string' && /^\d+(\.\d+)?$/.test(value) ? Number(value) : value;
  return typeof number === 'number' && number >= 0 ? number * 1000 : undefined;
};
