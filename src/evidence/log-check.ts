// How much of a log is understood, and what it does not say. Every line is read, and none is kept.
import type { FactKind } from '../model/fact-fields.ts';
import type { FieldMap } from '../model/field-map.ts';
import type { CheckedLog } from '../model/logs-document.ts';
import { hasNoZone } from '../model/zone.ts';
import { unfold } from '../scan/line-forms/unfold.ts';
import type { LogFile } from '../scan/log-files.ts';
import { LogBlocks } from '../scan/sweep/log-blocks.ts';
import { exposedIn } from './exposed.ts';
import { unendedText } from './line-part.ts';
import { LogLines } from './log-lines.ts';
import { mappableIn } from './mappable.ts';
import { isWide, wide } from './wide.ts';

/** What a whole trace asks for, and what cannot be said where it is absent. */
const wanted: readonly [field: string, kind: FactKind | undefined, wouldSettle: string][] = [
  ['event_id', undefined, 'which lines belong to one event'],
  ['retry_num', 'delivery', 'whether a copy is a retry of the sender'],
  ['retry_reason', 'delivery', 'why the sender sent again'],
  ['sent_at', 'delivery', 'how long the way to the app took'],
  ['answered_at', 'delivery', 'whether the answer came in time'],
  ['status', 'delivery', 'what the sender was answered'],
  ['request_id', undefined, 'which lines belong to one request'],
  ['started_at', 'run', 'how long a handler worked before the answer'],
  ['attempt', 'attempt', 'whether a job ran again'],
  ['record_id', 'record', 'what was made, and by which copy'],
  ['key', 'guard', 'whether a guard was asked, under which key and what it said'],
  ['instance_id', undefined, 'whether two processes took one event'],
  ['deployment_version', undefined, 'whether an old version was still alive'],
];

const maxExamples = 3;

export async function checkLog(
  file: LogFile,
  map: FieldMap,
  limit: number,
  signal: AbortSignal,
  tell: (bytes: number) => void,
): Promise<CheckedLog> {
  const tally = new Tally(file.name, map);
  const blocks = new LogBlocks(file, 0);
  const enough = new AbortController();
  let lines = 0;
  let isReadable = true;
  try {
    await blocks.readAll(
      AbortSignal.any([signal, enough.signal]),
      (bytes, from, to) => {
        if (lines >= limit) return enough.abort();
        lines += 1;
        const text = bytes.toString('utf8', from, to);
        if (lines === 1 && isWide(text)) isReadable = false;
        tally.take(text);
      },
      tell,
    );
  } catch (error) {
    if (!enough.signal.aborted) throw error;
  } finally {
    blocks.close();
  }
  const unread: string[] = isReadable ? [] : [wide];
  if (enough.signal.aborted) unread.push(`only the first ${limit} lines were looked at; --lines takes another number`);
  if (blocks.tooLong > 0) unread.push(`${blocks.tooLong} lines are longer than 1 MiB`);
  const unended = unendedText(blocks);
  if (unended !== undefined) unread.push(unended);
  if (blocks.error !== undefined) unread.push(`it could not be read to its end: ${messageOf(blocks.error)}`);
  const readable = isReadable && blocks.error === undefined;
  return { file: file.name, lines, readable, unread, ...tally.result() };
}

class Tally {
  readonly #forms = new Map<string, number>();
  readonly #kinds = new Map<string, number>();
  readonly #fields = new Map<string, { count: number; examples: Set<string> }>();
  readonly #seen = new Set<string>();
  readonly #exposed = new Map<string, CheckedLog['exposed'][number]>();
  readonly #mappable = new Map<string, CheckedLog['mappable'][number]>();
  readonly #lines: LogLines;
  readonly #map: FieldMap;
  #zoneless = 0;

  constructor(file: string, map: FieldMap) {
    this.#lines = new LogLines('log', file, map);
    this.#map = map;
  }

