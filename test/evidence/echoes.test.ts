// A log of fact lines and of ordinary lines about the same arrivals: the ordinary ones are echoes, and may be the only tie
// between a request and its event.
import { dirname } from 'node:path';
import { describe, expect, it } from 'vitest';
import { findLogFiles } from '../../src/scan/log-files.ts';
import { bothOf } from '../survey/like-a-trace.ts';
import { logOf, mapOf, tracedLog } from './traced.ts';

type Line = Record<string, unknown>;

const at = 1795168800000;
const event_id = 'Ev0AAAA1111';
const map = mapOf({ record_id: 'issue_key' });
const request = (n: number) => `7c3f0f5e-${n}${n}${n}${n}-4a6b-9a52-0d3f6a7e1a0${n}`;
const line = (ms: number, of: number, more: Line) => ({ level: 30, time: at + ms, reqId: request(of), ...more });
const delivery = (n: number, ms: number, more: Line = {}) => ({
  ...{ dedupe: 'delivery', at: at + ms, event_id, delivery_id: `d-${n}`, retry_num: n - 1 },
  ...(n > 1 && { retry_reason: 'http_timeout' }),
  ...more,
});
const came = (of: number, ms: number) => line(ms, of, { event_id, msg: 'event received' });
const made = (of: number, ms: number, issue_key: string) => line(ms, of, { issue_key, msg: 'task created' });
const answered = (of: number, ms: number, responseTime: number) =>
  line(ms, of, { res: { statusCode: 200 }, method: 'POST', route: '/slack/events', responseTime, msg: 'done' });
const end = { level: 30, time: at + 4_000_000, msg: 'still here' };

const twice = [delivery(1, 0), came(1, 100), made(1, 3900, 'OPS-41')];
const again = [delivery(2, 3500), came(2, 3600), made(2, 7500, 'OPS-42')];

async function said(lines: readonly Line[], ref = event_id) {
  const file = logOf([...lines, end]);
  const { document } = await tracedLog(ref, file, map);
  const kinds = document.facts.map(({ kind }) => kind);
  const { scanned } = await bothOf(await findLogFiles([file], dirname(file)), [], map);
  return {
    verdict: document.verdict,
    cause: document.findings.find(({ role }) => role === 'primary')?.rule,
    arrivals: kinds.filter((kind) => kind === 'delivery').length,
    records: document.records.map(({ id }) => id),
    scanned,
  };
}

describe('an echo that names the request and the event', () => {
  it('ties what hangs on the request alone, from the event and from the object', async () => {
    const both = { verdict: 'duplicate', arrivals: 2, records: ['OPS-41', 'OPS-42'], scanned: [event_id] };
    expect(await said([...twice, ...again])).toEqual({ ...both, cause: 'ack-late-retry' });
    expect(await said([...twice, ...again], 'OPS-42')).toEqual({ ...both, cause: 'ack-late-retry' });
  });

  it('ties fact lines that name their request only, also where no field is mapped', async () => {
    const record = (n: number, ms: number) =>
      ({ dedupe: 'record', at: at + ms, request_id: request(n), record_id: `OPS-4${n}` }) as Line;
    const lines = [delivery(1, 0), came(1, 100), record(1, 3900), delivery(2, 3500), came(2, 3600), record(2, 7500)];
    expect(await said(lines)).toMatchObject({ verdict: 'duplicate', arrivals: 2, records: ['OPS-41', 'OPS-42'] });
  });

  it('tells how its arrival was answered, where nothing else does', async () => {
    const late = [...twice, answered(1, 4000, 3900), ...again, answered(2, 7600, 4000)];
    expect(await said(late)).toMatchObject({ cause: 'ack-late-retry', arrivals: 2 });
  });

  it('adds no arrival where there are more requests than arrivals, and loses no object', async () => {
    const lines = [...twice, came(2, 3600), made(2, 7500, 'OPS-42')];
    expect(await said(lines)).toMatchObject({ verdict: 'duplicate', arrivals: 1, records: ['OPS-41', 'OPS-42'] });
  });

  it('ties nothing where its request took several events', async () => {
    const other = line(120, 1, { event_id: 'Ev0BBBB2222', msg: 'event received' });
    const { records } = await said([delivery(1, 0), came(1, 100), other, made(1, 3900, 'OPS-41')]);
    expect(records).toEqual([]);
  });

  it('does not give an event what another request made', async () => {
    const lines = [
      ...twice,
      line(9000, 3, { event_id: 'Ev0BBBB2222', msg: 'event received' }),
      made(3, 9100, 'OPS-43'),
    ];
    expect(await said(lines)).toMatchObject({ verdict: 'single', records: ['OPS-41'], scanned: [] });
  });
});

describe('an ordinary line about an object, in a log that has fact lines about objects', () => {
  const fact = { dedupe: 'record', at: at + 1000, event_id, record_id: 'OPS-41', delivery_id: 'd-1' };
  const known = [delivery(1, 0, { answered_at: at + 50 }), fact];
  const told = (issue_key: string) => ({ level: 30, time: at + 2000, event_id, issue_key, msg: 'task created' });

  it('is a second object where it has an id of the same form, or beside an echo of the first', async () => {
    expect(await said([...known, told('OPS-42')])).toMatchObject({
      verdict: 'duplicate',
      records: ['OPS-41', 'OPS-42'],
    });
    expect(await said([...known, told('OPS-41'), told('10042')])).toMatchObject({ records: ['OPS-41', '10042'] });
  });

  it('is an echo by the same id, and by another form of id', async () => {
    expect(await said([...known, told('OPS-41')])).toMatchObject({ verdict: 'single', records: ['OPS-41'] });
    expect(await said([...known, told('10041')])).toMatchObject({ verdict: 'single', records: ['OPS-41'] });
  });
});
