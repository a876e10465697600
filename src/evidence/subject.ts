// Fills in what a statement is about, where the source named only the parts (channel and ts), or a key that was built from it.
import type { Observation } from '../model/fact.ts';
import { eventNamed } from '../model/timeline/named-by-key.ts';
import { providerOf } from '../providers/index.ts';

export function withSubject(observation: Observation): Observation {
  const { fields } = observation;
  const event_id = fields.event_id ?? eventNamed(observation.kind, fields);
  const subject = fields.subject ?? providerOf(fields.provider ?? 'slack')?.subjectOf(fields);
  if (event_id === fields.event_id && subject === fields.subject) return observation;
  const named = { ...(event_id !== undefined && { event_id }), ...(subject !== undefined && { subject }) };
  return { ...observation, fields: { ...fields, ...named } } as Observation;
}
