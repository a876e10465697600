// Looking for a key: all pages, every hit checked on this side, and an empty answer believed only after a control.
import type { Instant } from '../../model/instant.ts';
import { parseInstant } from '../../model/instant.ts';
import type { Found, Probe, TargetRecord } from '../../model/target.ts';
import type { HttpClient } from './client.ts';
import { isKept } from './create.ts';
import { refuseOtherClock, refuseStale } from './fresh.ts';
import { type Answer, asText, type Question, Unbelievable } from './question.ts';
import { type ReadOptions, read } from './read.ts';

export interface Row extends Omit<TargetRecord, 'key'> {
  /** Whether this very record carries the key, as far as its own fields say. */
  carries(key: string): boolean;
  /** It does not show whether it has a key, and last changed then. */
  readonly keylessSince?: Instant;
}

export interface Listing {
  readonly rows: readonly Row[];
  /** Undefined: this was the last page. */
  readonly next: Question | undefined;
  /** How many there are by the target's own count; undefined: it does not say. */
  readonly total?: number | undefined;
  /** What says that there is another page, where nothing leads to it. */
  readonly further?: string | undefined;
  /** Why nothing shows that this page is the last. What a filter let through is complete without: there is nothing else. */
  readonly unended?: string | undefined;
}

/** Why an empty answer may be believed, or why it may not. */
export type Control =
  | { readonly believed: true; readonly control: string }
  | { readonly believed: false; readonly reason: string };

export interface Lists {
  readonly first: Question;
  /** The target filters by the key: a record without it shows that the filter was ignored. */
  readonly filtered: boolean;
  /** Each page begins behind a record, not at a place in the list: what is deleted meanwhile moves nothing over the edge. */
  readonly isKeyset?: boolean;
  /** It lists what was made in a span, by the clock of the target. */
  readonly byTime?: boolean;
  readonly options?: ReadOptions;
  list(answer: Answer, question: Question): Listing;
}

export interface Look extends Lists {
  readonly store: 'primary' | 'index';
  /** Lists of what the first one leaves out, such as those that were deleted. */
  readonly also?: readonly Lists[];
  /** What changed before was there before the request. Undefined: not known. */
  readonly since?: Instant;
  control(signal: AbortSignal): Promise<Control>;
}

const unkept =
  'the key begins or ends with a space, or holds control characters: a system may have stored it without, under another key';

/** More pages are no answer to a question about one key. */
const mostPages = 200;
/** Of a list that changes under the reading; whoever deletes faster than it is read has to come to an end first. */
const mostReadings = 5;

export async function lookFor(client: HttpClient, key: string, look: Look, signal: AbortSignal): Promise<Found> {
  const asked = [look, ...(look.also ?? [])].map(({ first }) => asText(first)).join('; ');
  return believing(asked, async () => {
    const rows = await allRows(client, key, look, signal);
    const others = await alsoIn(
      client,
      key,
      look,
      rows.some((row) => row.carries(key)),
      signal,
    );
    const hits = new Map([...rows, ...others.flat()].filter((row) => row.carries(key)).map((row) => [row.id, row]));
    const records = [...hits.values()]
      .map(({ carries: _, keylessSince: __, ...record }) => ({ ...record, key }))
      .toSorted((a, b) => Number(a.state === 'deleted') - Number(b.state === 'deleted'));
    if (isSome(records)) return { answer: 'found', records, asked };
    for (const [i, { filtered }] of [look, ...(look.also ?? [])].entries())
      refuseStrangers([rows, ...others][i], filtered);
    refuseKeyless([...rows, ...others.flat()], look.since);
    // It is not made by this program; whoever made it may have had it trimmed.
    if (!isKept(key)) throw new Unbelievable(unkept);
    const given = await look.control(signal);
    if (!given.believed) throw new Unbelievable(given.reason);
    return { answer: 'none', store: look.store, control: given.control, asked };
  });
}

/** In this order: what is moved to the bin between two questions is seen in the second. */
async function alsoIn(
  client: HttpClient,
  key: string,
  look: Look,
  isFound: boolean,
  signal: AbortSignal,
): Promise<(readonly Row[])[]> {
  const others: (readonly Row[])[] = [];
  for (const lists of look.also ?? []) {
    try {
      others.push(await allRows(client, key, lists, signal));
    } catch (error) {
      // What was found stands, whatever the bin says.
      if (!isFound || !(error instanceof Unbelievable)) throw error;
    }
  }
  return others;
}

function refuseStrangers(rows: readonly Row[] = [], filtered: boolean): void {
  if (!filtered || rows.length === 0) return;
  throw new Unbelievable(`the filter was ignored: ${rows.length} records came back that do not carry the key`);
}

