// What each kind of fact says, in a few words over its fields. A field that is absent was not logged: `?` or nothing.
import type { FactKind } from '../../model/fact-fields.ts';
import { formatSpan, parseInstant } from '../../model/instant.ts';
import { unknown } from './times.ts';

/** The text of a field; undefined when no witness has it. */
export type Read = (name: string) => string | undefined;

export function reader(fields: Readonly<Record<string, unknown>>): Read {
  return (name) => {
    const value = fields[name];
    if (value === undefined || value === null || value === '') return undefined;
    return typeof value === 'object' ? JSON.stringify(value) : String(value);
  };
}

export const say: { readonly [K in FactKind]: (read: Read) => string } = {
  delivery: (read) =>
    words(
      [read('event_type') ?? unknown, read('event_subtype')].filter(Boolean).join('/'),
      Number(read('retry_num') ?? 0) > 0 ? `retry ${read('retry_num')} ${read('retry_reason') ?? unknown}` : '',
      read('transport') === 'http' ? '' : read('transport'),
      read('disposition') === 'accepted' ? '' : read('disposition'),
      read('status') && !read('answered_at') ? `(answered ${read('status')} at ${unknown})` : '',
    ),
  run: (read) => clauses(words(read('listener') ?? unknown, took(read)), ended(read)),
  guard: (read) =>
    clauses(
      words(read('result') ?? unknown, 'for', read('key') ?? unknown),
      read('set_at') && `set ${read('set_at')}`,
      read('expires_at') && `until ${read('expires_at')}`,
    ),
  job: (read) =>
    clauses(words(jobId(read), 'enqueued', read('site') && `by ${read('site')}`), foundBy(read), starts(read)),
  attempt: (read) =>
    clauses(
      words(jobId(read), 'attempt', read('attempt') ?? unknown, took(read)),
      ended(read),
      endOnly(read),
      byCount(read),
    ),
  operation: (read) =>
    clauses(
      words(read('action') ?? 'effect', read('state') ?? unknown, read('external_id') && `as ${read('external_id')}`),
      read('last_error_code'),
    ),
  call: (read) =>
    clauses(
      words(read('operation') ?? 'call', read('result_id') && `made ${read('result_id')}`, foundText(read)),
      ended(read),
    ),
  record: (read) => words(read('record_id') ?? unknown, 'created', read('created_by') && `by ${read('created_by')}`),
  lifecycle: (read) =>
    words(
      read('role') ?? read('listener') ?? 'process',
      read('what') ?? unknown,
      read('connections') && `(${read('connections')} connections)`,
    ),
};

/** Where it happened: the process, or for effects the system in which they land. */
export function placeOf(kind: FactKind, read: Read): string {
  const version = read('deployment_version');
  const instance = words(read('instance_id'), version && `(${version})`);
  const place: Partial<Record<FactKind, string | undefined>> = {
    guard: words(read('store'), read('scope') && `(${read('scope')})`),
    job: read('queue'),
    operation: read('target'),
    call: read('target'),
    record: read('target'),
  };
  return place[kind] || instance || unknown;
}

function ended(read: Read): string {
  return words(read('outcome') ?? `outcome ${unknown}`, read('status'), read('error_code'));
}

/** One start is the rule and says nothing. */
function starts(read: Read): string {
  const count = Number(read('attempts_started') ?? 0);
  if (count < 2) return '';
  return `begun ${read('attempts_exactness') === 'exact' ? '' : 'at least '}${count} times`;
}

/** Nothing of it was kept: a later start has its number. */
function byCount(read: Read): string {
  const isTimed = ['at', 'started_at', 'received_at'].some((name) => read(name) !== undefined);
  return read('exactness') === 'inferred' && !isTimed ? 'known by the count of starts alone' : '';
}

function took(read: Read): string {
  const from = parseInstant(read('started_at') ?? read('at'));
  const to = parseInstant(read('finished_at'));
  return from === undefined || to === undefined ? '' : `(${formatSpan(to - from)})`;
}

/** Where only the end is known, there is no time at the head of the line. */
function endOnly(read: Read): string | undefined {
  const isTimed = ['at', 'received_at', 'started_at'].some((name) => read(name) !== undefined);
  return isTimed ? undefined : read('finished_at') && `ended ${read('finished_at')}`;
}

const ways: Readonly<Record<string, string>> = {
  ...{ id: 'by its id', dedup: 'by its deduplication key', path: 'by its payload', scan: 'among all jobs' },
};

/** How a queue led to it: a dearer way may have stopped at a bound. */
function foundBy(read: Read): string | undefined {
  const way = read('found_by');
  return way && `found ${ways[way] ?? way}`;
}

function foundText(read: Read): string {
  if (read('operation') !== 'find') return '';
  return words('found', read('found') ?? unknown, read('truncated') === 'true' ? '(truncated)' : '');
}

function jobId(read: Read): string {
  return read('job_id') ?? unknown;
}

function words(...parts: readonly (string | undefined)[]): string {
  return parts.filter((part) => part).join(' ');
}

function clauses(...parts: readonly (string | undefined)[]): string {
  return parts.filter((part) => part).join(', ');
}
