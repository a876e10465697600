// What one fact says about another thing: a create that answered with an id says that the record exists.
import type { Observation, ObservationOf } from '../fact.ts';
import { isHandling } from '../operation.ts';
import { beginningOf } from './beginning.ts';
import type { Merged } from './merge.ts';

/**
 * Records that calls and ledger rows vouch for, at the place that names their id. Read from merged facts: the line with
 * the id need not be the one that says what the call was for.
 */
export function impliedRecords(facts: readonly Merged[]): Observation[] {
  const recorded = new Set(facts.flatMap(({ kind, fields }) => (kind === 'record' ? [fields.call_id] : [])));
  const implied = new Map<string, ObservationOf<'record'>>();
  for (const fact of facts.toSorted((a, b) => Number(beginningOf(a) ?? 0) - Number(beginningOf(b) ?? 0))) {
    // A record that names its call may be known by another id than the answer gave (a number, a key).
    if (fact.fields.call_id !== undefined && recorded.has(fact.fields.call_id)) continue;
    const id = idOf(fact);
    if (id === undefined) continue;
    // Two creates that answer with one id made one object: it came from the first.
    const name = `${fact.kind}\n${fact.fields.target}\n${fact.fields[id]}`;
    if (!implied.has(name)) implied.set(name, recordOf(fact, id));
  }
  return [...implied.values()];
}

function idOf({ kind, fields }: Merged): 'result_id' | 'external_id' | undefined {
  if (kind === 'operation') {
    const isMade = fields.state === 'confirmed' && fields.external_id !== undefined && !isHandling(fields);
    return isMade ? 'external_id' : undefined;
  }
  const isCreate = kind === 'call' && (fields.operation ?? 'create') === 'create' && fields.outcome === 'done';
  return isCreate && fields.result_id !== undefined ? 'result_id' : undefined;
}

/** No time: the statement says that it exists by then, not when it was made. A ledger's attempt is not a job's. */
function recordOf(from: Merged, id: 'result_id' | 'external_id'): ObservationOf<'record'> {
  const names = from.kind === 'call' ? [...identityNames, ...executionNames] : identityNames;
  const shared = Object.fromEntries(names.flatMap((name) => (name in from.fields ? [[name, from.fields[name]]] : [])));
  const provenance = from.witnesses[from.origin[id] ?? 0];
  if (provenance === undefined) throw new Error('a fact without provenance');
  return { kind: 'record', fields: { ...shared, record_id: String(from.fields[id]) }, provenance };
}

const identityNames = ['provider', 'workspace_id', 'app_id', 'event_id', 'source_event_key', 'subject', 'target'];
/** Without the request: a library that asks twice under one call makes each object by a request of its own. */
const executionNames = ['queue', 'job_id', 'attempt', 'run_id', 'call_id'];
