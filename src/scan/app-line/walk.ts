// The values of a record with the names and the containers that they stand in; nothing else is ever looked at.
import type { LogRecord } from '../log-record.ts';

export interface Value {
  /** Lower case, without `_` and `-`: `x-slack-retry-num`, `xSlackRetryNum` and `X_SLACK_RETRY_NUM` are one name. */
  readonly name: string;
  /** Name of the object that it stands in; empty at the top. */
  readonly inside: string;
  /** Which part of the request or of the log it belongs to: the outermost container that decides what its names mean. */
  readonly realm: Realm;
  readonly depth: number;
  readonly value: unknown;
  /** The object that it stands in, for what only a neighbour can settle. */
  readonly beside: LogRecord;
}

/** `log`: what the logger and the app say themselves; the others are what stands in a request, an answer, an error, a job, a guard. */
export type Realm = 'log' | 'request' | 'answer' | 'headers' | 'sent' | 'error' | 'job' | 'guard';

/** Objects that are looked into. A user's own text can stand in any other one. */
const containers: Readonly<Record<string, Realm | 'same'>> = {
  req: 'request',
  request: 'request',
  http: 'request',
  res: 'answer',
  response: 'answer',
  headers: 'headers',
  body: 'sent',
  payload: 'sent',
  event: 'sent',
  envelope: 'sent',
  slack: 'sent',
  err: 'error',
  error: 'error',
  job: 'job',
  guard: 'guard',
  dedupe: 'guard',
  dedup: 'guard',
  deduplication: 'guard',
  idempotency: 'guard',
  claim: 'guard',
  lock: 'guard',
  context: 'same',
  ctx: 'same',
  extra: 'same',
  meta: 'same',
  metadata: 'same',
  mdc: 'same',
  fields: 'same',
  attributes: 'same',
  labels: 'same',
  process: 'same',
  service: 'same',
  trace: 'same',
};

const deepest = 8;

export function valuesOf(record: LogRecord): Value[] {
  const found: Value[] = [];
  walk(record, '', 'log', 0, found);
  return found;
}

export function normal(name: string): string {
  return name.toLowerCase().replace(/[_-]/g, '');
}

function walk(object: LogRecord, inside: string, realm: Realm, depth: number, found: Value[]): void {
  for (const [key, raw] of Object.entries(object)) {
    // `http.method` is a name inside `http`, as it is with dots in a line of logfmt.
    const path = key.split('.').map(normal);
    const name = path.pop() ?? '';
    const entered = path.reduce<{ inside: string; realm: Realm } | undefined>(
      (at, step) => at && enter(at.realm, step),
      { inside, realm },
    );
    if (entered === undefined) continue;
    const value = Array.isArray(raw) && raw.length === 1 ? raw[0] : raw;
    const object_ = objectIn(name, value);
    if (object_ === undefined) {
      if (typeof value !== 'object' && value !== '') found.push({ name, ...entered, depth, value, beside: object });
      continue;
    }
    const next = depth < deepest ? enter(entered.realm, name) : undefined;
    if (next) walk(object_, next.inside, next.realm, depth + 1, found);
  }
}

function enter(realm: Realm, name: string): { inside: string; realm: Realm } | undefined {
  // What a reaction is about; elsewhere an item can be anything.
  const kind =
    name === 'item' && realm === 'sent' ? 'sent' : Object.hasOwn(containers, name) ? containers[name] : undefined;
  if (kind === undefined) return undefined;
  // What stands in an error is about the call that failed; what was sent is the sender's, except for its headers.
  const isFixed = realm === 'error' || kind === 'same' || (realm === 'sent' && kind !== 'headers');
  return { inside: name, realm: isFixed ? realm : kind };
}

/** A body is often logged as the text that came in. */
function objectIn(name: string, value: unknown): LogRecord | undefined {
  if (typeof value === 'object' && value !== null && !Array.isArray(value)) return value as LogRecord;
  if (typeof value !== 'string' || !(name === 'body' || name === 'payload') || !value.startsWith('{')) return undefined;
  try {
    return JSON.parse(value) as LogRecord;
  } catch {
    return undefined;
  }
}
