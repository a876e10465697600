// The names by which statements about one event find each other.

import type { Observation } from '../fact.ts';
import type { FactKind } from '../fact-fields.ts';
import { pageOf } from '../record-address.ts';

export const identifierTypes = [
  'event_id',
  'subject',
  'source_event_key',
  'client_msg_id',
  'delivery_id',
  'request_id',
  'correlation_id',
  'trace_id',
  'run_id',
  'job',
  'call_id',
  'record',
  'record_id',
  'url',
  'instance',
  'token_digest',
] as const;
export type IdentifierType = (typeof identifierTypes)[number];

/** Names that only a person gives: an id without its target is not one thing, so a search never widens by it. */
export const askedOnly: ReadonlySet<IdentifierType> = new Set(['record_id', 'url']);

export interface Identifier {
  readonly type: IdentifierType;
  /** `job` is `QUEUE/ID`, `record` is `TARGET/ID`, `url` an address, and the page that it shows; the others are the field's own text. */
  readonly value: string;
}

/** Two parts in one value are told apart by the last slash: a queue's or a target's name may hold one, an id may not. */
export function pair(left: string | undefined, right: string | undefined): string | undefined {
  return left !== undefined && right !== undefined ? `${left}/${right}` : undefined;
}

/** Everything in a statement by which other statements about the same event can be found. */
export function identifiersOf(observation: Observation): Identifier[] {
  const fields = observation.fields as Readonly<Record<string, unknown>>;
  const found: Identifier[] = [];
  const add = (type: IdentifierType, value: unknown) => {
    if (typeof value === 'string' && value !== '') found.push({ type, value });
  };
  for (const type of ['event_id', 'subject', 'source_event_key', 'client_msg_id', 'delivery_id', 'run_id'] as const)
    add(type, fields[type]);
  add('call_id', fields.call_id);
  if (hopKinds.has(observation.kind)) {
    add('request_id', fields.request_id);
    add('correlation_id', fields.correlation_id);
    add('trace_id', traceId(fields.traceparent));
  }
  add('job', pair(text(fields.queue), text(fields.job_id)));
  const record = text(fields.record_id ?? fields.result_id ?? fields.external_id);
  if (observation.kind === 'lifecycle') {
    add('instance', fields.instance_id);
    add('token_digest', fields.token_digest);
  }
  add('record', pair(text(fields.target), record));
  add('record_id', record);
  add('url', fields.url);
  add('url', pageOf(fields.url));
  return found;
}

/** The trace id of a W3C traceparent: the part that every hop of one request keeps. */
export function traceId(traceparent: unknown): string | undefined {
  if (typeof traceparent !== 'string') return undefined;
  return /^[0-9a-f]{2}-([0-9a-f]{32})-/.exec(traceparent)?.[1];
}

/** A request id names one request: it ties the hops of a delivery and what ran inside it. Jobs outlive the request. */
const hopKinds: ReadonlySet<FactKind> = new Set(['delivery', 'run', 'guard', 'call', 'record']);

function text(value: unknown): string | undefined {
  return typeof value === 'string' && value !== '' ? value : undefined;
}
