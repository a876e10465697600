// One message of Celery as kombu lays it into Redis: a JSON text around a body in base64, both foreign.
// Shown on Celery 5.2.6, kombu 5.2.4; https://docs.celeryq.dev/en/stable/internals/protocol.html
import { type Instant, parseInstant } from '../../model/instant.ts';
import { parsed } from '../payload/names.ts';

type Entries = Readonly<Record<string, unknown>>;

export interface Message {
  readonly taskId: string;
  readonly queue: string;
  /** `args`, `kwargs` and `headers`, and beside them what the first argument and the named ones hold. */
  readonly payload: Entries | undefined;
  /** Where the body is not JSON: what Celery wrote of the arguments for people. */
  readonly shown: string;
  /** How often the task itself asked to be run again. */
  readonly retries: number;
  /** Not before this. */
  readonly eta: Instant | undefined;
  /** A worker had taken it once before, and it was put back. */
  readonly isRedelivered: boolean;
  /** Taken by a worker and not settled; undefined: it waits in the queue. */
  readonly takenAt: Instant | undefined;
  readonly where: string;
}

/** Undefined for what is no message of a task. `text`: an entry of a queue, or a value of the hash of unsettled ones. */
export function messageOf(
  text: string,
  { queue, takenAt, where }: Pick<Message, 'queue' | 'takenAt' | 'where'>,
): Message | undefined {
  const outer = parsed(text);
  const [raw, , routingKey] = Array.isArray(outer) ? (outer as unknown[]) : [outer, undefined, undefined];
  if (!isEntries(raw)) return undefined;
  const [headers, properties] = [entriesIn(raw.headers), entriesIn(raw.properties)];
  const body = bodyOf(raw, properties);
  // The first protocol had everything in the body.
  const told = headers.id === undefined && isEntries(body) ? body : headers;
  if (typeof told.id !== 'string' || told.id === '') return undefined;
  const info = entriesIn(properties.delivery_info);
  const given = isEntries(body) ? [body.args, body.kwargs] : Array.isArray(body) ? (body as unknown[]) : undefined;
  const name = takenAt === undefined ? undefined : (routingKey ?? info.routing_key);
  return {
    taskId: told.id,
    queue: typeof name === 'string' && name !== '' ? name : queue,
    payload: given === undefined ? undefined : payloadOf(given[0], given[1], headers),
    shown: given === undefined ? `${String(headers.argsrepr ?? '')} ${String(headers.kwargsrepr ?? '')}` : '',
    retries: Number.isSafeInteger(told.retries) ? Math.max(0, told.retries as number) : 0,
    eta: parseInstant(told.eta ?? undefined),
    isRedelivered: headers.redelivered === true || info.redelivered === true,
    takenAt,
    where,
  };
}

export function payloadOf(args: unknown, kwargs: unknown, headers: unknown): Entries {
  const [first] = Array.isArray(args) ? (args as unknown[]) : [];
  return { ...entriesIn(first), ...entriesIn(kwargs), args, kwargs, headers };
}

function bodyOf({ body, ...rest }: Entries, { body_encoding }: Entries): unknown {
  if (typeof body !== 'string' || !/json/.test(String(rest['content-type'] ?? 'application/json'))) return undefined;
  return parsed(body_encoding === 'base64' ? Buffer.from(body, 'base64').toString('utf8') : body);
}

export function isEntries(value: unknown): value is Entries {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

export function entriesIn(value: unknown): Entries {
  return isEntries(value) ? value : {};
}
