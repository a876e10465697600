// An export that is one JSON document, as the lines that it would be with one entry each. Shapes: the vendors' own answers.
import { objectOf, textOf } from './line-forms/form.ts';
import { type LogRecord, parseObject } from './log-record.ts';

/** A document is parsed whole, which takes several times its size. */
const mostBytes = 64 * 1024 * 1024;
const headBytes = 64 * 1024;
const none = Buffer.alloc(0);

/** Takes the bytes of a log in order; those of a document come out at its end, all others as they come. */
export class LogDocument {
  #held: Buffer[] = [];
  #size = 0;
  readonly #most: number;
  #form: 'lines' | 'document' | undefined;

  /** `isLines`: it is known to be none. `most`: bytes; a test takes less. */
  constructor(isLines: boolean, most = mostBytes) {
    this.#most = most;
    if (isLines) this.#form = 'lines';
  }

  get isOne(): boolean {
    return this.#form === 'document';
  }

  /** Throws when a document is too large. */
  take(chunk: Buffer): Buffer {
    if (this.#form === 'lines') return chunk;
    this.#held.push(Buffer.from(chunk));
    this.#size += chunk.length;
    if (this.#form === undefined && this.#size >= headBytes) this.#decide();
    if (this.#form !== undefined && !this.isOne) return this.#all();
    if (this.#size <= this.#most) return none;
    this.#held = [];
    throw new Error(tooLarge);
  }

  end(): Buffer {
    if (this.#form === undefined) this.#decide();
    const bytes = this.#all();
    return this.#form === 'document' && bytes.length > 0 ? linesOf(bytes) : bytes;
  }

  #decide(): void {
    this.#held = [this.#all()];
    this.#form = mayBeDocument(this.#held[0] as Buffer) ? 'document' : 'lines';
  }

  #all(): Buffer {
    const bytes = this.#held.length === 1 ? (this.#held[0] as Buffer) : Buffer.concat(this.#held);
    this.#held = [];
    return bytes;
  }
}

const tooLarge =
  "it is one JSON document of more than 64 MB, which is not read: make it one entry a line with jq -c '.[]' (CloudWatch: .events[], Datadog: .data[], Loki: .data.result[])";

/** Told by its first bytes. Most logs have one object a line, which ends there and holds no list of entries. */
export function mayBeDocument(head: Buffer): boolean {
  const text = head
    .toString('utf8', 0, headBytes)
    .replace(/^\ufeff/, '')
    .trimStart();
  if (/^\[\s*[[{]/.test(text) || /^\{\s*\n\s*"/.test(text)) return true;
  if (
    !/^\{\s*"(?:events|Records|logEvents|messageType|owner|logGroup|data|meta|status|results|entries|hits|took)"/.test(
      text,
    )
  )
    return false;
  // A function's event begins so as well, and is one line of many.
  if (/^\{\s*"Records"/.test(text) && !text.includes('"eventVersion"')) return false;
  const [line = ''] = text.split('\n', 1);
  const first = parseObject(line.trim(), 0);
  return first === undefined ? line.length === text.length : entriesIn(first) !== undefined;
}

/** What is no document after all stays as it is. */
function linesOf(bytes: Buffer): Buffer {
  const text = bytes.toString('utf8').replace(/^\ufeff/, '');
  const whole = parsed(text);
  if (whole !== undefined) return written(whole.flatMap((one) => entriesIn(one) ?? [one]));
  // Several of them, one behind the other: each on a line, or each printed over several.
  const printed = text.split(/(?<=^[}\]])\r?\n(?=[{[])/m).map(parsed);
  if (printed.length > 1 && !printed.includes(undefined))
    return written(printed.flatMap((ones = []) => ones.flatMap((one) => entriesIn(one) ?? [one])));
  const lines = text.split('\n').map((line) => {
    const entries = line.startsWith('{') ? entriesIn(parseObject(line, 0) ?? {}) : undefined;
    return entries === undefined ? Buffer.from(`${line}\n`) : written(entries);
  });
  return Buffer.concat(lines);
}

/** An object, or the objects of a list. Undefined: it is something else. */
function parsed(text: string): LogRecord[] | undefined {
  try {
    const value: unknown = JSON.parse(text);
    if (!Array.isArray(value)) return objectOf(value) && [value as LogRecord];
    const rows = value.map((one) => (Array.isArray(one) ? rowOf(one) : objectOf(one)));
    return rows.includes(undefined) ? undefined : (rows as LogRecord[]);
  } catch {
    return undefined;
  }
}

function written(entries: readonly unknown[]): Buffer {
  return Buffer.from(entries.map((entry) => `${JSON.stringify(entry)}\n`).join(''));
}

function entriesIn(document: LogRecord): readonly unknown[] | undefined {
  const { events, Records, logEvents, logStream, data, results, entries, hits } = document;
  const found = objectsIn(events)?.every(({ message, timestamp }) => message !== undefined && timestamp !== undefined)
    ? objectsIn(events)
    : objectsIn(logEvents);
  if (found !== undefined) return found.map((one) => ({ logStreamName: textOf(logStream) ?? '', ...one }));
  const trail = objectsIn(Records);
  if (trail?.every(({ eventVersion, eventTime }) => eventVersion !== undefined && eventTime !== undefined))
    return trail;
  const listed = objectsIn(data)?.every(({ type }) => type === 'log') ? objectsIn(data) : undefined;
  if (listed !== undefined) return listed;
  const streams = objectsIn(objectOf(data)?.result);
  if (streams?.every(({ stream, values }) => objectOf(stream) && Array.isArray(values)))
    return streams.flatMap(lokiLines);
  if (Array.isArray(results) && results.length > 0 && results.every(Array.isArray)) return results.map(rowOf);
  const stored = objectsIn(objectOf(hits)?.hits)?.map(({ _source }) => _source);
  if (stored?.every((one) => objectOf(one) !== undefined)) return stored;
  const logged = objectsIn(entries);
  return logged?.every((one) => 'logName' in one || 'insertId' in one) ? logged : undefined;
}

function objectsIn(value: unknown): readonly LogRecord[] | undefined {
  return Array.isArray(value) && value.length > 0 && value.every((one) => objectOf(one)) ? value : undefined;
}

/** Logs Insights answers each line as a list of fields. */
function rowOf(fields: readonly unknown[]): LogRecord | undefined {
  const named = fields.flatMap((one) => {
    const { field, value } = objectOf(one) ?? {};
    return typeof field === 'string' ? [[field, value] as const] : [];
  });
  return named.length === fields.length ? Object.fromEntries(named) : undefined;
}

/** Times in nanoseconds, as text. */
function lokiLines({ stream, values }: LogRecord): LogRecord[] {
  return (values as readonly unknown[]).flatMap((value) => {
    const [nanos, line] = Array.isArray(value) ? value : [];
    if (typeof line !== 'string') return [];
    const ms = Math.floor(Number(nanos) / 1e6);
    return [{ timestamp: Number.isFinite(ms) ? new Date(ms).toISOString() : undefined, labels: stream, line }];
  });
}
