// Messages of Amazon SQS, wherever a line holds them: a function's event, an SDK's own line, what a worker wrote of one.
import type { LogRecord } from '../log-record.ts';
import { count, stamp, word } from './readings.ts';
import { normal } from './walk.ts';

/** One message as it was taken from its queue, or as it was put into it. */
export interface Message {
  readonly id: string;
  readonly queue: string | undefined;
  /** Undefined: it was sent. `handle` is new with each receive; a secret, and only compared. */
  readonly received: { readonly count: number | undefined; readonly handle: string | undefined } | undefined;
  readonly sentAt: number | undefined;
  /** Of the first receive, by the clock of the queue. */
  readonly firstAt: number | undefined;
  /** What the line says of the lease that came with it, in milliseconds. */
  readonly leaseMs: number | undefined;
  /** Only looked into for names. */
  readonly body: unknown;
}

/** A batch of a function has at most 10,000 messages, each with a dozen values. */
const mostValues = 400_000;
const deepest = 12;

type Values = ReadonlyMap<string, unknown>;
interface Seen {
  readonly messages: Values[];
  readonly queues: Set<string>;
  readonly leases: Set<number>;
  left: number;
}

/** In their order on the line. */
export function messagesIn(record: LogRecord): Message[] {
  const seen: Seen = { messages: [], queues: new Set(), leases: new Set(), left: mostValues };
  walk(record, 0, seen);
  const [queue, lease] = [onlyOf(seen.queues), onlyOf(seen.leases)];
  return seen.messages.flatMap((values) => messageOf(values, queue, lease) ?? []);
}

/** The name is the last part of the ARN and of the URL. */
export function queueNameIn(value: unknown): string | undefined {
  if (typeof value !== 'string') return undefined;
  return (
    /^arn:aws[\w-]*:sqs:[\w-]+:\d*:([\w.-]+)$/.exec(value)?.[1] ?? /^https?:\/\/[^\s?#]+\/([\w.-]+)$/.exec(value)?.[1]
  );
}

function walk(value: unknown, depth: number, seen: Seen): void {
  if (typeof value !== 'object' || value === null || depth > deepest) return;
  if (Array.isArray(value)) {
    for (const one of value) if (seen.left > 0) walk(one, depth + 1, seen);
    return;
  }
  const own = new Map<string, unknown>();
  for (const [key, inner] of Object.entries(value)) {
    if (--seen.left <= 0) return;
    own.set(normal(key), inner);
  }
  const queue = queueNameIn(own.get('queueurl') ?? own.get('eventsourcearn'));
  if (queue !== undefined) seen.queues.add(queue);
  const lease = count(own.get('visibilitytimeout'));
  if (typeof lease === 'number' && lease > 0) seen.leases.add(lease * 1000);
  if (isMessage(own)) seen.messages.push(own);
  else for (const inner of own.values()) walk(inner, depth + 1, seen);
}

/** Names that only SQS has: other systems call their ids so as well. */
function isMessage(own: Values): boolean {
  if (!own.has('messageid')) return false;
  const attributes = attributesOf(own);
  return own.has('receipthandle') || attributes.has('approximatereceivecount') || own.has('md5ofmessagebody');
}

/** On the message itself where a worker picked what it writes. */
function attributesOf(own: Values): Values {
  const inner = own.get('attributes');
  if (typeof inner !== 'object' || inner === null) return own;
  return new Map([...own, ...Object.entries(inner).map(([key, value]) => [normal(key), value] as const)]);
}

function messageOf(own: Values, queue: string | undefined, leaseMs: number | undefined): Message | undefined {
  const values = attributesOf(own);
  const id = word(own.get('messageid'));
  if (typeof id !== 'string') return undefined;
  const receipt = word(
    own.get('receipthandle') === undefined ? undefined : String(own.get('receipthandle')).slice(-200),
  );
  const received = count(values.get('approximatereceivecount'));
  const isReceived = receipt !== undefined || received !== undefined;
  return {
    id,
    queue: queueNameIn(own.get('eventsourcearn') ?? own.get('queueurl')) ?? queue,
    received: isReceived
      ? {
          count: typeof received === 'number' && received > 0 ? received : undefined,
          handle: receipt === undefined ? undefined : String(receipt),
        }
      : undefined,
    sentAt: stampIn(values.get('senttimestamp')),
    firstAt: stampIn(values.get('approximatefirstreceivetimestamp')),
    leaseMs: isReceived ? leaseMs : undefined,
    body: own.get('body'),
  };
}

/** Milliseconds since 1970, as text. */
function stampIn(value: unknown): number | undefined {
  return typeof value === 'string' && /^\d{13}$/.test(value) ? stamp(Number(value)) : stamp(value);
}

function onlyOf<T>(values: ReadonlySet<T>): T | undefined {
  return values.size === 1 ? [...values][0] : undefined;
}
