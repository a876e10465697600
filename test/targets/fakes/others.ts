// Kommo, Bitrix24, Yandex Tracker and Stripe. Shapes from their published documentation.
import { bitrix24 } from '../../../src/targets/bitrix24.ts';
import { kommo } from '../../../src/targets/kommo.ts';
import { stripe } from '../../../src/targets/stripe.ts';
import { yandexTracker } from '../../../src/targets/yandex-tracker.ts';
import type { Subject } from '../subject.ts';
import { created, filtered, opening, paged, playOver, saying } from './store.ts';

const deletedAt = () => Math.floor(Date.now() / 1000);

export const kommoSubject: Subject = {
  name: 'kommo',
  further: saying(() => ({ _links: { next: {} } })),
  bin: 'nameless',
  without: {
    'an ignored filter is seen, and nothing follows from it': 'the search is filtered on this side',
    'a filter that finds nothing, whatever is there, is seen': 'the list by time proves',
  },
  play: playOver(({ method, path, query, json, headers }, kept) => {
    if (kept.isHidden) return { status: 403, body: { title: 'Forbidden' } };
    if (path === '/api/v4/leads/custom_fields/7') return { status: 200, body: { id: 7, type: 'text' } };
    if (path === '/api/v4/users') return { status: 200, body: { _embedded: { users: [{ id: 5 }] } } };
    if (method === 'POST') {
      const { n } = kept.add(json()[0].custom_fields_values[0].values[0].value, json()[0].name);
      return { status: 200, body: { _embedded: { leads: [{ id: n, request_id: '0' }] } } };
    }
    if (query.get('with') === 'only_deleted') {
      // The vendor shows these with little more than their ids.
      const leads = kept
        .deleted()
        .map(({ n }) => ({ id: n, updated_at: deletedAt(), updated_by: 5, is_deleted: true }));
      return leads.length === 0 ? { status: 204 } : { status: 200, body: { _embedded: { leads } } };
    }
    const word = query.get('query')?.slice(0, 11);
    const all = kept.indexed().filter(({ key, title }) => word === undefined || `${key} ${title}`.includes(word));
    if (all.length === 0) return { status: 204 };
    const page = Number(query.get('page') ?? 1);
    const { rows, next } = paged(all, (page - 1) * 50, 50);
    const leads = rows.map(({ n, key }) => ({
      id: n,
      created_at: 1_795_953_600,
      created_by: 5,
      is_deleted: false,
      custom_fields_values: [{ field_id: 7, values: [{ value: key }] }],
    }));
    const url = `http://${headers.host}${path}?query=${encodeURIComponent(query.get('query') ?? '')}&page=${page + 1}`;
    return {
      status: 200,
      body: { _page: page, _links: next === undefined ? {} : { next: { href: url } }, _embedded: { leads } },
    };
  }),
  open: opening(kommo, 'KOMMO_TOKEN', (url) => ({ url, field: 7 })),
  request: (key) => [{ name: 'x', custom_fields_values: [{ field_id: 7, values: [{ value: key }] }] }],
};

export const bitrix24Subject: Subject = {
  name: 'bitrix24',
  further: saying(({ total }) => ({ total: Number(total) + 1 })),
  without: { 'what the index does not know yet is never proven absent': 'the list is the database' },
  play: playOver(
    ({ path, query, json }, kept) => {
      if (query.get('auth') !== 'token-of-a-test') return { status: 401, body: { error: 'expired_token' } };
      if (kept.isHidden) return { status: 403, body: { error: 'ACCESS_DENIED' } };
      if (path.endsWith('crm.deal.fields.json'))
        return { status: 200, body: { result: { ORIGIN_ID: { type: 'string', isReadOnly: false } } } };
      if (path.endsWith('user.admin.json')) return { status: 200, body: { result: true } };
      if (path.endsWith('crm.deal.add.json'))
        return { status: 200, body: { result: kept.add(json().fields.ORIGIN_ID).n } };
      const { filter, start = 0 } = json();
      const all = filtered(kept, kept.visible(), filter['=ORIGIN_ID']);
      const { rows, next } = paged(all, Number(start), 50);
      const result = rows.map((one) => ({
        ID: String(one.n),
        ORIGIN_ID: one.key,
        DATE_CREATE: '2026-11-29T15:00:00+03:00',
        CREATED_BY_ID: '5',
        CLOSED: one.closed ? 'Y' : 'N',
      }));
      return { status: 200, body: { result, total: all.length, ...(next === undefined ? {} : { next }) } };
    },
    ({ path }) => path.endsWith('crm.deal.add.json'),
  ),
  open: opening(bitrix24, 'BITRIX24_TOKEN', (url) => ({ url: `${url}/rest`, originator: 'slack' })),
  request: (key) => ({ fields: { TITLE: 'x', ORIGINATOR_ID: 'slack', ORIGIN_ID: key } }),
  elsewhere: (key) => ({ fields: { TITLE: 'x', ORIGIN_ID: key } }),
};

