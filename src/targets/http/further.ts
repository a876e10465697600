// Signs in an answer that there is another page, whatever the description says about pages: a list with one is never complete.
import type { Answer } from './question.ts';

/** An address, or that there is one which cannot be read; undefined: the header names no next page. RFC 8288. */
export function linkedNext({ headers }: Pick<Answer, 'headers'>): { readonly url: string } | 'unreadable' | undefined {
  const header = headers.link ?? '';
  for (const [, url = '', parameters = ''] of header.matchAll(/<([^>]*)>((?:\s*;\s*(?:"[^"]*"|[^",;]+)+)*)/g)) {
    const [, quoted, plain] = /;\s*rel\s*=\s*(?:"([^"]*)"|([^\s";]+))/i.exec(parameters) ?? [];
    const relations = (quoted ?? plain ?? '').toLowerCase().split(/\s+/);
    if (relations.includes('next')) return { url };
  }
  return /rel\s*=\s*(?:"[^"]*\bnext\b|'?next\b)/i.test(header) ? 'unreadable' : undefined;
}

/** Fields by which interfaces commonly say that there is more, where they hold anything. */
const filled = [
  'next',
  'next_page',
  'nextPage',
  'next_cursor',
  'nextCursor',
  'nextPageToken',
  'next_page_token',
  'next_url',
  'nextLink',
  '@odata.nextLink',
  'nextRecordsUrl',
  'links.next',
  '_links.next',
  'paging.next',
  'pagination.next',
  'meta.next_cursor',
  'response_metadata.next_cursor',
];
const yes = ['has_more', 'hasMore', 'has_next', 'hasNext', 'pageInfo.hasNextPage', 'page_info.has_next_page'];
const no = ['isLast', 'is_last', 'isLastPage', 'done'];

/** What says so, in words; undefined: nothing that is known of. */
export function furtherPage(answer: Answer, body: unknown): string | undefined {
  if (linkedNext(answer) !== undefined) return 'the Link header names one';
  if ((answer.headers['x-next-page'] ?? '').trim() !== '') return 'x-next-page names one';
  const says = (places: readonly string[], is: (value: unknown) => boolean) => places.find((at) => is(held(body, at)));
  const place = says(filled, isFilled) ?? says(yes, (value) => value === true) ?? says(no, (value) => value === false);
  return place && `its ${place} says so`;
}

/** Fields by which a search says that it did not search everything. */
const halves = ['timed_out', 'timedOut', 'incomplete_results', 'incompleteResults', 'partial', 'is_partial'];

/** The field that says so; undefined: nothing that is known of. A list beside an error is no answer either. */
export function partOf(body: unknown): string | undefined {
  const isSome = (value: unknown) =>
    typeof value === 'object' && value !== null ? Object.keys(value).length > 0 : Boolean(value);
  return halves.find((at) => held(body, at) === true) ?? ['errors', 'error'].find((at) => isSome(held(body, at)));
}

/** How many there are by a header, where the target sends one. */
export function counted({ headers }: Answer): number | undefined {
  const text = headers['x-total-count'] ?? headers['x-total'] ?? '';
  return /^\s*\d+\s*$/.test(text) ? Number(text) : undefined;
}

function isFilled(value: unknown): boolean {
  if (typeof value !== 'object' || value === null) return Boolean(value);
  return 'href' in value ? isFilled(value.href) : true;
}

/** A name may itself hold a dot. */
function held(value: unknown, place: string): unknown {
  if (typeof value !== 'object' || value === null) return undefined;
  const record = value as Readonly<Record<string, unknown>>;
  if (Object.hasOwn(record, place)) return record[place];
  const dot = place.indexOf('.');
  if (dot < 1 || !Object.hasOwn(record, place.slice(0, dot))) return undefined;
  return held(record[place.slice(0, dot)], place.slice(dot + 1));
}
