// One page of a described system: its records, and the question for the next page.
import type { Instant } from '../../model/instant.ts';
import { parseInstant } from '../../model/instant.ts';
import { counted, furtherPage, linkedNext, partOf } from '../http/further.ts';
import type { Listing, Row } from '../http/look.ts';
import { type Answer, asText, type Question, Unbelievable } from '../http/question.ts';
import { jsonOf } from '../http/read.ts';
import { type Also, type Listed, undeclared } from './description.ts';
import { holdsKey, textAt, valueAt } from './place.ts';

export function listingOf(answer: Answer, question: Question, listed: Listed, base: string): Listing {
  if (listed.empty?.includes(answer.status)) return { rows: [], next: undefined };
  const given = jsonOf(answer);
  if (given === undefined) throw new Unbelievable(`${asText(question)} answered something that is not JSON`);
  const list = listed.list === undefined ? [given] : valueAt(given, listed.list);
  if (!Array.isArray(list))
    throw new Unbelievable(`${asText(question)} answered no list at ${listed.list || 'its top'}`);
  const part = listed.list === undefined ? undefined : partOf(given);
  if (part !== undefined) throw new Unbelievable(`${asText(question)} answered a part of it: its ${part} says so`);
  const next = nextOf(answer, given, list, question, listed, base);
  const total = Number(textAt(given, listed.total) ?? Number.NaN);
  const declared = Number.isNaN(total) ? undefined : total;
  return {
    rows: list.map((one) => rowOf(one, listed, question)),
    total: Math.max(declared ?? 0, counted(answer) ?? 0) || undefined,
    ...(next === undefined ? atEnd(answer, given, listed, list.length === 0 || declared !== undefined) : { next }),
  };
}

/** Whether this is the end of the list, or only of what can be reached. */
function atEnd(answer: Answer, given: unknown, listed: Listed, isCounted: boolean): Omit<Listing, 'rows' | 'total'> {
  // Of one record the fields are its own.
  const further = furtherPage(answer, listed.list === undefined ? undefined : given);
  if (further !== undefined) return { next: undefined, further };
  const isShown = isCounted || listed.list === undefined || listed.next !== undefined;
  return { next: undefined, ...(isShown ? {} : { unended: undeclared }) };
}

function rowOf(record: unknown, listed: Listed, question: Question): Row {
  const id = textAt(record, listed.id);
  if (id === undefined) throw new Unbelievable(`${asText(question)} answered a record without ${listed.id}`);
  const isOther = listed.other !== undefined && Boolean(valueAt(record, listed.other));
  const isOne = (of: Listed['closed']) => of?.values.some((value) => valueAt(record, of.at) === value) ?? false;
  return {
    id,
    url: textAt(record, listed.url) ?? listed.link?.replaceAll('{id}', encodeURIComponent(id)),
    createdAt: momentOf(listed.created === undefined ? undefined : valueAt(record, listed.created)),
    createdBy: textAt(record, listed.created_by),
    state: isOne(listed.deleted) ? 'deleted' : isOne(listed.closed) ? 'closed' : 'open',
    carries: (key) => !isOther && holdsKey(valueAt(record, listed.key), key, listed.key_within),
    ...hiddenSince(record, listed),
  };
}

function hiddenSince(record: unknown, listed: Listed): Pick<Row, 'keylessSince'> {
  const { keyless, key } = listed as Also;
  const made = listed.created === undefined ? undefined : momentOf(valueAt(record, listed.created));
  if (listed.drops)
    return holdsAny(record, listed) ? {} : { keylessSince: made ?? (Number.POSITIVE_INFINITY as Instant) };
  if (keyless === undefined || valueAt(record, /^[\w@$-]*/.exec(key)?.[0] ?? '') !== undefined) return {};
  // A record that does not even say when it changed may have changed at any time.
  return { keylessSince: momentOf(valueAt(record, keyless)) ?? (Number.POSITIVE_INFINITY as Instant) };
}

function holdsAny(record: unknown, { key, key_within: within, other }: Listed): boolean {
  const text = textAt(record, key);
  const isOther = other !== undefined && Boolean(valueAt(record, other));
  return isOther || (text !== undefined && (within === undefined || text.includes(within[0])));
}

/** Systems that count seconds since 1970 and those that count milliseconds cannot be taken for each other. */
export function momentOf(value: unknown): Instant | undefined {
  if (typeof value === 'number' && value < 1e11) return parseInstant(value * 1000);
  return parseInstant(value);
}

function nextOf(
  answer: Answer,
  given: unknown,
  list: readonly unknown[],
  question: Question,
  { next, id }: Listed,
  base: string,
): Question | undefined {
  if (next === undefined || 'none' in next) return undefined;
  if ('link' in next) {
    const linked = linkedNext(answer);
    if (linked === 'unreadable') throw new Unbelievable(`${asText(question)}: its Link header cannot be read`);
    return follow(linked?.url, question, base);
  }
  if ('url' in next) return follow(readableAt(given, next.url, question), question, base);
  if ('cursor' in next) {
    const cursor = readableAt(given, next.cursor, question);
    return cursor === undefined ? undefined : withParameter(question, next.parameter, cursor);
  }
  if ('last_id' in next) {
    const more = valueAt(given, next.more);
    if (more === false) return undefined;
    const last = textAt(list.at(-1), id);
    if (more === true && last !== undefined) return withParameter(question, next.last_id, last);
    const why =
      more === true ? 'it says that there is more, and shows nothing to ask behind' : `it has no ${next.more}`;
    throw new Unbelievable(`${asText(question)}: ${why}`);
  }
  const { 'x-next-page': named } = answer.headers;
  if ('page' in next && named !== undefined)
    return named.trim() === '' ? undefined : withParameter(question, next.page, named.trim(), next.in_query);
  // A page may be shorter than it was asked for: servers cap it, or leave out what this account may not see.
  if (list.length === 0) return undefined;
  if ('page' in next) return advanced(question, next.page, next.start ?? 1, 1, next.in_query);
  return advanced(question, next.offset, 0, list.length);
}

/** Undefined where nothing stands; what stands there and leads nowhere is no end. */
function readableAt(given: unknown, place: string, question: Question): string | undefined {
  const [value, text] = [valueAt(given, place), textAt(given, place)];
  if (text !== undefined) return text;
  if (value === undefined || value === null || value === '' || value === false) return undefined;
  throw new Unbelievable(`${asText(question)}: what stands at ${place} leads to no page`);
}

function follow(url: string | undefined, question: Question, base: string): Question | undefined {
  return url === undefined ? undefined : { ...question, url: new URL(url, base).href };
}

function advanced(question: Question, name: string, first: number, step: number, inQuery?: boolean): Question {
  const before =
    new URL(question.url).searchParams.get(name) ?? (parameterIn(question.body, name) as string | undefined);
  return withParameter(question, name, Number(before ?? first) + step, inQuery);
}

/** In the query of a GET, in the body of a POST. */
function withParameter(question: Question, name: string, value: string | number, inQuery = false): Question {
  if (question.method === 'GET' || inQuery) {
    const url = new URL(question.url);
    url.searchParams.set(name, String(value));
    return { ...question, url: url.href };
  }
  const body = JSON.parse(String(question.body ?? '{}'));
  return { ...question, body: JSON.stringify({ ...body, [name]: value }) };
}

function parameterIn(body: Question['body'], name: string): unknown {
  return typeof body === 'string' ? valueAt(JSON.parse(body), name) : undefined;
}
