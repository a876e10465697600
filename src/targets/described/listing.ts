// One page of a described system: its records, and the question for the next page.
import type { Instant } from '../../model/instant.ts';
import { parseInstant } from '../../model/instant.ts';
import type { Listing, Row } from '../http/look.ts';
import { type Answer, asText, type Question, Unbelievable } from '../http/question.ts';
import { jsonOf } from '../http/read.ts';
import type { Also, Listed } from './description.ts';
import { holdsKey, textAt, valueAt } from './place.ts';

export function listingOf(answer: Answer, question: Question, listed: Listed, base: string): Listing {
  if (listed.empty?.includes(answer.status) || answer.status === 204) return { rows: [], next: undefined };
  const given = jsonOf(answer);
  if (given === undefined) throw new Unbelievable(`${asText(question)} answered something that is not JSON`);
  const list = listed.list === undefined ? [given] : valueAt(given, listed.list);
  if (!Array.isArray(list))
    throw new Unbelievable(`${asText(question)} answered no list at ${listed.list || 'its top'}`);
  const total = Number(textAt(given, listed.total) ?? Number.NaN);
  return {
    rows: list.map((one) => rowOf(one, listed, question)),
    next: nextOf(answer, given, list, question, listed, base),
    total: Number.isNaN(total) ? undefined : total,
  };
}

function rowOf(record: unknown, listed: Listed, question: Question): Row {
  const id = textAt(record, listed.id);
  if (id === undefined) throw new Unbelievable(`${asText(question)} answered a record without ${listed.id}`);
  const isOne = (of: Listed['closed']) => of?.values.some((value) => valueAt(record, of.at) === value) ?? false;
  return {
    id,
    url: textAt(record, listed.url) ?? listed.link?.replaceAll('{id}', encodeURIComponent(id)),
    createdAt: momentOf(listed.created === undefined ? undefined : valueAt(record, listed.created)),
    createdBy: textAt(record, listed.created_by),
    state: isOne(listed.deleted) ? 'deleted' : isOne(listed.closed) ? 'closed' : 'open',
    carries: (key) => holdsKey(valueAt(record, listed.key), key, listed.key_within),
    ...hiddenSince(record, listed),
  };
}

function hiddenSince(record: unknown, listed: Listed): Pick<Row, 'keylessSince'> {
  const { keyless, key } = listed as Also;
  if (keyless === undefined || valueAt(record, /^[\w@$-]*/.exec(key)?.[0] ?? '') !== undefined) return {};
  // A record that does not even say when it changed may have changed at any time.
  return { keylessSince: momentOf(valueAt(record, keyless)) ?? (Number.POSITIVE_INFINITY as Instant) };
}

/** Systems that count seconds since 1970 and those that count milliseconds cannot be taken for each other. */
function momentOf(value: unknown): Instant | undefined {
  if (typeof value === 'number' && value < 1e11) return parseInstant(value * 1000);
  return parseInstant(value);
}

function nextOf(
  { headers }: Answer,
  given: unknown,
  list: readonly unknown[],
  question: Question,
  { next, id }: Listed,
  base: string,
): Question | undefined {
  if (next === undefined) return undefined;
  if ('link' in next) return follow(/<([^>]+)>;\s*rel="?next"?/.exec(headers.link ?? '')?.[1], question, base);
  if ('url' in next) return follow(textAt(given, next.url), question, base);
  if ('cursor' in next) {
    const cursor = textAt(given, next.cursor);
    return cursor === undefined ? undefined : withParameter(question, next.parameter, cursor);
  }
  if ('last_id' in next) {
    const last = textAt(list.at(-1), id);
    return valueAt(given, next.more) === true && last ? withParameter(question, next.last_id, last) : undefined;
  }
  if (list.length < next.size) return undefined;
  if ('page' in next) return counted(question, next.page, next.start ?? 1, 1, next.in_query);
  return counted(question, next.offset, 0, next.size);
}

function follow(url: string | undefined, question: Question, base: string): Question | undefined {
  return url === undefined ? undefined : { ...question, url: new URL(url, base).href };
}

function counted(question: Question, name: string, first: number, step: number, inQuery?: boolean): Question {
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
