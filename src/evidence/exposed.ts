// What a log should not hold: tokens, and what people wrote. Only places are told, never the text.
import { mask } from '../model/clean/mask.ts';
import type { LogRecord } from '../scan/log-record.ts';

export interface Exposed {
  /** From the top of the line, with dots. */
  readonly field: string;
  readonly what: 'token' | 'message text';
}

const deepest = 8;

/** Each field once for each line. A body that is logged as text is looked into. */
export function exposedIn(record: LogRecord): Exposed[] {
  const found = new Map<string, Exposed>();
  walk(record, [], found);
  return [...found.values()];
}

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
  const isNamed = secretName.test(name) && mask(`${name}=${value}`) !== `${name}=${value}`;
  // An address or a phone is masked as well, and is no token.
  return isNamed || (tokenLike.test(value) && mask(value) !== value) ? 'token' : undefined;
}

const secretName = /(?:secret|token|password|passwd|authorization|signature|api_?key)$/i;
const tokenLike =
  /xox[a-z]-|xapp-|bearer |v0=[0-9a-f]{32}|eyJ|gh[opsur]_|github_pat_|AKIA|ASIA|[rsp]k_(?:live|test)_|whsec_|glpat-|lin_api_|:\/\/[^/@\s]+:[^/@\s]+@|(?:token|secret|password)=/i;

/** Slack's own field for what was written, where a payload was logged whole. */
function isMessage(path: readonly string[]): boolean {
  const [last = '', before = ''] = [path.at(-1), path.at(-2)];
  return (
    last === 'text' &&
    ['event', 'message', 'previous_message', 'payload', 'body', 'elements', 'blocks'].includes(before)
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
