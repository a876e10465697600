// Whatever carries a line knows the request in which it was written: does a scan tie by it what a trace ties?
import { describe, expect, it } from 'vitest';
import { logOf, sweptLog, tracedLog } from './traced.ts';

const start = Date.UTC(2026, 10, 20, 19, 37, 0);
const iso = (ms: number) => new Date(start + ms).toISOString();
const requests = ['11111111-1111-4111-8111-111111111111', '22222222-2222-4222-8222-222222222222'] as const;
const insights = (ms: number) => iso(ms).slice(0, -1).replace('T', ' ');

type Around = (ms: number, request: string, fact: object) => string;
const forms: [name: string, around: Around][] = [
  ['text', (ms, id, fact) => `${iso(ms)}\t${id}\tINFO\t${JSON.stringify(fact)}`],
  ['text of Python', (ms, id, fact) => `[INFO]\t${iso(ms)}\t${id}\t${JSON.stringify(fact)}`],
  ['JSON', (ms, id, message) => JSON.stringify({ timestamp: iso(ms), level: 'INFO', requestId: id, message })],
  [
    'JSON with text',
    (ms, id, fact) =>
      JSON.stringify({ timestamp: iso(ms), level: 'INFO', requestId: id, message: JSON.stringify(fact) }),
  ],
  [
    'Powertools',
    (ms, id, message) => JSON.stringify({ level: 'INFO', message, timestamp: iso(ms), function_request_id: id }),
  ],
  [
    'a CloudWatch export',
    (ms, id, fact) =>
      JSON.stringify({
        ...{ logStreamName: 's', timestamp: start + ms, ingestionTime: start + ms, eventId: String(ms) },
        message: `${iso(ms)}\t${id}\tINFO\t${JSON.stringify(fact)}\n`,
      }),
  ],
  [
    'Logs Insights',
    (ms, id, fact) =>
      JSON.stringify({ '@timestamp': insights(ms), '@requestId': id, '@message': JSON.stringify(fact) }),
  ],
];

const lines = (around: Around, ids: readonly [string, string]) =>
  ids.flatMap((id, i) => [
    around(i * 5000, id, { dedupe: 'delivery', at: iso(i * 5000), event_id: 'EvAROUND1' }),
    around(i * 5000 + 500, id, { dedupe: 'record', at: iso(i * 5000 + 500), target: 'jira', record_id: `OPS-${i}` }),
  ]);

describe.each(forms)('a request around fact lines, as %s', (_, around) => {
  it('owns what was made in it', async () => {
    const file = logOf(lines(around, requests));
    const { document } = await tracedLog('EvAROUND1', file);
    expect(document.records.map(({ id }) => id)).toEqual(['OPS-0', 'OPS-1']);
    const records = (await sweptLog(file)).filter(({ kind }) => kind === 'record');
    expect(records.map(({ fields }) => fields.request_id)).toEqual(requests);
  });

  it('does not own what another one made', async () => {
    const own = lines(around, requests).slice(0, 2);
    const other = lines(around, ['33333333-3333-4333-8333-333333333333', requests[1]]).slice(1, 2);
    const file = logOf([...own, ...other.map((line) => line.replaceAll('OPS-0', 'OPS-7'))]);
    const { document } = await tracedLog('EvAROUND1', file);
    expect(document.records.map(({ id }) => id)).toEqual(['OPS-0']);
    expect((await sweptLog(file)).filter(({ kind }) => kind === 'record')).toEqual([]);
  });
});
