// Two hops that log one arrival (a gateway and the app behind it) are one delivery with two witnesses.
import { traceId } from './identifiers.ts';
import { endFields, factOf, type Merged } from './merge.ts';
import { isOfRequest, placeOf } from './places.ts';

/**
 * A correlation or trace id can outlive a request: a caller that repeats keeps it. Hops of one arrival are closer
 * together than this, and the shortest repeat of a known sender (3 s) is further apart.
 */
export const hopSpanMs = 2000;

/** The order of the facts decides nothing: arrivals are put together in the order of their times. */
export function joinHops(facts: readonly Merged[]): Merged[] {
  const deliveries = facts.filter(({ kind }) => kind === 'delivery');
  const ids = facts.filter(({ kind }) => kind !== 'delivery').map(({ fields }) => fields.delivery_id);
  const worked = new Set<unknown>(ids.filter((id) => id !== undefined));
  const arrivals = new Map<Merged, Merged[]>();
  const byName = new Map<string, Merged[][]>();
  for (const fact of deliveries.toSorted((a, b) => seenAt(a) - seenAt(b))) {
    const known = flowNames(fact).map((name) => openArrivals(byName, name, seenAt(fact)));
    const hops = known.flat().find((arrival) => isOneArrival(arrival, fact, worked)) ?? [];
    hops.push(fact);
    arrivals.set(fact, hops);
    for (const open of known) if (!open.includes(hops)) open.push(hops);
  }
  const sources = [...new Set(deliveries.map(sourceOf))];
  const joined = new Set<Merged[]>();
  return facts.flatMap((fact) => {
    const hops = arrivals.get(fact);
    if (hops === undefined || hops.length === 1) return [fact];
    if (joined.has(hops)) return [];
    joined.add(hops);
    // The order of the sources stays; inside one the hop whose id the work names is nearest to it, then the one that saw it later.
    const isNear = ({ fields }: Merged) => Number(worked.has(fields.delivery_id));
    const inOrder = hops.toSorted(
      (a, b) => sources.indexOf(sourceOf(a)) - sources.indexOf(sourceOf(b)) || isNear(a) - isNear(b),
    );
    return [namedByItsOwn(inOrder)];
  });
}

/** Under a name that can outlive a request, what is too long ago can gain no further hop. */
function openArrivals(byName: Map<string, Merged[][]>, name: string, now: number): Merged[][] {
  const all = byName.get(name) ?? [];
  const isRequest = name.startsWith('request\n');
  const open = isRequest ? all : all.filter((hops) => hops.some((hop) => now - seenAt(hop) <= hopSpanMs));
  byName.set(name, open);
  return open;
}

function flowNames({ fields }: Merged): string[] {
  const names = { request: fields.request_id, correlation: fields.correlation_id, trace: traceId(fields.traceparent) };
  return Object.entries(names).flatMap(([type, value]) => (value ? [`${type}\n${value}`] : []));
}

/** An id that was made of the request's says less than one that a hop gave. */
function namedByItsOwn(hops: readonly Merged[]): Merged {
  const fact = factOf(
    'delivery',
    hops.flatMap(({ statements }) => statements),
  );
  const ids = new Set(hops.map(({ fields }) => fields.delivery_id));
  const own = [...ids].filter((id) => id !== undefined && !isOfRequest(id));
  const witness = fact.statements.findLastIndex(({ fields }) => own.includes(fields.delivery_id));
  if (witness < 0) return fact;
  if (isOfRequest(fact.fields.delivery_id)) {
    fact.fields.delivery_id = fact.statements[witness]?.fields.delivery_id;
    fact.origin.delivery_id = witness;
  }
  return { ...fact, contradictions: fact.contradictions.filter(({ field }) => field !== 'delivery_id' || own[1]) };
}

type Worked = ReadonlySet<unknown>;

function isOneArrival(hops: readonly Merged[], fact: Merged, worked: Worked): boolean {
  return hops.every((hop) => canBeOne(hop, fact, worked)) && hops.some((hop) => isOneFlow(hop, fact));
}

function canBeOne(a: Merged, b: Merged, worked: Worked): boolean {
  if (told.some((name) => differ(a.fields[name], b.fields[name]))) return false;
  if (differ(a.fields.retry_num, b.fields.retry_num) && !isStripped(a, b)) return false;
  if (differ(a.fields.delivery_id, b.fields.delivery_id) && areCountedTogether(a, b, worked)) return false;
  // One hop sees each arrival once: two beginnings on it are two arrivals.
  return hopOf(a) !== hopOf(b) || !differ(begunAt(a), begunAt(b));
}

/**
 * One place gives each arrival one id; another may count them in its own way. Two ids of one source of which each led to
 * work are two arrivals wherever they stand: a proxy sent one request on to two replicas.
 */
function areCountedTogether(a: Merged, b: Merged, worked: Worked): boolean {
  const bothWorked = worked.has(a.fields.delivery_id) && worked.has(b.fields.delivery_id);
  return placeOf(a) === placeOf(b) || (sourceOf(a) === sourceOf(b) && bothWorked);
}

/** What the sender says, the same on every hop. */
const told = ['event_id', 'app_id', 'envelope_id', 'subscription_id'];

/** One request of which the next hop does not see the retry header any more, and counts it as the first attempt. */
function isStripped(a: Merged, b: Merged): boolean {
  const [earlier, later] = seenAt(a) <= seenAt(b) ? [a, b] : [b, a];
  const isOneRequest = earlier.fields.request_id !== undefined && earlier.fields.request_id === later.fields.request_id;
  const { sent_at } = earlier.fields;
  // A request that waited for the app bears the time of its sending on both sides.
  const isOneSending = sent_at !== undefined && sent_at === later.fields.sent_at;
  const isClose = seenAt(later) - seenAt(earlier) <= hopSpanMs;
  return later.fields.retry_num === 0 && isOneRequest && (isClose || isOneSending);
}

function isOneFlow(a: Merged, b: Merged): boolean {
  if (a.fields.request_id !== undefined && a.fields.request_id === b.fields.request_id) return true;
  const names = flowNames(a);
  return flowNames(b).some((name) => names.includes(name)) && Math.abs(seenAt(a) - seenAt(b)) <= hopSpanMs;
}

function hopOf({ fields, witnesses }: Merged): string {
  return `${fields.instance_id ?? witnesses[0]?.clock}\n${witnesses[0]?.source}\n${fields.route ?? ''}`;
}

function sourceOf({ witnesses }: Merged): string | undefined {
  return witnesses[0]?.source;
}

/** A line about the answer that stamps itself with it says nothing about the beginning. */
function begunAt({ fields }: Merged): unknown {
  return endFields.some((name) => fields[name] === fields.at) ? undefined : fields.at;
}

/** Infinite: nobody logged a time, so that nothing is close to it. */
function seenAt({ fields }: Merged): number {
  return Number(fields.at ?? fields.answered_at ?? Number.POSITIVE_INFINITY);
}

function differ(left: unknown, right: unknown): boolean {
  return left !== undefined && right !== undefined && left !== right;
}
