// The request in which a fact line was written, where only what carries it says so: a platform, or the logger of a web framework.
import type { Observation } from '../model/fact.ts';
import { requestAround } from '../scan/app-line/request-around.ts';
import { unfold } from '../scan/line-forms/unfold.ts';

export function withRequest(observation: Observation, text: string): Observation {
  const { kind, fields } = observation;
  if (fields.request_id !== undefined || text.startsWith('{"dedupe"')) return observation;
  const said = requestAround(kind, unfold(text).record ?? {});
  return said === undefined ? observation : ({ ...observation, fields: { ...said, ...fields } } as Observation);
}