export const yandexTrackerSubject: Subject = {
  name: 'yandex-tracker',
  further: (said) => ({ ...said, headers: { 'x-total-count': '9' } }),
  play: playOver(
    ({ path, query, json }, kept) => {
      if (path === '/v3/queues/OPS')
        return kept.isHidden ? { status: 403 } : { status: 200, body: { id: 1, key: 'OPS' } };
      if (path === '/v3/issues/') {
        try {
          const { n } = kept.add(json().unique);
          return { status: 201, body: { id: 'x', key: `OPS-${n}` } };
        } catch {
          return { status: 409, body: { errorMessages: ['The issue exists already'] } };
        }
      }
      const wanted = json().filter.sourceKey;
      const all = filtered(kept, kept.indexed(), wanted);
      const { rows } = paged(all, (Number(query.get('page')) - 1) * 100, 100);
      const body = rows.map((one) => ({
        key: `OPS-${one.n}`,
        sourceKey: one.key,
        createdAt: '2026-11-29T12:00:00.000+0000',
        createdBy: { id: '1120000000000001', display: 'Ann Bot' },
        status: { key: one.closed ? 'closed' : 'open' },
      }));
      return { status: 200, body };
    },
    ({ path }) => path === '/v3/issues/',
    true,
  ),
  open: opening(yandexTracker, 'YANDEX_TRACKER_TOKEN', (url) => ({
    url,
    queue: 'OPS',
    organization: '1',
    field: 'sourceKey',
  })),
  request: (key) => ({ queue: 'OPS', summary: 'x', unique: key, sourceKey: key }),
  elsewhere: (key) => ({ queue: { key: 'HR' }, summary: 'x', unique: key, sourceKey: key }),
};

const stripeBase = playOver(({ method, path, query, body }, kept) => {
  if (kept.isHidden) return { status: 403, body: { error: { type: 'invalid_request_error' } } };
  const shown = (one: { n: number; key: string }) => ({
    id: `in_${one.n}`,
    object: 'invoice',
    created: Date.parse(created) / 1000,
    metadata: { source_event_key: one.key },
  });
  if (method === 'POST') {
    const key = new URLSearchParams(body).get('metadata[source_event_key]') ?? '';
    return { status: 200, body: shown(kept.add(key)) };
  }
  if (path.endsWith('/search')) {
    const wanted = /:"(.*)"/.exec(query.get('query') ?? '')?.[1]?.replace(/\\(.)/g, '$1');
    const all = kept.ignoresFilter ? kept.indexed() : kept.indexed().filter(({ key }) => key === wanted);
    const { rows, next } = paged(all, Number(query.get('page') ?? 0), 100);
    return {
      status: 200,
      body: { object: 'search_result', data: rows.map(shown), next_page: next === undefined ? null : String(next) },
    };
  }
  const after = Number(/in_(\d+)/.exec(query.get('starting_after') ?? '')?.[1] ?? 0);
  const { rows, next } = paged(kept.visible(), after, Number(query.get('limit')));
  return { status: 200, body: { object: 'list', data: rows.map(shown), has_more: next !== undefined } };
});

export const stripeSubject: Subject = {
  name: 'stripe',
  without: { 'a filter that finds nothing, whatever is there, is seen': 'the list by time proves' },
  further: saying(() => ({ data: [], has_more: true })),
  play: stripeBase,
  open: opening(stripe, 'STRIPE_API_KEY', (url) => ({ url, object: 'invoices' })),
  request: (key) => `metadata[source_event_key]=${encodeURIComponent(key)}`,
};
