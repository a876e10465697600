// Statements about many events, one group for each user action: what shares a name that only one event and its siblings have.
import type { Observation } from '../fact.ts';
import { askedOnly, identifiersOf } from './identifiers.ts';
import { handledOwnWrites, ownWrites } from './own-writes.ts';
import { joinedByHand } from './surfaces.ts';

/** In the order in which the groups begin. Statements that name nothing are left out. */
export function partition(observations: readonly Observation[]): Observation[][] {
  const parents = new Map<string, string>();
  const root = (name: string): string => {
    let top = name;
    while (parents.get(top) !== top) top = parents.get(top) as string;
    parents.set(name, top);
    return top;
  };
  const jobs = new RecurringJobs(observations);
  const named = observations.map((observation) => {
    const names = namesOf(observation).map((name) => jobs.nameOf(name, observation));
    for (const name of names) if (!parents.has(name)) parents.set(name, name);
    const [first, ...others] = names;
    if (first !== undefined) for (const other of others) parents.set(root(other), root(first));
    return { observation, name: first };
  });
  // What an app made of its own writing belongs to what made it write.
  for (const [a, b] of joinedByHand(observations.map(({ kind, fields }) => ({ kind, at: fields.at, fields })))) {
    const [one, other] = [`event_id\n${a}`, `event_id\n${b}`];
    if (parents.has(one) && parents.has(other)) parents.set(root(other), root(one));
  }
  const handled = new Set(handledOwnWrites(observations, () => true));
  const firstOf = handled.size > 0 ? new Map(named.map((one) => [one.observation, one.name])) : undefined;
  for (const { record, told } of firstOf ? ownWrites(observations) : []) {
    const [cause, effect] = [firstOf?.get(record), firstOf?.get(told)];
    if (!cause || !effect || !handled.has(String(told.fields.event_id))) continue;
    parents.set(root(effect), root(cause));
  }
  // What is said of an object alone (that it was deleted) belongs to whoever made it.
  const makers = new Map(
    named.flatMap((one) =>
      one.name === undefined || objectOf(one) === undefined ? [] : [[objectOf(one), one.name] as const],
    ),
  );
  const groups = new Map<string, Observation[]>();
  for (const { observation, name: own } of named) {
    const name = own ?? makers.get(objectOf({ observation }));
    if (name === undefined) continue;
    const group = groups.get(root(name));
    if (group) group.push(observation);
    else groups.set(root(name), [observation]);
  }
  return [...groups.values()];
}

function objectOf({ observation: { kind, fields } }: { readonly observation: Observation }): string | undefined {
  if (kind !== 'record' || fields.record_id === undefined) return undefined;
  return `${fields.target}\n${fields.record_id}`;
}

/** Queues count their jobs from one after each flush: a job whose lines name two events is two jobs. */
class RecurringJobs {
  readonly #events = new Map<string, Set<string>>();
  readonly #latest = new Map<string, string>();

  constructor(observations: readonly Observation[]) {
    for (const observation of observations) {
      const { event_id } = observation.fields;
      const job = namesOf(observation).find(isJob);
      if (job === undefined || event_id === undefined) continue;
      this.#events.set(job, (this.#events.get(job) ?? new Set()).add(event_id));
    }
  }

  /** Asked in the order of the lines: one that names no event belongs to the event that named its job last. */
  nameOf(name: string, { fields: { event_id } }: Observation): string {
    const events = isJob(name) ? this.#events.get(name) : undefined;
    if (events === undefined || events.size < 2) return name;
    if (event_id !== undefined) this.#latest.set(name, event_id);
    return `${name}\n${event_id ?? this.#latest.get(name) ?? [...events][0]}`;
  }
}

function isJob(name: string): boolean {
  return name.startsWith('job\n');
}

/** A record that two events touch, or a trace that outlives a request, does not make them one. */
function namesOf(observation: Observation): string[] {
  return identifiersOf(observation)
    .filter(({ type }) => !askedOnly.has(type) && type !== 'record' && type !== 'correlation_id' && type !== 'trace_id')
    .map(({ type, value }) => `${type}\n${value}`);
}
