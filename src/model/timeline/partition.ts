// Statements about many events, one group for each user action: what shares a name that only one event and its siblings have.
import type { Observation } from '../fact.ts';
import { askedOnly, identifiersOf } from './identifiers.ts';

/** In the order in which the groups begin. Statements that name nothing are left out. */
export function partition(observations: readonly Observation[]): Observation[][] {
  const parents = new Map<string, string>();
  const root = (name: string): string => {
    let top = name;
    while (parents.get(top) !== top) top = parents.get(top) as string;
    parents.set(name, top);
    return top;
  };
  const named = observations.map((observation) => {
    const names = namesOf(observation);
    for (const name of names) if (!parents.has(name)) parents.set(name, name);
    const [first, ...others] = names;
    if (first !== undefined) for (const other of others) parents.set(root(other), root(first));
    return { observation, name: first };
  });
  const groups = new Map<string, Observation[]>();
  for (const { observation, name } of named) {
    if (name === undefined) continue;
    const group = groups.get(root(name));
    if (group) group.push(observation);
    else groups.set(root(name), [observation]);
  }
  return [...groups.values()];
}

/** A record that two events touch, or a trace that outlives a request, does not make them one. */
function namesOf(observation: Observation): string[] {
  return identifiersOf(observation)
    .filter(({ type }) => !askedOnly.has(type) && type !== 'record' && type !== 'correlation_id' && type !== 'trace_id')
    .map(({ type, value }) => `${type}\n${value}`);
}
