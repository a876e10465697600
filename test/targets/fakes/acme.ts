// A tracker that nobody has heard of, and its description as a user writes it.
import { http } from '../../../src/targets/http.ts';
import type { Subject } from '../subject.ts';
import { created, filtered, opening, paged, playOver, saying } from './store.ts';

export const acmeDescription = {
  title: 'Acme tracker',
  auth: { header: 'X-Api-Key', value: '{token}' },
  values: { project: 7 },
  create: {
    path: '/projects/{project}/tickets',
    key: 'external.key',
    key_header: 'Idempotency-Key',
    key_lifetime: '24h',
    id: 'ticket.id',
    exists: [409],
    refused: [503],
  },
  find: {
    path: '/projects/{project}/tickets?external_key={key}&offset=0',
    store: 'primary' as const,
    list: 'tickets',
    total: 'total',
    key: 'external.key',
    id: 'id',
    created: 'created_at',
    closed: { at: 'state', values: ['done'] },
    link: 'https://acme.example/t/{id}',
    next: { offset: 'offset', size: 50 },
  },
  control: { path: '/projects/{project}', sample: { path: '/projects/{project}/tickets?offset=0', list: 'tickets' } },
};

export const acmeSubject: Subject = {
  name: 'http',
  further: saying(({ total }) => ({ total: Number(total) + 1 })),
  without: { 'what the index does not know yet is never proven absent': 'the list is the primary store' },
  play: playOver(({ method, path, query, json, headers }, kept) => {
    if (headers['x-api-key'] !== 'token-of-a-test') return { status: 401 };
    if (kept.isHidden) return { status: 403 };
    if (path === '/api/projects/7') return { status: 200, body: { id: 7 } };
    if (method === 'POST') return { status: 201, body: { ticket: { id: kept.add(json().external.key).n } } };
    const wanted = query.get('external_key');
    const all = filtered(kept, kept.visible(), wanted);
    const { rows } = paged(all, Number(query.get('offset')), 50);
    const tickets = rows.map(({ n, key, closed }) => ({
      id: n,
      external: { key },
      created_at: created,
      state: closed ? 'done' : 'new',
    }));
    return { status: 200, body: { tickets, total: all.length } };
  }),
  open: opening(http, 'HTTP_TOKEN', (url) => ({ url: `${url}/api`, ...acmeDescription })),
  request: (key) => ({ title: 'x', external: { key } }),
};
