// HubSpot, Zendesk and Salesforce. Shapes from their published documentation.
import { hubspot } from '../../../src/targets/hubspot.ts';
import { salesforce } from '../../../src/targets/salesforce.ts';
import { zendesk } from '../../../src/targets/zendesk.ts';
import type { Subject } from '../subject.ts';
import { created, filtered, oneForEach, opening, paged, playOver, saying } from './store.ts';

export const hubspotSubject: Subject = {
  name: 'hubspot',
  bin: 'shown',
  without: {
    ...oneForEach,
    'a further page that cannot be had makes nothing provable': 'the answer is one object',
  },
  play: playOver(
    ({ method, path, query, json }, kept) => {
      if (kept.isHidden) return { status: 403, body: { category: 'MISSING_SCOPES' } };
      if (path.startsWith('/crm/v3/properties'))
        return { status: 200, body: { name: 'source_key', hasUniqueValue: true } };
      const isBin = query.get('archived') === 'true';
      const answer = (key: string, n: number) => ({
        id: String(n),
        properties: { source_key: key },
        createdAt: created,
        archived: isBin,
      });
      if (path.endsWith('/search'))
        return { status: 200, body: { results: kept.visible().map(({ key, n }) => answer(key, n)) } };
      if (method === 'POST') {
        const key = json().properties.source_key;
        try {
          return { status: 201, body: answer(key, kept.add(key).n) };
        } catch {
          const message = `Property values were not valid: [{"error":"CONFLICTING_UNIQUE_VALUE","name":"source_key"}]`;
          return { status: 400, body: { status: 'error', category: 'VALIDATION_ERROR', message } };
        }
      }
      const key = decodeURIComponent(path.split('/').at(-1) ?? '');
      const one = filtered(kept, isBin ? kept.deleted() : kept.visible(), key)[0];
      return one ? { status: 200, body: answer(key, one.n) } : { status: 404, body: { category: 'OBJECT_NOT_FOUND' } };
    },
    ({ method, path }) => method === 'POST' && !path.endsWith('/search'),
    true,
  ),
  open: opening(hubspot, 'HUBSPOT_TOKEN', (url) => ({ url, object: 'tickets', property: 'source_key' })),
  request: (key) => ({ properties: { subject: 'x', source_key: key } }),
};

export const salesforceSubject: Subject = {
  name: 'salesforce',
  further: saying(() => ({ done: false })),
  bin: 'shown',
  without: {
    ...oneForEach,
    'a request without the key is not sent': 'the key is the address, and always there',
  },
  play: playOver(
    ({ method, path, query }, kept) => {
      if (path.endsWith('/queryAll')) {
        const [, wanted] =
          /^SELECT Id, Key__c, .* FROM Case WHERE Key__c = '(.*)' AND IsDeleted = TRUE$/.exec(query.get('q') ?? '') ??
          [];
        const bin = kept.deleted().filter((thing) => thing.key === wanted);
        const records = bin.map(({ n, key }) => ({
          Id: `500${n}`,
          Key__c: key,
          CreatedDate: created,
          IsDeleted: true,
        }));
        return { status: 200, body: { totalSize: records.length, done: true, records } };
      }
      if (path.endsWith('/query'))
        return {
          status: 200,
          body: { records: kept.visible().map(({ n, key }) => ({ Id: `500${n}`, Key__c: key })) },
        };
      if (path.endsWith('/describe'))
        return {
          status: 200,
          body: {
            name: 'Case',
            fields: [{ name: 'Id' }, { name: 'Key__c', unique: !kept.isHidden, externalId: true }],
          },
        };
      const key = decodeURIComponent(path.split('/').at(-1) ?? '');
      const one = filtered(kept, kept.visible(), key)[0];
      if (method === 'PATCH')
        return { status: one ? 200 : 201, body: { id: `500${(one ?? kept.add(key)).n}`, success: true } };
      if (!one) return { status: 404, body: [{ errorCode: 'NOT_FOUND' }] };
      return { status: 200, body: { Id: `500${one.n}`, Key__c: key, CreatedDate: created, IsClosed: one.closed } };
    },
    ({ method }) => method === 'PATCH',
  ),
  open: opening(salesforce, 'SALESFORCE_TOKEN', (url) => ({ url, object: 'Case', field: 'Key__c' })),
  request: () => ({ Subject: 'x' }),
};

export const zendeskSubject: Subject = {
  name: 'zendesk',
  further: saying(({ count }) => ({ count: Number(count) + 1 })),
  without: { 'what the index does not know yet is never proven absent': 'the list is the database' },
  play: playOver(({ method, path, query, json, headers }, kept) => {
    if (path === '/api/v2/users/me.json') {
      const role = kept.isHidden ? 'end-user' : 'agent';
      return { status: 200, body: { user: { id: 1, role, ticket_restriction: null, custom_role_id: null } } };
    }
    if (method === 'POST') {
      const { ticket } = json();
      return {
        status: 201,
        headers: { 'x-idempotency-lookup': 'miss' },
        body: { ticket: { id: kept.add(ticket.external_id).n, external_id: ticket.external_id } },
      };
    }
    const wanted = query.get('external_id');
    const all = filtered(kept, kept.visible(), wanted);
    const page = Number(query.get('page') ?? 1);
    const { rows, next } = paged(all, (page - 1) * 100, 100);
    const tickets = rows.map((one) => ({
      id: one.n,
      external_id: one.key,
      created_at: '2026-11-29T12:00:00Z',
      status: one.closed ? 'closed' : 'open',
      submitter_id: 7,
    }));
    const url = `http://${headers.host}${path}?external_id=${encodeURIComponent(wanted ?? '')}&page=${page + 1}`;
    return { status: 200, body: { tickets, count: all.length, next_page: next === undefined ? null : url } };
  }),
  open: opening(zendesk, 'ZENDESK_API_TOKEN', (url) => ({ url, user: 'bot@example.test' })),
  request: (key) => ({ ticket: { subject: 'x', external_id: key } }),
};
