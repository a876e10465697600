// What one statement says about another thing: a create that answered with an id says that the record exists.
import type { Observation, ObservationOf } from '../fact.ts';

/** The statements, and behind them the records that calls and ledger rows vouch for, at the same place. */
export function withImpliedRecords(observations: readonly Observation[]): Observation[] {
  return [...observations, ...observations.flatMap((observation) => implied(observation) ?? [])];
}

function implied(observation: Observation): ObservationOf<'record'> | undefined {
  if (observation.kind === 'call') {
    const { target, result_id, operation = 'create', outcome, call_id } = observation.fields;
    if (operation !== 'create' || outcome !== 'done' || result_id === undefined) return undefined;
    return recordOf(observation, { target: target ?? 'target', record_id: result_id, call_id });
  }
  if (observation.kind === 'operation') {
    const { target, external_id, state } = observation.fields;
    if (state !== 'confirmed' || external_id === undefined) return undefined;
    return recordOf(observation, { target: target ?? 'target', record_id: external_id });
  }
  return undefined;
}

/** No time: the statement says that it exists by then, not when it was made. A ledger's attempt is not a job's. */
function recordOf(from: Observation, own: ObservationOf<'record'>['fields']): ObservationOf<'record'> {
  const fields: Record<string, unknown> = from.fields;
  const names = from.kind === 'call' ? [...identityNames, ...executionNames] : identityNames;
  const shared = Object.fromEntries(names.map((name) => [name, fields[name]]));
  return { kind: 'record', fields: { ...shared, ...own }, provenance: from.provenance };
}

const identityNames = ['provider', 'workspace_id', 'app_id', 'event_id', 'source_event_key', 'subject'];
const executionNames = ['queue', 'job_id', 'attempt', 'run_id', 'request_id'];
