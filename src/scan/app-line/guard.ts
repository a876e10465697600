// A question to a dedupe store in an application's own line: which key, what was the answer, when was it set, until when?
import type { LogRecord } from '../log-record.ts';
import { inSeconds, milliseconds, stamp, withUnit, word } from './readings.ts';
import { type Value, valuesOf } from './walk.ts';

export interface GuardFields {
  readonly key: string;
  readonly result: 'hit' | 'miss' | 'claimed' | 'released';
  readonly store?: string;
  readonly scope?: 'process' | 'shared';
  readonly set_at?: number;
  readonly expires_at?: number;
}

/** Undefined: the line does not name both a key and an answer, each under a name that means a guard and nothing else. */
export function guardIn(record: LogRecord, time: number | undefined): GuardFields | undefined {
  const values = valuesOf(record).filter(isOwn);
  const key = first(values, 'key', word);
  const result = resultOf(values);
  if (key === undefined || result === undefined) return undefined;
  const store = first(values, 'store', word) ?? first(values, 'backend', word);
  const said = first(values, 'scope', word);
  const scope = said === 'process' || said === 'shared' ? said : scopes.get(String(store).toLowerCase());
  const set = ['setat', 'claimedat', 'lockedat'].map((name) => first(values, name, stamp)).find(isKnown);
  const begun = set ?? (result === 'claimed' ? time : undefined);
  const lives = lifeOf(values);
  const ends = ['expiresat', 'expireat', 'lockeduntil'].map((name) => first(values, name, stamp)).find(isKnown);
  const expires = ends ?? (begun === undefined || lives === undefined ? undefined : begun + lives);
  return {
    key: String(key),
    result,
    ...(store !== undefined && { store: String(store) }),
    ...(scope !== undefined && { scope }),
    ...(set !== undefined && { set_at: set }),
    ...(expires !== undefined && { expires_at: expires }),
  };
}

/** Objects that are about a guard; outside of them a name must say so itself (`dedupe_key`, `lock_acquired`). */
const objects: ReadonlySet<string> = new Set([
  'guard',
  'dedupe',
  'dedup',
  'deduplication',
  'idempotency',
  'claim',
  'lock',
]);
const prefix = /^(?:dedupe|dedup|deduplication|guard|claim|lock)(?=[a-z])/;

function isOwn({ inside, name, realm }: Value): boolean {
  return (
    (realm === 'guard' && objects.has(inside)) ||
    ((realm === 'log' || realm === 'job') && (prefix.test(name) || flags.has(name)))
  );
}

/** Under its own name, or inside an object that is about a guard. Nearer to the top first. */
function first<T>(values: readonly Value[], name: string, read: (value: unknown) => T | undefined): T | undefined {
  const fitting = values.filter((value) =>
    objects.has(value.inside) ? value.name === name : value.name.replace(prefix, '') === name,
  );
  return fitting
    .toSorted((a, b) => a.depth - b.depth)
    .map(({ value }) => read(value))
    .find(isKnown);
}

type Result = GuardFields['result'];

function resultOf(values: readonly Value[]): Result | undefined {
  const told =
    first(values, 'result', (value) => words.get(plain(value))) ??
    first(values, 'outcome', (value) => words.get(plain(value)));
  if (told !== undefined) return told;
  for (const [name, [whenTrue, whenFalse]] of flags) {
    const value = first(values, name, (it) => (typeof it === 'boolean' ? it : undefined)) ?? flagNamed(values, name);
    if (value !== undefined) return value ? whenTrue : whenFalse;
  }
  return undefined;
}

/** A flag that needs no object around it: `is_duplicate`, `claimed`. */
function flagNamed(values: readonly Value[], name: string): boolean | undefined {
  const own = values.find((value) => value.name === name && typeof value.value === 'boolean');
  return own?.value as boolean | undefined;
}

/** What yes and what no mean. A claim that was not granted met another one. */
const flags: ReadonlyMap<string, readonly [Result, Result | undefined]> = new Map<
  string,
  readonly [Result, Result | undefined]
>([
  ['hit', ['hit', 'miss']],
  ['isduplicate', ['hit', 'miss']],
  ['alreadyseen', ['hit', 'miss']],
  ['alreadyprocessed', ['hit', 'miss']],
  ['claimed', ['claimed', 'hit']],
  ['acquired', ['claimed', 'hit']],
  ['inserted', ['claimed', 'hit']],
  ['released', ['released', undefined]],
]);

const words = new Map<string, Result>([
  ...['hit', 'seen', 'exists', 'found', 'duplicate', 'alreadyseen', 'alreadyprocessed'].map(
    (one) => [one, 'hit'] as const,
  ),
  ...['miss', 'missed', 'new', 'unseen', 'notseen', 'notfound', 'absent'].map((one) => [one, 'miss'] as const),
  ...['claimed', 'acquired', 'set', 'inserted', 'locked', 'stored'].map((one) => [one, 'claimed'] as const),
  ...['released', 'unlocked', 'deleted', 'removed'].map((one) => [one, 'released'] as const),
]);

/** Stores that live in one process, and stores that all share; of any other nobody knows it. */
const scopes = new Map<string, 'process' | 'shared'>([
  ...['memory', 'in-memory', 'inmemory', 'local', 'lru', 'map', 'set'].map((one) => [one, 'process'] as const),
  ...['redis', 'postgres', 'postgresql', 'dynamodb', 'memcached', 'mysql'].map((one) => [one, 'shared'] as const),
]);

/** A bare `ttl` is seconds in one store and milliseconds in the next: only a unit makes it a span. */
function lifeOf(values: readonly Value[]): number | undefined {
  const spans = [first(values, 'ttlms', milliseconds), first(values, 'ttl', withUnit)];
  const inWhole = ['ttls', 'ttlsec', 'ttlseconds'].map((name) => first(values, name, inSeconds));
  const known = [...spans, ...inWhole].find(isKnown);
  return known === undefined ? undefined : Number(known);
}

function plain(value: unknown): string {
  return typeof value === 'string' ? value.toLowerCase().replace(/[\s_-]/g, '') : '';
}

function isKnown<T>(value: T | undefined): value is T {
  return value !== undefined;
}
