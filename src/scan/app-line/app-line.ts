// One line that an application wrote for itself, as what it shows: an arrival, a job's attempt, a record, a guard. Its message decides nothing.
import type { FactKind } from '../../model/fact-fields.ts';
import type { FieldMap } from '../../model/field-map.ts';
import { isUniqueRequest } from '../../model/request-id.ts';
import type { TaskLine } from '../line-forms/form.ts';
import type { LogRecord } from '../log-record.ts';
import { mappedFields, mappedKind } from './field-map.ts';
import { fieldsOf, type LineFields } from './fields.ts';
import { guardIn } from './guard.ts';
import { interactionIn } from './interaction.ts';
import { inSeconds, milliseconds, withUnit } from './readings.ts';
import { shownByMessages } from './received.ts';

export interface Shown {
  readonly kind: FactKind;
  /** Under the names of the fact lines. */
  readonly fields: Readonly<Record<string, unknown>>;
  /**
   * Only ties names together (`event_id` to `request_id`): it becomes a witness when another line shows that the request or
   * the job was there, and is no fact alone.
   */
  readonly isWeak: boolean;
  /** A message taken from a queue: what the same request did, it did for this start. */
  readonly isReceive?: true;
  /** It has no number of its own. */
  readonly task?: TaskLine;
}

/** Zero or more things, never two about one. */
export function readAppLine(record: LogRecord, map: FieldMap): Shown[] {
  const read = fieldsOf(record, map);
  const act = interactionIn(record);
  const own = { ...read.fields, ...act, ...map.constants, ...mappedFields(record, map) };
  const fields: Record<string, unknown> = { ...own, ...requestOf(own), ...durationOf(own) };
  const messages = shownByMessages(record, fields, read.time);
  if (messages.length > 0) return messages;
  const kind = mappedKind(record, map) as FactKind | undefined;
  const guard = guardIn(record, read.time);
  const shown: Shown[] = [];
  if (kind !== undefined) {
    const named = kind === 'guard' ? { ...guard, ...fields } : fields;
    shown.push({ kind, fields: { at: read.time, ...named, ...endOf(kind, fields, read.time) }, isWeak: false });
  } else if (fields.record_id !== undefined)
    shown.push({ kind: 'record', fields: { at: read.time, ...fields }, isWeak: false });
  if (kind === undefined && guard)
    shown.push({ kind: 'guard', fields: { at: read.time, ...fields, ...guard }, isWeak: false });
  if (kind !== 'delivery') shown.push(...deliveryIn(fields, read, act !== undefined));
  if (kind !== 'attempt' && kind !== 'job') shown.push(...jobIn(fields, read));
  return shown;
}

/**
 * Its id is the request's. Frameworks count requests from one in each process: such an id means something only together
 * with the process, and nothing without.
 */
export function requestOf(fields: Readonly<Record<string, unknown>>): Record<string, unknown> {
  const { request_id, delivery_id, instance_id, pid } = fields;
  if (request_id === undefined || delivery_id !== undefined) return {};
  if (isUniqueRequest(String(request_id))) return { delivery_id: `request:${request_id}` };
  if (pid === undefined && instance_id === undefined) return { request_id: undefined };
  const process = [instance_id, pid].filter((part) => part !== undefined).join('/');
  return { request_id: undefined, delivery_id: `request:${request_id}@${process}` };
}

/** The names that only `log_fields` has, in the milliseconds of the recognised ones. */
function durationOf({ duration_ms, duration_s }: Readonly<Record<string, unknown>>): { duration?: unknown } {
  const said = milliseconds(duration_ms) ?? inSeconds(duration_s) ?? withUnit(duration_s);
  return said === undefined ? {} : { duration: said };
}

/** A line that says how long the thing took, or what was answered, was written at its end. */
function endOf(kind: FactKind, fields: Readonly<Record<string, unknown>>, time: number | undefined) {
  if (kind === 'delivery')
    return fields.status === undefined && fields.duration === undefined ? {} : answerOf(fields, time);
  if (!ending.has(kind) || time === undefined || typeof fields.duration !== 'number') return {};
  const begun = time - fields.duration;
  return { at: fields.at ?? begun, started_at: fields.started_at ?? begun, finished_at: fields.finished_at ?? time };
}

const ending: ReadonlySet<FactKind> = new Set(['run', 'attempt', 'call']);

function deliveryIn(
  fields: Readonly<Record<string, unknown>>,
  { time, isMarked }: LineFields,
  isAct: boolean,
): Shown[] {
  const { event_id, method, route, status, request_id, delivery_id } = fields;
  const isRequest = method !== undefined && route !== undefined;
  if (isMarked || (isRequest && (status !== undefined || event_id !== undefined || isAct))) {
    return [{ kind: 'delivery', fields: { ...fields, ...spanOf(fields, time) }, isWeak: false }];
  }
  if ((event_id === undefined && !isAct) || (request_id ?? delivery_id) === undefined) return [];
  return [{ kind: 'delivery', fields: { at: time, ...fields, status: undefined }, isWeak: true }];
}

/**
 * A line with the answer's status was written at the end: the arrival is that much earlier as it took, and unknown when it
 * does not say how long. Any other line stands for the arrival until an earlier one does.
 */
function spanOf({ status, duration, at, answered_at }: Readonly<Record<string, unknown>>, time: number | undefined) {
  if (status === undefined) return { at: at ?? time };
  return answerOf({ duration, at, answered_at }, time);
}

function answerOf({ duration, at, answered_at }: Readonly<Record<string, unknown>>, time: number | undefined) {
  const begun = time !== undefined && typeof duration === 'number' ? time - duration : undefined;
  return { answered_at: answered_at ?? time, at: at ?? begun };
}

/** The first line that names an attempt stands for its beginning. A job is named by the request that made it, or weakly. */
function jobIn(fields: Readonly<Record<string, unknown>>, { time, isMarked }: LineFields): Shown[] {
  const { job_id, attempt, event_id } = fields;
  if (job_id === undefined) return [];
  if (attempt !== undefined) return [{ kind: 'attempt', fields: { at: time, ...fields }, isWeak: false }];
  if (event_id === undefined && !isMarked) return [];
  return isMarked
    ? [{ kind: 'job', fields: { at: time, ...fields }, isWeak: false }]
    : [{ kind: 'job', fields, isWeak: true }];
}
