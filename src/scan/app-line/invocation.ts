// What a platform tells of one invocation of a function, as an arrival and a run.
import type { Instant } from '../../model/instant.ts';
import type { Invocation } from '../line-forms/form.ts';
import type { Shown } from './app-line.ts';

/**
 * The platform's request id stands for the arrival. A repeat by the platform has the same id: such runs are told apart where
 * all lines of the file are at hand.
 */
export function shownBy(invocation: Invocation, time: Instant | undefined): Shown[] {
  const { requestId, is, durationMs, initMs, outcome, errorCode } = invocation;
  const arrival = { delivery_id: `request:${requestId}`, request_id: requestId };
  const run = { ...arrival, run_id: requestId, outcome, error_code: errorCode };
  if (is === 'begun')
    return [strong('delivery', { ...arrival, at: time }), strong('run', { ...run, started_at: time })];
  // The moment of the end is the report's: between the two lines lies what the platform did for itself.
  if (is === 'ended') return outcome === undefined ? [] : [{ kind: 'run', fields: run, isWeak: true }];
  const begun = time === undefined || durationMs === undefined ? undefined : time - durationMs;
  return [
    strong('delivery', { ...arrival, at: begun, init_ms: initMs }),
    strong('run', { ...run, at: begun, finished_at: time, init_ms: initMs }),
  ];
}

function strong(kind: Shown['kind'], fields: Shown['fields']): Shown {
  return { kind, fields, isWeak: false };
}
