// Functions that took messages from a queue: such a request is a start of each message, and no arrival of its own.
import type { Observation } from '../model/fact.ts';
import type { FactKind } from '../model/fact-fields.ts';
import type { Held } from './log-lines.ts';
import { namesOf } from './names-followed.ts';

type Fields = Readonly<Record<string, unknown>>;

interface Taken {
  readonly attempts: { readonly held: Held[]; readonly i: number }[];
  end: Fields;
}

/**
 * `files`: the lines of each file, changed in place. What was done in such a request was done for the message that it took;
 * of several, for the one whose event the line names, and else for none that could be told.
 */
export function tieReceives(files: readonly Held[][]): void {
  const requests = new Map<string, Taken>();
  for (const held of files) {
    for (const [i, one] of held.entries()) {
      const id = one.isReceive && one.observation.fields.request_id;
      if (!id) continue;
      const taken = requests.get(id) ?? { attempts: [], end: {} };
      taken.attempts.push({ held, i });
      requests.set(id, taken);
    }
  }
  if (requests.size === 0) return;
  for (const held of files) for (const [i, one] of held.entries()) held[i] = placed(one, requests);
  for (const { attempts, end } of requests.values())
    for (const { held, i } of attempts) held[i] = changed(held[i] as Held, (fields) => ({ ...end, ...fields }));
  for (const held of files) {
    const left = held.filter((one) => !isInvocation(one) || takenBy(one, requests) === undefined);
    if (left.length < held.length) held.splice(0, held.length, ...left);
  }
}

function placed(one: Held, requests: ReadonlyMap<string, Taken>): Held {
  const taken = takenBy(one, requests);
  if (taken === undefined || one.isReceive) return one;
  const { kind, fields } = one.observation;
  if (kind === 'run') taken.end = { ...taken.end, ...endOf(fields) };
  if (!within.has(kind)) return one;
  const attempt = attemptOf(fields, taken);
  const takenIn = one.takenIn ?? requestOf(one);
  return changed({ ...one, takenIn }, ({ delivery_id: _, request_id: __, run_id: ___, ...others }) => ({
    ...attempt,
    ...others,
  }));
}

const within: ReadonlySet<FactKind> = new Set(['guard', 'call', 'record']);

/** Before it returns the queue keeps the message; whether it was deleted then, no line says. */
function endOf({ finished_at, outcome, error_code }: Fields): Fields {
  const failed = outcome === 'failed' ? { outcome, ...(error_code !== undefined && { error_code }) } : {};
  return { ...(finished_at !== undefined && { finished_at }), ...failed };
}

function attemptOf({ event_id, job_id }: Fields, { attempts }: Taken): Fields {
  const all = attempts
    .map(({ held, i }) => held[i]?.observation.fields as Fields)
    .filter((fields) => job_id === undefined || fields.job_id === job_id);
  const own = event_id === undefined ? all : all.filter((fields) => (fields.event_id ?? event_id) === event_id);
  const [only, ...others] = own;
  if (only === undefined || others.some((fields) => fields.job_id !== only.job_id)) return {};
  return { queue: only.queue, job_id: only.job_id, attempt: only.attempt, event_id: only.event_id };
}

function takenBy(one: Held, requests: ReadonlyMap<string, Taken>): Taken | undefined {
  const id = one.takenIn ?? requestOf(one);
  return id === undefined || (one.isFactLine && !within.has(one.observation.kind)) ? undefined : requests.get(id);
}

function requestOf({ observation }: Held): string | undefined {
  const { request_id, delivery_id } = observation.fields as Readonly<Record<string, string | undefined>>;
  return request_id ?? (delivery_id?.startsWith('request:') ? delivery_id.slice('request:'.length) : undefined);
}

function isInvocation({ isFactLine, observation: { kind } }: Held): boolean {
  return !isFactLine && (kind === 'delivery' || kind === 'run');
}

/** The same one where nothing changes: it may have been told. */
function changed(one: Held, change: (fields: Fields) => Fields): Held {
  const before: Fields = one.observation.fields;
  const said = Object.entries(change(before)).filter(([, value]) => value !== undefined);
  if (said.length === Object.keys(before).length && said.every(([name, value]) => before[name] === value)) return one;
  const observation = { ...one.observation, fields: Object.fromEntries(said) } as unknown as Observation;
  return { ...one, observation, ...namesOf({ ...one, observation }) };
}
