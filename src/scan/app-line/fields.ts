// What one line of an application's log says, in the words of the facts: recognised by names, wherever they stand.
import type { FieldMap } from '../../model/field-map.ts';
import type { Instant } from '../../model/instant.ts';
import { stampIn } from '../../model/zone.ts';
import type { LogRecord } from '../log-record.ts';
import { type Name, names } from './names.ts';
import { slackTs, stamp } from './readings.ts';
import { type Value, valuesOf } from './walk.ts';

export interface LineFields {
  /** When the line was written. */
  readonly time: Instant | undefined;
  /** Under the names of the fact lines, and `method`, `duration` (milliseconds) beside them. */
  readonly fields: Readonly<Record<string, string | number>>;
  /** Only a sender or its library writes these: the line is about one arrival. */
  readonly isMarked: boolean;
}

export function fieldsOf(record: LogRecord, { zone }: Pick<FieldMap, 'zone'> = {}): LineFields {
  const values = valuesOf(record);
  const fields: Record<string, string | number> = {};
  const best = bestOf(values);
  for (const name of names) {
    const found = best.get(name);
    if (found !== undefined) fields[name.field] ??= found.read;
  }
  if (!isAnswered(values)) delete fields.status;
  const inner = innerTs(values);
  if (inner !== undefined) fields.ts = inner;
  // A job may carry the mark of the delivery that it came from, and a counter of retries may be about anything.
  const isCounted = fields.retry_num !== undefined && fields.event_id !== undefined && fields.job_id === undefined;
  const isMarked = isCounted || values.some(({ name }) => marks.has(name));
  // Slack marks every repeat: a delivery whose headers are at hand and bear no mark is the first.
  if (fields.retry_num === undefined && values.some(({ name }) => name === 'xslacksignature')) fields.retry_num = 0;
  return { time: timeIn(values, zone), fields, isMarked };
}

const marks: ReadonlySet<string> = new Set([
  'xslackretrynum',
  'xslackrequesttimestamp',
  'xslacksignature',
  'envelopeid',
]);

/** By the name that a log has for it: what it can be, and how strong the name is. */
const readers = new Map<string, { readonly name: Name; readonly rank: number }[]>();
for (const name of names) {
  for (const [rank, written] of name.names.entries())
    readers.set(written, [...(readers.get(written) ?? []), { name, rank }]);
}

interface Found {
  readonly rank: number;
  readonly depth: number;
  readonly read: string | number;
}

/** Field order decides nothing: the stronger name, then the nearer to the top, then the smaller text. */
function bestOf(values: readonly Value[]): ReadonlyMap<Name, Found> {
  const best = new Map<Name, Found>();
  for (const value of values) {
    for (const { name, rank } of readers.get(value.name) ?? []) {
      const read = (name.where ?? isNoError)(value) ? name.read(value.value) : undefined;
      if (read === undefined) continue;
      const found = { rank, depth: value.depth, read };
      const before = best.get(name);
      if (before === undefined || isStronger(found, before)) best.set(name, found);
    }
  }
  return best;
}

function isStronger(a: Found, b: Found): boolean {
  return (a.rank - b.rank || a.depth - b.depth || (String(a.read) < String(b.read) ? -1 : 1)) < 0;
}

function isNoError({ realm }: Value): boolean {
  return realm !== 'error';
}

/** A line that carries a request object may be about anything inside it: its own answer is the one that stands in `res`. */
function isAnswered(values: readonly Value[]): boolean {
  const isOwn = (name: string, inside: string) =>
    values.some((value) => value.inside === inside && value.name === name);
  if (!values.some(({ realm, inside }) => realm === 'request' && inside !== 'http')) return true;
  return ['statuscode', 'status'].some((name) => isOwn(name, 'res') || isOwn(name, 'response'));
}

/** Edits and deletions name the message inside; their own ts is another. */
function innerTs(values: readonly Value[]): string | undefined {
  const event = values.find(({ inside, name }) => inside === 'event' && name === 'subtype')?.beside;
  const message = event?.message as LogRecord | undefined;
  if (event?.subtype === 'message_changed') return slackTs(message?.ts) as string | undefined;
  return event?.subtype === 'message_deleted' ? (slackTs(event.deleted_ts) as string | undefined) : undefined;
}

const stamps = ['time', 'timestamp', '@timestamp', 'datetime', 'asctime'];

/** When the line was written, if it says so. */
export function timeOf(record: LogRecord, { zone }: Pick<FieldMap, 'zone'>): Instant | undefined {
  return timeIn(valuesOf(record), zone);
}

/** `ts` is a time where it is written as one, or as a number of a line that names no channel: else it is a message's. */
function timeIn(values: readonly Value[], zone: string | undefined): Instant | undefined {
  const own = values.filter(({ realm }) => realm === 'log').toSorted((a, b) => a.depth - b.depth);
  for (const name of stamps) {
    const at = own.filter((value) => value.name === name).map(({ value }) => stamp(value) ?? stampIn(zone, value))[0];
    if (at !== undefined) return at;
  }
  const ts = own.find(({ name }) => name === 'ts');
  if (ts === undefined) return undefined;
  const isNumber = typeof ts.value === 'number';
  if (isNumber ? values.some(({ name }) => name.startsWith('channel')) : slackTs(ts.value)) return undefined;
  return stamp(ts.value);
}
