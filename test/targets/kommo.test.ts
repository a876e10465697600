// Does a lead in the bin, which shows no key there, keep anybody from believing that there was none?
import { expect, test } from 'vitest';
import { lookOnce } from '../../src/reconcile/look.ts';
import { kommo } from '../../src/targets/kommo.ts';
import { fakeServer } from './fake-server.ts';

const sentAt = 1_795_953_600_000;
const never = new AbortController().signal;

async function looking(bin: readonly object[], sent: object = { sentAt, firstSentAt: sentAt }) {
  const asked: string[] = [];
  const server = await fakeServer({
    creates: () => false,
    answer({ path, query }) {
      if (path.includes('custom_fields')) return { status: 200, body: { id: 7 } };
      if (query.get('with') !== 'only_deleted') return { status: 204 };
      asked.push(query.get('filter[updated_at][from]') ?? '');
      return bin.length === 0 ? { status: 204 } : { status: 200, body: { _embedded: { leads: bin } } };
    },
  });
  const target = kommo.open({ url: server.url, field: 7 }, { name: 'k', env: { KOMMO_TOKEN: 't' }, folder: '/' });
  const candidate = { key: 'slack:T1:Ev1', ...sent } as never;
  return { found: await lookOnce(target, candidate, (sentAt + 3_600_000) as never, never), asked };
}

const seconds = (afterMs: number) => Math.floor((sentAt + afterMs) / 1000);

test('an empty bin proves that none was deleted since', async () => {
  const { found, asked } = await looking([]);
  expect(found).toMatchObject({ answer: 'none', store: 'primary' });
  expect(asked).toEqual([String(seconds(-5_000))]);
});

test('the bin is read from the first request on, and proves nothing where nobody knows when that was', async () => {
  const later = sentAt + 600_000;
  expect((await looking([], { sentAt: later, firstSentAt: sentAt })).asked).toEqual([String(seconds(-5_000))]);
  expect((await looking([], { sentAt })).found).toMatchObject({ answer: 'none', store: 'index' });
});

test('a lead that was deleted since may be the one: only the index is left, and says why', async () => {
  const { found } = await looking([{ id: 31, updated_at: seconds(60_000), is_deleted: true }]);
  expect(found).toMatchObject({ answer: 'none', store: 'index' });
  expect(found.answer === 'none' && found.control).toContain(
    'not show the key any more, and may be the one: record 31',
  );
});

test('one that was deleted before the request was sent is another one, whether or not the vendor filters', async () => {
  const { found } = await looking([{ id: 30, updated_at: seconds(-600_000), is_deleted: true }]);
  expect(found).toMatchObject({ answer: 'none', store: 'primary' });
});

test('a lead that shows its key in the bin is the one, and deleted', async () => {
  const fields = [{ field_id: 7, values: [{ value: 'slack:T1:Ev1' }] }];
  const { found } = await looking([{ id: 31, updated_at: seconds(1), is_deleted: true, custom_fields_values: fields }]);
  expect(found).toMatchObject({ answer: 'found', records: [{ id: '31', state: 'deleted' }] });
});
