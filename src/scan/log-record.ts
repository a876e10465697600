// One line of any common logger as an object: JSON behind whatever prefix a collector put there, or logfmt.

export type LogRecord = Readonly<Record<string, unknown>>;

/** Undefined: the line is text. */
export function readRecord(text: string): LogRecord | undefined {
  const brace = text.indexOf('{');
  if (brace >= 0) {
    const json = parseObject(text, brace);
    if (json) return json;
  }
  return readLogfmt(text);
}

/** The object that begins at `start` and ends the line. */
export function parseObject(text: string, start: number): LogRecord | undefined {
  if (start < 0) return undefined;
  try {
    const value: unknown = JSON.parse(text.slice(start));
    return typeof value === 'object' && value !== null && !Array.isArray(value) ? (value as LogRecord) : undefined;
  } catch {
    return undefined;
  }
}

/** `key=value` and `key="value"`, with dots for what is nested. Anything else between two pairs makes it text. */
const pair = /\s*([A-Za-z_@][\w.@/-]*)=(?:"((?:[^"\\]|\\.)*)"|([^\s"]*))(?=\s|$)/y;

function readLogfmt(text: string): LogRecord | undefined {
  const record: Record<string, unknown> = {};
  const line = text.trim();
  let count = 0;
  pair.lastIndex = 0;
  for (let end = 0; end < line.length; end = pair.lastIndex) {
    const [, key = '', quoted, bare] = pair.exec(line) ?? [];
    if (key === '') return undefined;
    put(record, key.split('.'), quoted?.replace(/\\(.)/g, '$1') ?? bare);
    count += 1;
  }
  return count >= 2 ? record : undefined;
}

function put(record: Record<string, unknown>, path: readonly string[], value: unknown): void {
  const [name = '', ...rest] = path;
  if (name === '__proto__') return;
  if (rest.length === 0) {
    record[name] ??= value;
    return;
  }
  const inside = record[name];
  if (inside !== undefined && typeof inside !== 'object') return;
  const next = (inside ?? {}) as Record<string, unknown>;
  record[name] = next;
  put(next, rest, value);
}
