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
    if (typeof value === 'string' && value.length <= longest && isWord(value)) return value;
  return undefined;
}

/** Nearly all ids are ASCII, of which every sign that is seen counts; the classes of Unicode take long to make. */
function isWord(value: string): boolean {
  return /^[\x21-\x7e]+$/.test(value) || /^[\p{L}\p{N}\p{P}\p{S}]+$/u.test(value);
}

/** Whether there is an id at all, be it one that JSON has rounded: where bytes are compared, nobody reads it. */
export function isId(value: unknown): boolean {
  return typeof value === 'number' || idOf(value) !== undefined;
}

/** As `idOf`, for ids that a sender writes as numbers; one that JSON has rounded is none. */
export function numberedId(...candidates: unknown[]): string | undefined {
  for (const value of candidates) {
    const id = Number.isSafeInteger(value) ? String(value) : idOf(value);
    if (id !== undefined) return id;
  }
  return undefined;
}