function refuseKeyless(rows: readonly Row[], since: Instant | undefined): void {
  const maybe = rows.filter(({ keylessSince }) => keylessSince !== undefined && keylessSince >= (since ?? 0));
  if (maybe.length === 0) return;
  const isGone = maybe.every(({ state }) => state === 'deleted');
  const which = isGone ? 'that was deleted' : 'of that time';
  const some = maybe.length === 1 ? `one ${which} does` : `${maybe.length} ${which.replace('was', 'were')} do`;
  const ids = maybe.slice(0, 3).map(({ id }) => id);
  const names = `record ${ids.join(', ')}${maybe.length > ids.length ? ', …' : ''}`;
  const advice = isGone ? '' : ': write the key into the field of the one that it is, any other word into the others';
  throw new Unbelievable(
    `${some} not show ${isGone ? 'the key any more' : 'any key'}, and may be the one: ${names}${advice}`,
  );
}

/** What cannot be believed is an answer of its own, with its reason. */
export async function believing(asked: string, work: () => Promise<Found>): Promise<Found> {
  try {
    return await work();
  } catch (error) {
    if (error instanceof Unbelievable) return { answer: 'cannot-see', reason: error.message, asked };
    throw error;
  }
}

/** The control alone, for whoever asks whether this target may be believed. */
export async function probeBy(control: () => Promise<Control>): Promise<Probe> {
  try {
    const given = await control();
    return { visible: given.believed, evidence: given.believed ? given.control : given.reason };
  } catch (error) {
    if (error instanceof Unbelievable) return { visible: false, evidence: error.message };
    throw error;
  }
}

/**
 * What is deleted from a page that was read moves the first record of the next one to where nobody looks any more. Then it is
 * missing in the next reading, so a reading that lost nothing to the next one was whole. A record that is found is found.
 */
async function allRows(client: HttpClient, key: string, look: Lists, signal: AbortSignal): Promise<readonly Row[]> {
  let { rows, pages } = await oneReading(client, look, signal);
  for (let n = 1; pages > 1 && !look.isKeyset && !rows.some((row) => row.carries(key)); n += 1) {
    if (n === mostReadings)
      throw new Unbelievable(`${asText(look.first)}: records are taken out of it faster than its pages are read`);
    const before = rows;
    ({ rows, pages } = await oneReading(client, look, signal));
    const ids = new Set(rows.map(({ id }) => id));
    if (before.every(({ id }) => ids.has(id))) break;
  }
  return rows;
}

interface Reading {
  readonly rows: readonly Row[];
  readonly pages: number;
}

export async function oneReading(client: HttpClient, look: Lists, signal: AbortSignal): Promise<Reading> {
  const rows: Row[] = [];
  const ids = new Set<string>();
  const asked = new Set<string>();
  let total: number | undefined;
  for (let question: Question | undefined = look.first; question !== undefined; ) {
    const mark: string = `${question.url}\n${String(question.body ?? '')}`;
    if (asked.has(mark)) throw new Unbelievable(`${asText(question)}: the pages go in a circle`);
    asked.add(mark);
    if (asked.size > mostPages) throw new Unbelievable(`${asText(question)}: there are more than ${mostPages} pages`);
    const askedAt = Date.now();
    const answer = await read(client, question, signal, look.options);
    refuseStale(answer, question);
    if (look.byTime) refuseOtherClock(answer, question, [askedAt, Date.now()]);
    const listing: Listing = look.list(answer, question);
    const { further, unended } = listing;
    if (further !== undefined) throw new Unbelievable(`${asText(question)} has another page: ${further}`);
    if (unended !== undefined && !look.filtered) throw new Unbelievable(`${asText(question)}: ${unended}`);
    total = listing.total ?? total;
    const isNew = listing.rows.length === 0 || listing.rows.some(({ id }) => !ids.has(id));
    for (const { id } of listing.rows) ids.add(id);
    if (!isNew && !(total !== undefined && ids.size >= total))
      throw new Unbelievable(`${asText(question)} brings the same page again`);
    rows.push(...listing.rows);
    question = isNew ? listing.next : undefined;
  }
  if (total !== undefined && ids.size < total)
    throw new Unbelievable(`${asText(look.first)}: ${ids.size} of ${total} records came back`);
  return { rows, pages: asked.size };
}

function isSome<T>(list: readonly T[]): list is readonly [T, ...T[]] {
  return list.length > 0;
}

/** Undefined for what is no moment: a date alone would be a guess. */
export function instantOf(value: unknown): Instant | undefined {
  return parseInstant(value);
}
