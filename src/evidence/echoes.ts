// Ordinary lines about what the same log tells in lines written for this program: they add no fact, and may be the only tie
// between a request and the event that it brought.
import type { Observation } from '../model/fact.ts';
import type { FactKind } from '../model/fact-fields.ts';
import type { Held } from './log-lines.ts';
import { belonging } from './requests.ts';

type Fields = Readonly<Record<string, string | number | undefined>>;

interface File {
  readonly lines: readonly Held[];
  /** Kinds that it tells in lines written for this program. */
  readonly factKinds: ReadonlySet<FactKind>;
}

export interface Sorted {
  readonly held: Held[];
  /** What some of them say by the ties that only echoes know. */
  readonly tied: ReadonlyMap<Held, Observation>;
}

/** What belongs to the names that are known, without echoes. */
export function sortedOut(files: readonly File[], known?: ReadonlySet<string>): Sorted {
  const own = files.map(withoutEchoes);
  const lines = own.flatMap(({ held }) => held);
  const ties = new Set(own.flatMap((one) => [...one.ties]));
  const held = belonging(lines, known ?? new Set(lines.flatMap(({ names }) => names)));
  const tied = tiedOf(held, ties);
  return { held: held.filter((one) => !ties.has(one) || tied.has(one)), tied };
}

/** An object that no line written for this program names is no echo: it may be a second one. */
function withoutEchoes({ lines, factKinds }: File): { readonly held: Held[]; readonly ties: ReadonlySet<Held> } {
  const isEcho = ({ isFactLine, observation }: Held) => !isFactLine && factKinds.has(observation.kind);
  const told = lines.filter(({ isFactLine }) => isFactLine).flatMap(objectsOf);
  const echoed = lines.filter((one) => isEcho(one) && one.observation.kind === 'record');
  // Where one of them is told by the name that this log uses, none is known by two.
  const areNamed = echoed.flatMap(objectsOf).some((id) => told.includes(id));
  const isOther = (one: Held) => echoed.includes(one) && isAnother(one, told, areNamed);
  const ties = new Set(lines.filter((one) => isEcho(one) && isTie(one)));
  return { held: lines.filter((one) => !isEcho(one) || ties.has(one) || isOther(one)), ties };
}

function objectsOf({ observation }: Held): string[] {
  const { record_id, result_id } = fieldsOf(observation);
  return [record_id, result_id].flatMap((id) => (id === undefined ? [] : [String(id)]));
}

/** Ids of one form are counted in one place; one of another form can be the same object by its other name. */
function isAnother({ observation }: Held, told: readonly string[], areNamed: boolean): boolean {
  const { record_id } = fieldsOf(observation);
  const id = String(record_id ?? '');
  return id !== '' && !told.includes(id) && (areNamed || told.some((other) => formOf(other) === formOf(id)));
}

/** `OPS-41` and `OPS-42`, two numbers, two ids that were drawn alike. */
function formOf(id: string): string {
  const counted = /^(.*?)\d+$/.exec(id);
  return counted && !/\d/.test(counted[1] ?? '') ? `${counted[1]}#` : `${id.length} ${id.replace(/[^-:/]/g, '')}`;
}

function isTie({ observation }: Held): boolean {
  return observation.kind === 'delivery' && isOfRequest(fieldsOf(observation).delivery_id);
}

interface Request {
  readonly id: string;
  readonly lines: readonly Held[];
  readonly event: string;
  readonly file: string;
  readonly at: number;
}

/**
 * What the lines say once the ties are used: a request is an arrival that is known where it can be no other, and else what it
 * did belongs to the event, by an arrival that nobody can name. It is never a further arrival. `held`: with the ties.
 */
function tiedOf(held: readonly Held[], ties: ReadonlySet<Held>): Map<Held, Observation> {
  const result = new Map<Held, Observation>();
  const needed = new Set(held.filter((one) => !ties.has(one)).flatMap(requestIdsOf));
  const requests = requestsOf(held.filter((one) => ties.has(one)));
  if (!requests.some(({ id }) => needed.has(id))) return result;
  const arrivals = held.filter(({ isFactLine, observation }) => isFactLine && observation.kind === 'delivery');
  const arrivalOf = assigned(requests, arrivals);
  const byId = new Map(requests.map((request) => [request.id, request]));
  for (const one of held) {
    const fields = fieldsOf(one.observation);
    const request = requestIdsOf(one)
      .map((id) => byId.get(id))
      .find((found) => found !== undefined);
    if (request === undefined || !needed.has(request.id)) continue;
    const arrival = arrivalOf.get(request);
    if (ties.has(one)) {
      const said = arrival === undefined ? {} : saidBeside(arrival, request, one);
      if (Object.keys(said).length > 0)
        result.set(one, withFields(one, { event_id: request.event, delivery_id: arrival?.id, ...said }));
      continue;
    }
    if (one.observation.kind === 'delivery' || (fields.event_id ?? request.event) !== request.event) continue;
    const own = isOfRequest(fields.delivery_id) || fields.delivery_id === undefined ? arrival?.id : undefined;
    result.set(
      one,
      withFields(one, { ...fields, event_id: request.event, ...(own !== undefined && { delivery_id: own }) }),
    );
  }
  return result;
}

/** Of a fact line about an arrival: none, its own id says enough. */
function requestIdsOf({ isFactLine, observation }: Held): string[] {
  const { delivery_id, request_id } = fieldsOf(observation);
  if (isFactLine && observation.kind === 'delivery') return [];
  const own = isOfRequest(delivery_id) ? [String(delivery_id)] : [];
  return request_id === undefined ? own : [...own, `request:${request_id}`];
}

