// Two hops that log one arrival (a gateway and the app behind it) are one delivery with two witnesses.
import { traceId } from './identifiers.ts';
import { absorb, type Merged } from './merge.ts';

/**
 * A correlation or trace id can outlive a request: a caller that repeats keeps it. Hops of one arrival are closer
 * together than this, and the shortest repeat of a known sender (3 s) is further apart.
 */
const hopSpanMs = 2000;

export function joinHops(facts: readonly Merged[]): Merged[] {
  const joined: Merged[] = [];
  for (const fact of facts) {
    const first = fact.kind === 'delivery' ? joined.find((known) => sameArrival(known, fact)) : undefined;
    if (first) absorb(first, fact);
    else joined.push(fact);
  }
  return joined;
}

function sameArrival(a: Merged, b: Merged): boolean {
  if (a.kind !== 'delivery') return false;
  if (['event_id', 'app_id', 'retry_num', 'envelope_id', 'subscription_id'].some((name) => differ(a, b, name)))
    return false;
  if (sameHop(a, b) && differ(a, b, 'at')) return false;
  if (shared(a.fields.request_id, b.fields.request_id)) return true;
  const sameFlow =
    shared(a.fields.correlation_id, b.fields.correlation_id) ||
    shared(traceId(a.fields.traceparent), traceId(b.fields.traceparent));
  return sameFlow && span(a.fields.at, b.fields.at) <= hopSpanMs;
}

/** One hop sees each arrival once: two beginnings on it are two arrivals. */
function sameHop(a: Merged, b: Merged): boolean {
  const hop = ({ fields, witnesses }: Merged) =>
    `${fields.instance_id ?? witnesses[0]?.clock}\n${witnesses[0]?.source}\n${fields.route ?? ''}`;
  return hop(a) === hop(b);
}

function differ(a: Merged, b: Merged, name: string): boolean {
  const [left, right] = [a.fields[name], b.fields[name]];
  return left !== undefined && right !== undefined && left !== right;
}

function shared(left: unknown, right: unknown): boolean {
  return left !== undefined && left !== '' && left === right;
}

function span(left: unknown, right: unknown): number {
  return typeof left === 'number' && typeof right === 'number' ? Math.abs(left - right) : 0;
}
