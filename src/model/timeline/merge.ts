// Many statements, one fact: lines of one kind with one identity are the beginning and the end of the same thing.
import type { Contradiction, Observation, Provenance } from '../fact.ts';
import type { FactKind } from '../fact-fields.ts';
import { identityOf } from './identity.ts';

/** A fact before it has a place in the order. Fields are checked per kind where they were read. */
export interface Merged {
  readonly kind: FactKind;
  readonly fields: Record<string, unknown>;
  readonly witnesses: Provenance[];
  readonly origin: Record<string, number>;
  readonly contradictions: Contradiction[];
}

/** Instants that two clocks read for one thing differ by this much without contradicting each other. */
export const assumedSkewMs = 1000;

export function mergeObservations(observations: readonly Observation[]): Merged[] {
  const merged: Merged[] = [];
  const byIdentity = new Map<string, Merged>();
  for (const observation of withoutRepeats(observations)) {
    const identity = identityOf(observation.kind, observation.fields as Readonly<Record<string, unknown>>);
    const known = identity === undefined ? undefined : byIdentity.get(identity);
    if (known) {
      addWitness(known, observation.fields, observation.provenance);
      continue;
    }
    const fact: Merged = { kind: observation.kind, fields: {}, witnesses: [], origin: {}, contradictions: [] };
    addWitness(fact, observation.fields, observation.provenance);
    merged.push(fact);
    if (identity !== undefined) byIdentity.set(identity, fact);
  }
  return merged;
}

/** Takes all witnesses of `other` into `fact`: two hops that saw one arrival. */
export function absorb(fact: Merged, other: Merged): void {
  const offset = fact.witnesses.length;
  other.witnesses.forEach((witness, i) => {
    const said = Object.entries(other.fields).filter(([name]) => other.origin[name] === i);
    addWitness(fact, Object.fromEntries(said), witness);
  });
  for (const { field, values } of other.contradictions) {
    const moved = values.map(({ value, witness }) => ({ value, witness: witness + offset }));
    fact.contradictions.push({ field, values: moved });
  }
}

function addWitness(fact: Merged, fields: object, provenance: Provenance): void {
  const witness = fact.witnesses.push(provenance) - 1;
  for (const [name, value] of Object.entries(fields)) {
    if (value === undefined || value === fact.fields[name]) continue;
    const origin = fact.origin[name];
    const said = { value, provenance, ends: endsOf(fields) };
    if (origin !== undefined) {
      const held = { value: fact.fields[name], provenance: fact.witnesses[origin] ?? provenance, ends: [] };
      const { takesNew, contradicts } = settle(name, held, said);
      if (contradicts) note(fact, name, { value: held.value, witness: origin }, { value, witness });
      if (!takesNew) continue;
    }
    fact.fields[name] = value;
    fact.origin[name] = witness;
  }
}

interface Said {
  readonly value: unknown;
  readonly provenance: Provenance;
  /** The ends that the same line states: a line about the end often stamps itself with it. */
  readonly ends: readonly unknown[];
}

/** The first beginning stands; across sources the first source stands; inside one source a later line corrects. */
function settle(name: string, held: Said, next: Said): { takesNew: boolean; contradicts: boolean } {
  if (isProgress(name, held.value)) return { takesNew: true, contradicts: false };
  if (isProgress(name, next.value)) return { takesNew: false, contradicts: false };
  const contradicts = !isSameMoment(name, held, next);
  if (name === 'at') return { takesNew: Number(next.value) < Number(held.value), contradicts };
  return { takesNew: held.provenance.source === next.provenance.source, contradicts };
}

/** Two readings of one moment: by two clocks, or by a line about the end that stamps itself with the end. */
function isSameMoment(name: string, held: Said, next: Said): boolean {
  if (!momentFields.has(name)) return false;
  const apart = Math.abs(Number(held.value) - Number(next.value));
  if (held.provenance.clock !== next.provenance.clock && apart <= assumedSkewMs) return true;
  return name === 'at' && next.ends.includes(next.value);
}

/** What is told before the end is known: any later word completes it and contradicts nothing. */
function isProgress(name: string, value: unknown): boolean {
  return (name === 'outcome' && value === 'running') || (name === 'state' && (value === 'planned' || value === 'sent'));
}

function endsOf(fields: object): readonly unknown[] {
  const { finished_at, answered_at, settled_at } = fields as Record<string, unknown>;
  return [finished_at, answered_at, settled_at];
}

function note(
  fact: Merged,
  field: string,
  first: Contradiction['values'][0],
  second: Contradiction['values'][0],
): void {
  const at = fact.contradictions.findIndex((known) => known.field === field);
  const known = fact.contradictions[at];
  if (known) fact.contradictions[at] = { field, values: [...known.values, second] };
  else fact.contradictions.push({ field, values: [first, second] });
}

/** The same place read twice (a file named twice, an overlapping glob, a second round) is one statement. */
function withoutRepeats(observations: readonly Observation[]): Observation[] {
  const seen = new Set<string>();
  return observations.filter(({ kind, provenance }) => {
    const place = `${kind}\n${provenance.source}\n${provenance.where}`;
    return !seen.has(place) && seen.add(place);
  });
}

const momentFields = new Set([
  'at',
  'started_at',
  'finished_at',
  'answered_at',
  'created_at',
  'received_at',
  'settled_at',
]);
