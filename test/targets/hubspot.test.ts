// Is a bin that may not be read told by the check, and by each look that finds nothing, and does it hide nothing that was found?
import { expect, test } from 'vitest';
import { hubspot } from '../../src/targets/hubspot.ts';
import { fakeServer } from './fake-server.ts';

const never = new AbortController().signal;

async function opened(archived: { status: number; body?: object }) {
  const server = await fakeServer({
    creates: () => false,
    answer({ path, query }) {
      if (path.includes('/properties/')) return { status: 200, body: { hasUniqueValue: true } };
      if (path.endsWith('/search'))
        return { status: 200, body: { results: [{ id: '1', properties: { key: 'there' } }] } };
      if (query.get('archived') === 'true') return archived;
      const isThere = path.endsWith('/there');
      return isThere ? { status: 200, body: { id: '1', properties: { key: 'there' } } } : { status: 404, body: {} };
    },
  });
  const settings = { url: server.url, object: 'tickets', property: 'key' };
  return hubspot.open(settings, { name: 'h', env: { HUBSPOT_TOKEN: 't' }, folder: '/' });
}

test('a bin that may not be read makes no absence believable', async () => {
  const target = await opened({ status: 403 });
  expect(await target.probe(never)).toMatchObject({
    visible: false,
    evidence: expect.stringContaining('archived=true'),
  });
  expect(await target.find('gone', never)).toMatchObject({ answer: 'cannot-see' });
  expect(await target.find('there', never)).toMatchObject({ answer: 'found', records: [{ id: '1', state: 'open' }] });
});

test('a bin that is empty does', async () => {
  const target = await opened({ status: 404, body: {} });
  expect(await target.probe(never)).toMatchObject({ visible: true });
  expect(await target.find('gone', never)).toMatchObject({ answer: 'none', store: 'primary' });
});

test('an archived parameter that is ignored gives the same object once', async () => {
  const target = await opened({ status: 200, body: { id: '1', archived: false, properties: { key: 'there' } } });
  expect(await target.find('there', never)).toMatchObject({ records: [{ id: '1', state: 'open' }] });
  expect(await target.find('gone', never)).toMatchObject({ answer: 'cannot-see' });
});
