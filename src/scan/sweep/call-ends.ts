// What one line says about how a request ended.
import { field } from './field-names.ts';
import type { LineValues } from './line-values.ts';

const letterU = 117;

export function endsCall(values: LineValues): boolean {
  return (
    values.first(field.outcome) !== 0 ||
    values.has(field.finished_at) ||
    values.has(field.result_id) ||
    values.has(field.status)
  );
}

/**
 * An end of which nobody was told what it means: the same answers as in model/timeline/creates. `isStrict`: every end that does
 * not say that something was made; whoever reads the whole line tells those that were refused.
 */
export function isOpen(values: LineValues, isStrict: boolean): boolean {
  const outcome = values.first(field.outcome);
  if (outcome !== 0) return outcome === letterU;
  if (values.has(field.result_id)) return false;
  const status = values.number(field.status);
  if (isStrict) return endsCall(values) && (values.has(field.error_code) || !(status >= 200 && status < 300));
  return status >= 500 || status === 408 || status === 499;
}
