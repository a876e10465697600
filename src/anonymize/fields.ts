// What happens to each field of a fact: kept as it is, moved in time, left out, or replaced part by part.
import type { Texts } from './texts.ts';

/** From lists of the sender or of this program: they say what happened, to whomever. */
const kept: ReadonlySet<string> = new Set([
  ...['event_type', 'event_subtype', 'retry_reason', 'transport', 'disposition', 'outcome', 'settle_outcome', 'scope'],
  ...['result', 'operation', 'state', 'what'],
]);
/** A value under one of these names that is no plain code is replaced like any other. */
const plainCode = /^[A-Za-z][\w.]{0,47}$/;

/** How well the starts of a job are known: these words and no others. */
const exactness: ReadonlySet<string> = new Set(['exact', 'last-only', 'inferred']);

/** No rule reads them. */
const left: ReadonlySet<string> = new Set(['thread_ts', 'unfurl_id', 'event_context']);
const codes: ReadonlySet<string> = new Set(['error_code', 'previous_error_code', 'last_error_code']);

export type Treatment = 'kept' | 'moved' | 'left' | 'code' | 'replaced';

export function treatmentOf(name: string, value: unknown): Treatment {
  if (left.has(name)) return 'left';
  if (isMoment(name)) return 'moved';
  if (typeof value !== 'string') return 'kept';
  if (codes.has(name)) return 'code';
  if (/(^|_)exactness$/.test(name) && exactness.has(value)) return 'kept';
  return kept.has(name) && plainCode.test(value) ? 'kept' : 'replaced';
}

function isMoment(name: string): boolean {
  return name === 'at' || name === 'lease_until' || name.endsWith('_at');
}

export function treated(name: string, value: unknown, texts: Texts): unknown {
  switch (treatmentOf(name, value)) {
    case 'left':
      return undefined;
    case 'moved':
      return typeof value === 'number' ? texts.moment(value) : undefined;
    case 'code':
      // A status or an SQLSTATE is no id.
      return /^\w{1,5}$/.test(String(value)) ? value : texts.of(String(value));
    case 'replaced':
      return texts.of(String(value));
    default:
      return value;
  }
}
