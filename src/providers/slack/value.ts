// How are single values taken out of a payload that may be anything, without ever taking prose?

/** The property of an object; undefined for everything that is not one. */
export function field(value: unknown, name: string): unknown {
  return typeof value === 'object' && value !== null && Object.hasOwn(value, name)
    ? (value as Record<string, unknown>)[name]
    : undefined;
}

/** The value at the end of a path of properties. */
export function at(value: unknown, ...path: string[]): unknown {
  return path.reduce(field, value);
}

/** Slack's limit for the ids that an app chooses itself (`action_id`, `callback_id`). */
const longest = 255;

/** An id: one word. Whatever holds white space is somebody's text and is not taken. */
export function idOf(...candidates: unknown[]): string | undefined {
  for (const value of candidates)
    if (typeof value === 'string' && value.length <= longest && /^[\p{L}\p{N}\p{P}\p{S}]+$/u.test(value)) return value;
  return undefined;
}

/**
 * A message's ts: seconds, a dot, a fraction. Pages and some loggers drop the dot before the six digits;
 * a logger that wrote it as a number dropped the zeros behind it.
 */
export function tsOf(...candidates: unknown[]): string | undefined {
  for (const value of candidates) {
    const text = typeof value === 'number' && value > 0 ? value.toFixed(6) : value;
    if (typeof text !== 'string') continue;
    if (/^\d{16}$/.test(text)) return `${text.slice(0, 10)}.${text.slice(10)}`;
    if (/^\d+\.\d+$/.test(text)) return text;
  }
  return undefined;
}
