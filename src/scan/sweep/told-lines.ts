// Lines of text that say what no property of theirs does: a worker's, a web server's, a platform's. Each is turned into the
// properties that a trace would read from it, so that the sweep compares the same names.
import { type FactKind, lineKinds } from '../../model/fact-fields.ts';
import type { FieldMap } from '../../model/field-map.ts';
import { readAppLine } from '../app-line/app-line.ts';
import { timeOf } from '../app-line/fields.ts';
import { shownBy } from '../app-line/invocation.ts';
import { requestAround } from '../app-line/request-around.ts';
import { shownByTask } from '../app-line/task.ts';
import { unfold } from '../line-forms/unfold.ts';
import type { PlainAccess } from './plain-access.ts';

/** What one line says, written as a line of its own that ends with a line end. */
export interface ToldLine {
  readonly kind: FactKind;
  /** Written for this program. */
  readonly isOwn: boolean;
  readonly bytes: Buffer;
}

/**
 * Signs of the forms that write their names in words of their own: access lines, Celery, Sidekiq, Lambda, SQS, names in Python's
 * quotes or behind a colon. Asked of every line of text; reading one costs a hundred times as much.
 */
const forms =
  /" \d{3} |\bTask \S+\[|task: \S+\[|exceeded for \S+\[|\bjid=|RequestId: |\d(?:Z|\s|\\t)(?:\s|\\t)*[0-9a-f]{8}-[0-9a-f]{4}-|(?:id|key|num|attempt|queue|receipt_?handle|receive_?count|"dedupe)\\?['"]?: ?\\?['"\w]/i;
/** Read in the line itself; in a text that an object carries they are not looked for. */
const pairs = /(?:id|key|num|attempt|queue)=\S/i;

export function mayTell(bytes: Buffer, from: number, to: number, isCarried: boolean): boolean {
  const text = bytes.toString('latin1', from, to);
  return forms.test(text) || (isCarried && pairs.test(text));
}

const someId = /[0-9a-f]{8}-[0-9a-f]{4}-/;
const longestPrefix = 512;

/** What stands before the object of a line may name the request in which it was written. */
export function namesRequest(bytes: Buffer, from: number, begin: number): boolean {
  const length = begin - from;
  return length > 12 && length <= longestPrefix && someId.test(bytes.toString('latin1', from, begin));
}

/** What a configuration says about lines is about every line. */
export function saysNothing({ paths, constants, kind }: FieldMap): boolean {
  return kind === undefined && hasNone(paths) && hasNone(constants);
}

function hasNone(given: Readonly<Record<string, unknown>>): boolean {
  for (const _ in given) return false;
  return true;
}

/** Long enough for the longest of its lines. */
const room = Buffer.alloc(1024);

/** What a trace would read from an access line, as far as the sweep asks for it; the bytes hold until the next one. */
export function toldByAccess(bytes: Buffer, { idFrom, idTo, status, duration, answered }: PlainAccess): Buffer {
  const id = bytes.toString('latin1', idFrom, idTo);
  const request = id === '' ? '' : `"request_id":"${id}","delivery_id":"request:${id}",`;
  const begun = Number.isNaN(duration) ? '' : `"at":${answered - duration},`;
  const line = `{${request}${begun}"status":${status},"answered_at":${answered},"dedupe":"delivery"}\n`;
  return room.subarray(0, room.write(line, 'latin1'));
}

export function toldBy(text: string, map: FieldMap): ToldLine[] {
  const { record, invocation, task } = unfold(text);
  if (record === undefined) return [];
  if (typeof record.dedupe === 'string') {
    const kind = lineKinds.find((one) => one === record.dedupe);
    if (kind === undefined) return [];
    const own = { ...requestAround(kind, record), ...record };
    return [{ kind, isOwn: true, bytes: Buffer.from(`${JSON.stringify(own)}\n`) }];
  }
  const time = timeOf(record, map);
  const shown = invocation
    ? shownBy(invocation, time)
    : task
      ? shownByTask(task, time, record, map)
      : readAppLine(record, map);
  return shown.map(({ kind, fields }) => ({
    kind,
    isOwn: false,
    bytes: Buffer.from(`${JSON.stringify({ ...fields, dedupe: kind })}\n`),
  }));
}
