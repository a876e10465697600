// What the fields of a logged create say about its end: the same meaning that a target gives to its answers.
import type { FieldsOf } from '../model/fact-fields.ts';
import { notSentCode } from '../model/not-sent.ts';
import type { Outcome } from '../model/outcome.ts';
import { refusing } from '../targets/http/create.ts';

const limited = 429;

/** `untold`: it ended, and nothing says how. One that never ended is `unknown`. */
export type CreateEnd = Outcome | 'untold';

export function createEnd(fields: FieldsOf<'call'>): CreateEnd {
  const { outcome, result_id, status, error_code, finished_at } = fields;
  if (outcome === 'done' || result_id !== undefined) return 'done';
  if (outcome !== undefined) return outcome;
  // 0 and the like are written by clients that had no answer.
  if (status !== undefined && status >= 100) {
    // An answer that its reader could not use may be that of a create all the same.
    if (status >= 200 && status < 300) return error_code === undefined ? 'done' : 'unknown';
    return status === limited || refusing.has(status) ? 'refused' : 'unknown';
  }
  if (error_code !== undefined) return notSentCode({ code: error_code }) === undefined ? 'unknown' : 'refused';
  return finished_at === undefined ? 'unknown' : 'untold';
}
