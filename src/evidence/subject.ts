// Fills in what a statement is about, where the source named only the parts (channel and ts).
import type { Observation } from '../model/fact.ts';
import { providerOf } from '../providers/index.ts';

export function withSubject(observation: Observation): Observation {
  const { fields } = observation;
  if (fields.subject !== undefined) return observation;
  const subject = providerOf(fields.provider ?? 'slack')?.subjectOf(fields);
  return subject === undefined ? observation : ({ ...observation, fields: { ...fields, subject } } as Observation);
}
