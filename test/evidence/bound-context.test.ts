// A logger with bound context names the event on every line: how many arrivals are that?
import { expect, it } from 'vitest';
import { logOf, mapOf, tracedLog } from './traced.ts';

const start = Date.UTC(2026, 10, 29, 19, 37, 17);
const map = mapOf({ record_id: 'ticket.key' });

const line = (ms: number, msg: string, more: object) => ({
  time: start + ms,
  hostname: 'a1',
  pid: 7,
  msg,
  event_id: 'Ev1',
  ...more,
});

/** What one pass of the handler writes. */
const pass = (ms: number, bound: object, key: string) => [
  line(ms, 'received', bound),
  line(ms + 20, 'answered', bound),
  line(ms + 1500, 'searching', bound),
  line(ms + 4000, 'created', { ...bound, ticket: { key } }),
];

async function traced(lines: readonly object[]) {
  const { document } = await tracedLog('Ev1', logOf(lines), map);
  const of = (wanted: string) => document.facts.filter(({ kind }) => kind === wanted);
  return { document, deliveries: of('delivery'), records: of('record') };
}

it.each([
  ['an envelope', { envelope_id: 'e1' }],
  ['a retry number', { retry_num: 0 }],
])('is one arrival on all lines that bind %s, and what was made came by it', async (_, bound) => {
  const { document, deliveries, records } = await traced(pass(0, bound, 'OPS-1'));
  expect(deliveries).toMatchObject([{ at: new Date(start).toISOString(), contradictions: [] }]);
  expect(deliveries[0]?.witnesses).toHaveLength(4);
  expect(records).toMatchObject([{ parent: { n: deliveries[0]?.n, by: 'delivery_id' } }]);
  expect(document.findings).toEqual([]);
});

it('is still one arrival where the handler made two things', async () => {
  const lines = [
    ...pass(0, { retry_num: 0 }, 'OPS-1'),
    line(5200, 'created', { retry_num: 0, ticket: { key: 'OPS-2' } }),
  ];
  const { document, deliveries } = await traced(lines);
  expect(deliveries).toHaveLength(1);
  expect(document.verdict).toBe('duplicate');
  expect(document.findings.map(({ rule }) => rule)).not.toContain('retry-metadata-lost');
});

it.each([
  ['another envelope', { envelope_id: 'e1' }, { envelope_id: 'e2' }],
  ['another retry', { retry_num: 0 }, { retry_num: 1 }],
  ['the opening line once more', { envelope_id: 'e1' }, { envelope_id: 'e1' }],
])('is two arrivals with %s', async (_, first, second) => {
  const lines = [...pass(0, first, 'OPS-1'), ...pass(6000, second, 'OPS-2')];
  const { deliveries } = await traced(lines);
  expect(deliveries).toHaveLength(2);
  expect(deliveries.map(({ witnesses }) => witnesses.length)).toEqual([4, 4]);
});

it('ties what two passes made only where the lines say to which arrival they belong', async () => {
  const told = await traced([
    ...pass(0, { envelope_id: 'e1' }, 'OPS-1'),
    ...pass(3000, { envelope_id: 'e2' }, 'OPS-2'),
  ]);
  expect(told.records.map(({ parent }) => parent?.n)).toEqual(told.deliveries.map(({ n }) => n));
  const mixed = await traced([...pass(0, { retry_num: 0 }, 'OPS-1'), ...pass(3000, { retry_num: 0 }, 'OPS-2')]);
  expect(mixed.deliveries).toHaveLength(2);
  expect(mixed.records.filter(({ parent }) => parent?.by === 'delivery_id')).toEqual([]);
});

it('is an arrival of its own on each line where one is written for each', async () => {
  const { deliveries } = await traced([0, 3020, 66_000].map((ms) => line(ms, 'slack event', { retry_num: 0 })));
  expect(deliveries).toHaveLength(3);
});