  take(text: string): void {
    if (text.trim() === '') return;
    const { record, forms, task, invocation, text: unsaid } = unfold(text);
    const isFact = typeof record?.dedupe === 'string';
    up(this.#forms, isFact ? [...forms.slice(0, -1), 'fact line'].join(' > ') : forms.join(' > '));
    if (this.#map.zone === undefined && hasNoZone(record?.time)) this.#zoneless += 1;
    for (const { field, what } of exposedIn(record ?? {}, task || invocation ? text : unsaid)) {
      const known = this.#exposed.get(`${field}\n${what}`);
      this.#exposed.set(`${field}\n${what}`, { field, what, count: (known?.count ?? 0) + 1 });
    }
    for (const { field, path } of record === undefined ? [] : mappableIn(record)) {
      const known = this.#mappable.get(`${field}\n${path}`);
      this.#mappable.set(`${field}\n${path}`, { field, path, count: (known?.count ?? 0) + 1 });
    }
    for (const { observation, isWeak, task } of this.#lines.read(text)) {
      // Their number follows from their order.
      if (task) this.#seen.add('attempt').add('attempt.attempt');
      if (!isWeak) up(this.#kinds, observation.kind);
      for (const [name, value] of Object.entries(observation.fields)) {
        if (value === undefined) continue;
        this.#seen.add(name).add(`${observation.kind}.${name}`);
        const field = this.#fields.get(name) ?? { count: 0, examples: new Set<string>() };
        field.count += 1;
        if (field.examples.size < maxExamples) field.examples.add(exampleOf(name, value));
        this.#fields.set(name, field);
      }
    }
  }

  #unused(): CheckedLog['unused'] {
    const mapped = [...this.#lines.seen].filter((field) => !this.#seen.has(field) && !consumed.has(field));
    const isCounter = this.#lines.hasCounters && !this.#seen.has('request_id');
    return [
      ...(isCounter ? [{ field: 'request_id', why: counter }] : []),
      ...mapped.filter((field) => !isCounter || field !== 'request_id').map((field) => ({ field, why: ofNoKind })),
    ];
  }

  result(): Omit<CheckedLog, 'file' | 'lines' | 'readable' | 'unread'> {
    // The id of a request is the name of its arrival.
    if (this.#seen.has('delivery_id')) this.#seen.add('request_id');
    const unused = this.#unused();
    const missing = wanted.filter(
      ([name, kind]) =>
        !this.#seen.has(kind === undefined ? name : `${kind}.${name}`) && !unused.some(({ field }) => field === name),
    );
    return {
      forms: counted(this.#forms).map(([form, count]) => ({ form, count })),
      kinds: counted(this.#kinds).map(([kind, count]) => ({ kind, count })),
      fields: [...this.#fields]
        .sort(([, a], [, b]) => b.count - a.count)
        .map(([field, { count, examples }]) => ({ field, count, examples: [...examples] })),
      unused,
      missing: missing.map(([field, kind, would_settle]) => ({
        field: kind ? `${kind} ${field}` : field,
        would_settle,
      })),
      mappable: [...this.#mappable.values()]
        .filter(({ field, path }) => !this.#seen.has(field) && this.#map.paths[field]?.join('.') !== path)
        .sort((a, b) => b.count - a.count),
      exposed: [...this.#exposed.values()].sort((a, b) => b.count - a.count),
      zoneless: this.#zoneless,
    };
  }
}

/** In the words of `log_fields`, which may name what a fact does not have by itself. */
const consumed = new Set(['duration_ms', 'duration_s']);
const counter =
  'it is so short that each process may count it anew: instance_id or pid beside it (log_fields) makes it a name';
const ofNoKind = 'no line that has it shows a fact: kind in log_fields says what a line is';

/** Times and small words tell what a field is; of an id its beginning is enough. */
function exampleOf(name: string, value: unknown): string {
  if (typeof value === 'number') return /(?:_at|^at)$/.test(name) ? new Date(value).toISOString() : String(value);
  const text = String(value);
  return text.length <= 8 || /^[a-z_/.-]+$/.test(text) ? text.slice(0, 40) : `${text.slice(0, 4)}…`;
}

function up(counts: Map<string, number>, name: string): void {
  counts.set(name, (counts.get(name) ?? 0) + 1);
}

function counted(counts: ReadonlyMap<string, number>): [string, number][] {
  return [...counts].sort(([, a], [, b]) => b - a);
}

function messageOf(error: unknown): string {
  return error instanceof Error ? error.message : String(error);
}
