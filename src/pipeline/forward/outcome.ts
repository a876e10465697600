// What an application's answer says about the effect that was asked of it.
import type { Created } from '../../model/target.ts';

export interface AppAnswer {
  readonly status: number;
  readonly header: (name: string) => string | null;
}

/** Refused before anything was done; each is worth another try. */
const temporary = new Set([425, 429]);

/**
 * A client error says that it was not done; a server error says nothing. 408 and 409 come from servers that are at it.
 * `unnamed`: the id of what was made when the answer has none.
 */
export function outcomeOf({ status, header }: AppAnswer, unnamed: string): Created {
  if (status >= 200 && status < 300)
    return { outcome: 'done', id: named(header('x-result-id')) ?? unnamed, url: undefined, existed: false };
  const reason = `http_${status}`;
  if (temporary.has(status)) {
    const seconds = Number(header('retry-after'));
    const wait = seconds > 0 && seconds < 86_400 ? { retryAfterMs: seconds * 1_000 } : {};
    return { outcome: 'refused', reason, temporary: true, ...wait };
  }
  if (status >= 300 && status < 500 && status !== 408 && status !== 409)
    return { outcome: 'refused', reason, temporary: false };
  return { outcome: 'unknown', reason };
}

/** A word that can stand in a table and in a header; anything else is no name. */
function named(id: string | null): string | undefined {
  return id !== null && /^[\x21-\x7e]{1,200}$/.test(id) ? id : undefined;
}
