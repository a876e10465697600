// The request that a line names around a fact: at its top, or as a web framework's logger writes it (`req.id`, `reqId`).
import type { FactKind } from '../../model/fact-fields.ts';
import { isUniqueRequest } from '../../model/request-id.ts';
import type { LogRecord } from '../log-record.ts';
import { requestOf } from './app-line.ts';
import { fieldsOf } from './fields.ts';

/** Of a job and its attempts it is none: these outlive the request. */
const within: ReadonlySet<FactKind> = new Set(['delivery', 'run', 'guard', 'call', 'record']);

/** Undefined: the line names none. An id that a process counts names the arrival only together with the process. */
export function requestAround(kind: FactKind, record: LogRecord): Record<string, unknown> | undefined {
  if (typeof record.request_id === 'string') return { request_id: record.request_id };
  if (!within.has(kind)) return undefined;
  const { request_id, pid, instance_id } = fieldsOf(record).fields;
  if (request_id === undefined) return undefined;
  if (isUniqueRequest(String(request_id))) return { request_id };
  const { delivery_id } = requestOf({ request_id, pid, instance_id });
  // An arrival that is told by a line of its own has an id of its own, or none.
  return kind === 'delivery' || delivery_id === undefined ? undefined : { delivery_id };
}
