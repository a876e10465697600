// Time limits that many systems leave at their default: a gap that equals one of them says where to look, never more.

/** `lease`: a queue gives the job to another worker. `answer`: a caller or a proxy stops waiting. */
export interface KnownTimeout {
  readonly ms: number;
  readonly of: 'lease' | 'answer';
  readonly name: string;
}

const seconds = 1000;
const minutes = 60 * seconds;
const hours = 60 * minutes;

export const knownTimeouts: readonly KnownTimeout[] = [
  { ms: 30 * seconds, of: 'lease', name: 'the lock of Bull and BullMQ, and the visibility timeout of SQS' },
  { ms: 5 * minutes, of: 'lease', name: "a visibility extension of Azure, and SQS FIFO's window" },
  { ms: 15 * minutes, of: 'lease', name: "pg-boss's expiry" },
  { ms: 30 * minutes, of: 'lease', name: "RabbitMQ's consumer timeout" },
  { ms: 1 * hours, of: 'lease', name: "Celery's visibility timeout on Redis, and Sidekiq's timed fetch" },
  { ms: 4 * hours, of: 'lease', name: "Graphile Worker's lock" },
  { ms: 60 * seconds, of: 'answer', name: 'the read timeout of botocore and of many proxies' },
  { ms: 120 * seconds, of: 'answer', name: 'the wait of sls invoke' },
];

/** The limit that this span equals: never below it, above it by the poll or the backoff that follows. */
export function timeoutEqualTo(of: KnownTimeout['of'], spanMs: number): KnownTimeout | undefined {
  return knownTimeouts.find((known) => known.of === of && equalsTimeout(spanMs, known.ms));
}

/** A timer never fires early; what it triggers comes within seconds, or a twentieth of a long one. */
export function equalsTimeout(spanMs: number, timeoutMs: number): boolean {
  return spanMs >= timeoutMs * 0.995 && spanMs <= timeoutMs + Math.max(2 * seconds, timeoutMs / 20);
}
