// One word for what went wrong. Messages can quote what people wrote, so they are never stored.

/** The error's own code where it has one that is a word, or that of what caused it; else its class. */
export function failureCode(error: unknown): string {
  const name = error instanceof Error ? error.name : 'error';
  return codeOf(error) ?? word(name) ?? 'error';
}

function codeOf(error: unknown, depth = 0): string | undefined {
  if (typeof error !== 'object' || error === null || depth > 4) return undefined;
  return word(Reflect.get(error, 'code')) ?? codeOf(Reflect.get(error, 'cause'), depth + 1);
}

function word(value: unknown): string | undefined {
  return typeof value === 'string' && /^[\w.:-]{1,60}$/.test(value) ? value : undefined;
}
