// Many statements, one fact: lines of one kind with one identity are the beginning and the end of the same thing.
import type { Contradiction, HopTimes, Observation, Provenance } from '../fact.ts';
import type { FactKind } from '../fact-fields.ts';
import { identityOf } from './identity.ts';
import { inSystems } from './in-systems.ts';
import { lastStartsLast } from './last-starts.ts';
import { type Said, settle } from './settle.ts';

export interface Statement {
  readonly fields: Readonly<Record<string, unknown>>;
  readonly provenance: Provenance;
}

/** A fact before it has a place in the order. Fields are checked per kind where they were read. */
export interface Merged {
  readonly kind: FactKind;
  readonly fields: Record<string, unknown>;
  /** Each with the witness at the same index. */
  readonly statements: readonly Statement[];
  readonly witnesses: readonly Provenance[];
  readonly origin: Record<string, number>;
  readonly contradictions: readonly Contradiction[];
  readonly hops?: readonly HopTimes[];
}

/** In the order in which the first statement about each came. */
export function mergeObservations(observations: readonly Observation[]): Merged[] {
  const once = lastStartsLast(inSystems(withoutRepeats(observations)));
  const qualifiers = qualifiersOf(once);
  const groups = new Map<unknown, { kind: FactKind; statements: Statement[] }>();
  for (const observation of once) {
    const { kind, provenance } = observation;
    const fields: Statement['fields'] = observation.fields;
    const key = keyOf(kind, fields, qualifiers) ?? observation;
    const group = groups.get(key);
    if (group) group.statements.push({ fields: ownStory(kind, group.statements[0], fields), provenance });
    else groups.set(key, { kind, statements: [{ fields, provenance }] });
  }
  return [...groups.values()].map(({ kind, statements }) => factOf(kind, statements));
}

/** An object is made once: a later line about it that names another event, run or job only touched it. */
function ownStory(kind: FactKind, first: Statement | undefined, fields: Statement['fields']): Statement['fields'] {
  if (kind !== 'record' || first === undefined) return fields;
  const isAnother = (name: string) =>
    fields[name] !== undefined && first.fields[name] !== undefined && fields[name] !== first.fields[name];
  if (!['event_id', 'delivery_id', 'run_id', 'job_id'].some(isAnother)) return fields;
  return Object.fromEntries(Object.entries(fields).filter(([name]) => !storyFields.has(name)));
}

const storyFields: ReadonlySet<string> = new Set([
  ...['at', 'created_at', 'created_by', 'event_id', 'source_event_key', 'subject', 'client_msg_id', 'channel', 'ts'],
  ...['delivery_id', 'run_id', 'call_id', 'queue', 'job_id', 'attempt', 'request_id', 'traceparent', 'event_type'],
]);

/** What all these statements say together. */
export function factOf(kind: FactKind, statements: readonly Statement[]): Merged {
  const said = new Map<string, Said[]>();
  statements.forEach(({ fields, provenance }, witness) => {
    for (const [name, value] of Object.entries(fields)) {
      if (value === undefined) continue;
      const known = said.get(name);
      if (known) known.push({ value, witness, provenance });
      else said.set(name, [{ value, witness, provenance }]);
    }
  });
  const ends = new Set(endFields.flatMap((name) => said.get(name) ?? []).map(({ value }) => value));
  const fields: Record<string, unknown> = {};
  const origin: Record<string, number> = {};
  const contradictions: Contradiction[] = [];
  for (const [name, all] of said) {
    const isOwn = kind === 'record' && ofTheWitness.has(name);
    const { chosen, against } = settle(name, isOwn ? all.slice(0, 1) : all, ends);
    fields[name] = chosen.value;
    origin[name] = chosen.witness;
    // Two hops of one arrival are two processes, and each has its own way to it.
    const isOfHop = kind === 'delivery' && (ofTheWitness.has(name) || name === 'route');
    if (against.length > 0 && !isOfHop) {
      const values = [chosen, ...against].sort((a, b) => a.witness - b.witness);
      contradictions.push({ field: name, values: values.map(({ value, witness }) => ({ value, witness })) });
    }
  }
  return {
    kind,
    fields,
    statements,
    witnesses: statements.map(({ provenance }) => provenance),
    origin,
    contradictions,
  };
}

/** The maker of an object and its target each tell of it, and each names its own process. */
const ofTheWitness: ReadonlySet<string> = new Set(['instance_id', 'pid', 'deployment_version']);

/** A line about the end often stamps itself with the end. */
export const endFields = ['finished_at', 'answered_at', 'settled_at'] as const;

/** An id whose queue or target is not named means the only one that has such an id; with two it stands for itself. */
function keyOf(
  kind: FactKind,
  fields: Statement['fields'],
  qualifiers: ReadonlyMap<string, ReadonlySet<string>>,
): string | undefined {
  const identity = identityOf(kind, fields);
  if (identity === undefined) return undefined;
  const known = qualifiers.get(`${kind}\n${identity.id}`);
  const only = known?.size === 1 ? [...known][0] : undefined;
  return `${kind}\n${identity.id}\n${identity.qualifier ?? only ?? ''}`;
}

function qualifiersOf(observations: readonly Observation[]): Map<string, Set<string>> {
  const qualifiers = new Map<string, Set<string>>();
  for (const { kind, fields } of observations) {
    const identity = identityOf(kind, fields);
    if (identity?.qualifier === undefined) continue;
    const key = `${kind}\n${identity.id}`;
    qualifiers.set(key, (qualifiers.get(key) ?? new Set()).add(identity.qualifier));
  }
  return qualifiers;
}

/** The same place read twice (a file named twice, an overlapping glob, a second round) is one statement. */
function withoutRepeats(observations: readonly Observation[]): Observation[] {
  const seen = new Set<string>();
  return observations.filter(({ kind, fields, provenance }) => {
    // Two queue systems can call a place alike; each has a clock of its own. One line can tell of several jobs.
    const job = (fields as { readonly job_id?: string }).job_id ?? '';
    const place = `${kind}\n${provenance.source}\n${provenance.clock}\n${provenance.where}\n${job}`;
    return !seen.has(place) && seen.add(place);
  });
}
