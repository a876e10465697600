// The create of a described system: where its request holds the key, and what its answers mean.
import type { Operation } from '../../model/operation.ts';
import type { Created, Found } from '../../model/target.ts';
import type { HttpClient } from '../http/client.ts';
import type { Creating } from '../http/create.ts';
import { Unbelievable, urlOf } from '../http/question.ts';
import type { Description } from './description.ts';
import { filledPath, holdsKey, textAt, type Values, valueAt } from './place.ts';

export interface DescribedCreate {
  readonly of: Description;
  readonly client: HttpClient;
  readonly base: string;
  readonly values: Values;
  find(key: string, signal: AbortSignal): Promise<Found>;
}

export function createOf(
  { of, client, base, values, find }: DescribedCreate,
  { idempotencyKey: key }: Pick<Operation, 'idempotencyKey'>,
  request: Uint8Array,
  signal: AbortSignal,
): Creating {
  const { create, find: found } = of;
  const isForm = create.format === 'form';
  const type = isForm ? 'application/x-www-form-urlencoded' : 'application/json';
  return {
    client,
    question: {
      method: create.method ?? 'POST',
      url: urlOf(base, filledPath(create.path, { ...values, key })),
      headers: {
        'content-type': type,
        ...create.headers,
        ...(create.key_header ? { [create.key_header.toLowerCase()]: key } : {}),
      },
    },
    carries(body) {
      const sent = isForm ? fieldsOf(request) : body;
      if (!holds(of, sent, key, isForm)) return false;
      if (!(create.key_also ?? []).every((at) => holdsKey(valueAt(sent, at), key, undefined))) return false;
      if (!isFindable(of, key)) return 'key_not_searchable';
      if ((create.never ?? []).some((at) => valueAt(sent, at) !== undefined)) return 'request_sets_its_time';
      const leads = ({ at, value }: Lead) => at.some((one) => holdsKey(valueAt(sent, one), String(value), undefined));
      return (create.leads ?? []).every(leads) || 'request_elsewhere';
    },
    made(body) {
      const id = textAt(body, create.id);
      if (id === undefined) return undefined;
      const url = textAt(body, create.url) ?? found.link?.replaceAll('{id}', encodeURIComponent(id));
      return { id, url, ...(isShown(create, body, key) ? {} : { keyless: true }) };
    },
    judge: ({ status }, body) => judged(create, status, body),
    async existing() {
      const there = await find(key, signal);
      if (there.answer === 'cannot-see') throw new Unbelievable(there.reason);
      const [record] = there.answer === 'found' ? there.records : [];
      return record && { id: record.id, url: record.url };
    },
  };
}

/** Systems drop what an account may not set, and make the object all the same. */
function isShown({ shown, key_within, leads = [] }: Description['create'], body: unknown, key: string): boolean {
  const isThere = ({ value, shown: at }: Lead) => {
    const list = at && valueAt(body, at.list);
    const names = Array.isArray(list) ? list.map((one) => textAt(one, at?.field)?.toLowerCase()) : [];
    return at === undefined || names.includes(String(value).toLowerCase());
  };
  return (shown === undefined || holdsKey(valueAt(body, shown), key, key_within)) && leads.every(isThere);
}

type Lead = NonNullable<Description['create']['leads']>[number];

function holds({ create }: Description, sent: unknown, key: string, isForm: boolean): boolean {
  if (create.key === undefined) return create.path.includes('{key}') || create.key_header !== undefined;
  // The name of a field in a form may look like a place, and is none.
  if (isForm) return (sent as ReturnType<typeof fieldsOf>)[create.key] === key;
  return holdsKey(valueAt(sent, create.key), key, create.key_within);
}

function fieldsOf(request: Uint8Array): Readonly<Record<string, string>> {
  return Object.fromEntries(new URLSearchParams(Buffer.from(request).toString('utf8')));
}

/** Whether the same key can be asked for, and no other one is taken for it. */
export function isFindable({ create, find }: Description, key: string): boolean {
  if ([...(create.key_without ?? '')].some((sign) => key.includes(sign))) return false;
  if (create.key_within?.some((mark) => key.includes(mark.trim()))) return false;
  // A header holds no more than this; a segment of a path that is made of dots is a way up.
  if (create.key_header !== undefined && !/^[\x20-\x7e]{1,255}$/.test(key)) return false;
  return !/^\.{1,2}$/.test(key) || ![create.path, find.path].some((path) => path.includes('/{key}'));
}

function judged(
  create: Description['create'],
  status: number,
  body: unknown,
): Created | 'exists' | 'may-exist' | undefined {
  if (create.exists?.includes(status)) return 'exists';
  if (create.may_exist?.includes(status)) return 'may-exist';
  const word = create.refused_words && textAt(body, create.refused_words.at);
  const isWord = word !== undefined && create.refused_words?.values.includes(word);
  if (isWord) return { outcome: 'refused', reason: word.slice(0, 60), temporary: true };
  if (create.refused?.includes(status)) return { outcome: 'refused', reason: `http_${status}`, temporary: true };
  return undefined;
}
