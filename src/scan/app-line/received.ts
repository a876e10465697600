// What a line says of messages of a queue: the job that each is, and the start that taking it was.
import type { Instant } from '../../model/instant.ts';
import { objectOf } from '../line-forms/form.ts';
import { messageSigns } from '../line-forms/message-signs.ts';
import { type LogRecord, parseObject } from '../log-record.ts';
import type { Shown } from './app-line.ts';
import { fieldsOf } from './fields.ts';
import { type Message, messagesIn } from './messages.ts';

type Fields = Readonly<Record<string, unknown>>;

export function isAboutMessages(record: LogRecord, depth = 0): boolean {
  if (depth > 6) return false;
  for (const key in record) {
    if (messageSigns.test(key)) return true;
    const value = record[key];
    const inner = Array.isArray(value) ? value[0] : value;
    if (typeof inner === 'object' && inner !== null && isAboutMessages(inner as LogRecord, depth + 1)) return true;
  }
  return false;
}

/** `own`: what the line itself says, under the names of the fact lines. */
export function shownByMessages(record: LogRecord, own: Fields, time: Instant | undefined): Shown[] {
  if (!isAboutMessages(record)) return [];
  const messages = messagesIn(record);
  const isAlone = messages.length === 1;
  return messages.flatMap((message) => shownBy(message, own, time, isAlone));
}

function shownBy(message: Message, own: Fields, time: Instant | undefined, isAlone: boolean): Shown[] {
  const { id, queue = own.queue, received, sentAt, firstAt, leaseMs } = message;
  const event = { ...(isAlone && picked(own, eventNames)), ...eventIn(message.body) };
  const about = { queue, job_id: id, ...event };
  const starts = received?.count;
  const counted = starts === undefined ? {} : { attempts_started: starts, attempts_exactness: 'inferred' };
  const sent = sentAt ?? (received === undefined ? time : undefined);
  const job: Shown = { kind: 'job', fields: { at: sent, ...about, ...counted }, isWeak: sent === undefined };
  if (received === undefined) return [job];
  const at = time ?? (starts === 1 ? firstAt : undefined);
  // The request in which several were taken is no name of one of them.
  const request = isAlone ? picked(own, ['request_id', 'delivery_id']) : picked(own, ['request_id']);
  const fields = { at, ...about, attempt: starts, lease_ms: leaseMs, ...request, ...picked(own, placeNames) };
  const start = received.handle;
  const task = starts === undefined ? { jobId: id, is: 'received' as const, ...(start && { start }) } : undefined;
  if (starts === undefined && start === undefined) return [job];
  return [job, { kind: 'attempt', fields, isWeak: at === undefined, isReceive: true, ...(task && { task }) }];
}

const placeNames = ['pid', 'instance_id', 'deployment_version'];
const eventNames = [
  ...['event_id', 'workspace_id', 'app_id', 'event_type', 'event_subtype', 'event_time', 'channel', 'ts', 'event_ts'],
  ...['thread_ts', 'client_msg_id', 'actor', 'action_id', 'bot_id', 'source_event_key', 'subject', 'provider'],
];

function picked(fields: Fields, names: readonly string[]): Record<string, unknown> {
  return Object.fromEntries(names.flatMap((name) => (fields[name] === undefined ? [] : [[name, fields[name]]])));
}

/** The event that a body is, or that it carries behind a topic, a bus or a gateway. */
function eventIn(body: unknown): Record<string, unknown> {
  let at = asObject(body);
  for (let depth = 0; at !== undefined && depth < 4; depth++) {
    const { fields } = fieldsOf({ body: at });
    const keys = picked(at, ['source_event_key', 'subject', 'provider', 'event_id']);
    const plain = Object.entries(keys).filter(([, value]) => typeof value === 'string' && /^\S{1,255}$/.test(value));
    const found = { ...picked(fields, eventNames), ...Object.fromEntries(plain) };
    if (Object.keys(found).length > 0) return found;
    at = asObject(at.Message ?? at.detail ?? at.responsePayload ?? at.requestPayload);
  }
  return {};
}

function asObject(value: unknown): LogRecord | undefined {
  return typeof value === 'string' && value.startsWith('{') ? parseObject(value, 0) : objectOf(value);
}
