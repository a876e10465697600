// What a log should not hold: tokens, and what people wrote. Only places are told, never the text.
import { holdsSecret } from '../model/clean/holds-secret.ts';
import type { LogRecord } from '../scan/log-record.ts';

export interface Exposed {
  /** From the top of the line, with dots. */
  readonly field: string;
  readonly what: 'token' | 'message text';
}

const deepest = 8;

/** Each field once for each line. A body that is logged as text is looked into. `text`: what no field says, named `line`. */
export function exposedIn(record: LogRecord, text = ''): Exposed[] {
  const found = new Map<string, Exposed>();
  walk(record, [], found);
  if (holdsSecret(text)) found.set('line token', { field: 'line', what: 'token' });
  if (writtenInside.test(text)) found.set('line message text', { field: 'line', what: 'message text' });
  return [...found.values()];
}

/** A payload in JSON or in Python's way, somewhere in a line. */
const writtenInside = /['"]text['"]\s*:\s*(?:"[^"\n]*\s[^"\n]*"|'[^'\n]*\s[^'\n]*')/;

function walk(value: unknown, path: readonly string[], found: Map<string, Exposed>): void {
  if (typeof value === 'string') {
    const what = whatIs(value, path);
    const field = path.join('.') || 'line';
    if (what) found.set(`${field}\n${what}`, { field, what });
    const inside = path.length < deepest ? objectIn(value) : undefined;
    if (inside) walk(inside, path, found);
    return;
  }
  if (typeof value !== 'object' || value === null || path.length >= deepest) return;
  for (const [name, inner] of Object.entries(value)) walk(inner, Array.isArray(value) ? path : [...path, name], found);
}

function whatIs(value: string, path: readonly string[]): Exposed['what'] | undefined {
  if (isMessage(path) && /\s/.test(value.trim())) return 'message text';
  const name = path.at(-1) ?? '';
  return holdsSecret(value) || holdsSecret(`${name}=${value}`) ? 'token' : undefined;
}

/** Slack's own field for what was written, where a payload was logged whole. */
function isMessage(path: readonly string[]): boolean {
  const [last = '', before = ''] = [path.at(-1), path.at(-2)];
  return (
    last === 'text' &&
    ['event', 'message', 'previous_message', 'payload', 'body', 'elements', 'blocks'].includes(before.toLowerCase())
  );
}

function objectIn(value: string): LogRecord | undefined {
  if (!value.startsWith('{')) return undefined;
  try {
    return JSON.parse(value) as LogRecord;
  } catch {
    return undefined;
  }
}
