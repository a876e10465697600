// What may be asked of a Redis: commands that read, and no other. A reader cannot be talked into writing.

/** None of them changes a key, its time to live or its place in a queue; `KEYS` is left out since it blocks the server. */
export const readingCommands = [
  ...['EXISTS', 'TYPE', 'PTTL', 'GET', 'STRLEN', 'SCAN', 'DBSIZE', 'TIME', 'INFO'],
  ...['HGET', 'HGETALL', 'HMGET', 'HLEN', 'HSCAN', 'HKEYS', 'HVALS', 'HSTRLEN'],
  ...['LLEN', 'LRANGE', 'LPOS', 'SMEMBERS', 'SSCAN', 'SISMEMBER', 'SCARD'],
  ...['ZCARD', 'ZSCORE', 'ZRANGE', 'ZRANGEBYSCORE', 'ZCOUNT', 'ZSCAN', 'XLEN', 'XRANGE', 'XREVRANGE'],
] as const;
export type ReadingCommand = (typeof readingCommands)[number];

export type Reply = string | number | null | readonly Reply[];
export type Asking = readonly [ReadingCommand, ...(string | number)[]];

export interface RedisReader {
  /** Host, port and database; no name, no password. */
  readonly place: string;
  /** Throws DEDUPE_QUEUE_UNREACHABLE when nobody answered, DEDUPE_QUEUE_REFUSED when the account may not. */
  ask(...asking: Asking): Promise<Reply>;
  /** Several in one round trip, in this order; the first that fails is thrown. */
  askAll(askings: readonly Asking[]): Promise<Reply[]>;
  /**
   * Keys that held something else than what was asked for, so far. One such key blinds nobody: it is answered like one that is
   * not there, and whoever asks has to say so.
   */
  misheld(): readonly string[];
  close(): Promise<void>;
}

/** A reply that is a list, as a list; anything else as an empty one. */
export function listOf(reply: Reply | undefined): readonly Reply[] {
  return Array.isArray(reply) ? (reply as readonly Reply[]) : [];
}

export function textsOf(reply: Reply | undefined): string[] {
  return listOf(reply).flatMap((one) => (typeof one === 'string' ? [one] : []));
}

/** `[name, value, name, value, …]`, as hashes and stream entries come. Empty: there is no such key. */
export function pairsOf(reply: Reply | undefined): Readonly<Record<string, string>> {
  const flat = textsOf(reply);
  const entries = Array.from({ length: flat.length >> 1 }, (_, i) => [flat[2 * i], flat[2 * i + 1]] as const);
  return Object.assign(Object.create(null), Object.fromEntries(entries));
}
