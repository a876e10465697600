// When was what a line tells? The moment that it names itself, before the one that its logger stamped.
import { field } from './field-names.ts';
import type { LineValues } from './line-values.ts';

const ofFacts = [
  field.at,
  field.started_at,
  field.received_at,
  field.created_at,
  field.finished_at,
  field.answered_at,
  field.time,
];
const ofOthers = [field.time, field.at];

/** Milliseconds since 1970; NaN: the line does not say. */
export function momentOf(values: LineValues): number {
  for (const at of values.isFact ? ofFacts : ofOthers) {
    const ms = values.moment(at);
    if (!Number.isNaN(ms)) return ms;
  }
  return Number.NaN;
}
