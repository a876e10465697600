// One word for what went wrong. Messages can quote what people wrote, so they are never stored.

/** The error's own code where it has one that is a word; else its class. */
export function failureCode(error: unknown): string {
  const code: unknown = typeof error === 'object' && error !== null ? Reflect.get(error, 'code') : undefined;
  const name = error instanceof Error ? error.name : 'error';
  return word(code) ?? word(name) ?? 'error';
}

function word(value: unknown): string | undefined {
  return typeof value === 'string' && /^[\w.:-]{1,60}$/.test(value) ? value : undefined;
}