/** The request's id, once; and how it was answered, where the lines written for this program do not say it. */
function saidBeside(arrival: Arrival, request: Request, one: Held): object {
  const { request_id, answered_at, status } = fieldsOf(one.observation);
  const isSaid = arrival.lines.some(({ observation }) => 'answered_at' in observation.fields);
  return {
    ...(request_id !== undefined && request.lines[0] === one && { request_id }),
    ...(answered_at !== undefined && !isSaid && { answered_at, ...(status !== undefined && { status }) }),
  };
}

/** Requests that brought one event; a line about several arrivals ties none of them. */
function requestsOf(lines: readonly Held[]): Request[] {
  const byId = grouped(lines, ({ observation }) => fieldsOf(observation).delivery_id);
  return [...byId].flatMap(([id, own]) => {
    const [event, ...others] = new Set(own.flatMap(({ observation }) => fieldsOf(observation).event_id ?? []));
    if (event === undefined || others.length > 0) return [];
    const file = own.map(({ observation: { provenance } }) => fileOf(provenance.where))[0] ?? '';
    return [{ id: String(id), lines: own, event: String(event), file, at: Math.min(...own.map(beginningOf)) }];
  });
}

interface Arrival {
  readonly id: string;
  readonly lines: readonly Held[];
  readonly at: number;
  readonly until: number;
}

/** By the request's own id; else in their order, where there is one for each; else where only one can be meant. */
function assigned(requests: readonly Request[], lines: readonly Held[]): Map<Request, Arrival> {
  const result = new Map<Request, Arrival>();
  for (const own of grouped(requests, ({ event, file }) => `${event}\n${file}`).values()) {
    const isOfThem = ({ observation: { fields, provenance } }: Held) =>
      fields.event_id === own[0]?.event && fileOf(provenance.where) === own[0]?.file;
    const arrivals = arrivalsOf(lines.filter(isOfThem));
    if (arrivals === undefined) continue;
    const isKnown = ({ lines: said }: Arrival) => said.some(({ observation }) => observation.fields.request_id);
    const open = arrivals.filter((one) => !isKnown(one)).toSorted((a, b) => a.at - b.at);
    const known = new Set(lines.map(({ observation }) => `request:${observation.fields.request_id}`));
    const left = own.filter(({ id }) => !known.has(id)).toSorted((a, b) => a.at - b.at);
    const inOrder = left.length === open.length && left.every((one, i) => fits(one, open[i] as Arrival));
    for (const [i, request] of left.entries()) {
      const [only, ...others] = inOrder ? [open[i] as Arrival] : open.filter((one) => fits(request, one));
      if (only === undefined || others.length > 0) continue;
      if (inOrder || left.filter((other) => fits(other, only)).length === 1) result.set(request, only);
    }
  }
  return result;
}

/** Undefined: some arrival has no id of its own, so that nothing can be said to belong to it. */
function arrivalsOf(lines: readonly Held[]): Arrival[] | undefined {
  const byId = grouped(lines, ({ observation }) => fieldsOf(observation).delivery_id);
  if (byId.has(undefined)) return undefined;
  return [...byId].map(([id, own]) => {
    const ends = own.map(({ observation }) => Number(fieldsOf(observation).answered_at ?? Number.NaN));
    const until = Math.max(...ends.filter((end) => !Number.isNaN(end)));
    return { id: String(id), lines: own, at: Math.min(...own.map(beginningOf)), until };
  });
}

/** The clocks of the two loggers are one, and yet one of them may stamp what the other has not begun to write. */
const slackMs = 250;

function fits(request: Request, { lines, at, until }: Arrival): boolean {
  const isBefore = request.at < at - slackMs;
  const isAfter = Number.isFinite(until) && request.at > until + slackMs;
  return !isBefore && !isAfter && !request.lines.some((one) => lines.some((other) => contradict(one, other)));
}

function contradict(one: Held, other: Held): boolean {
  const [left, right] = [fieldsOf(one.observation), fieldsOf(other.observation)];
  // A line that shows no mark says nothing; one that shows it does.
  if (left.retry_num && right.retry_num !== undefined && left.retry_num !== right.retry_num) return true;
  return toldAlike.some((name) => left[name] !== undefined && right[name] !== undefined && left[name] !== right[name]);
}

const toldAlike = ['app_id', 'envelope_id', 'body_digest', 'correlation_id', 'instance_id', 'pid'];

function beginningOf({ observation }: Held): number {
  const { at, answered_at } = fieldsOf(observation);
  return Number(at ?? answered_at ?? Number.POSITIVE_INFINITY);
}

function isOfRequest(id: unknown): boolean {
  return typeof id === 'string' && id.startsWith('request:');
}

function fileOf(where: string): string {
  return where.replace(/:\d+$/, '');
}

function grouped<T, K>(all: readonly T[], keyOf: (one: T) => K): Map<K, T[]> {
  const groups = new Map<K, T[]>();
  for (const one of all) {
    const group = groups.get(keyOf(one));
    if (group) group.push(one);
    else groups.set(keyOf(one), [one]);
  }
  return groups;
}

function fieldsOf({ fields }: Observation): Fields {
  return fields as unknown as Fields;
}

function withFields({ observation }: Held, fields: object): Observation {
  return { ...observation, fields } as unknown as Observation;
}
