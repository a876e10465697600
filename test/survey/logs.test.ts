// What a scan of logs sees and what it does not: ordinary lines, zipped files, losses, objects with several creators, parts.
import { gzipSync } from 'node:zlib';
import { describe, expect, it } from 'vitest';
import { logSource } from '../../src/evidence/log.ts';
import { sweepLogs } from '../../src/evidence/log-sweep.ts';
import { type FieldMap, noFieldMap } from '../../src/model/field-map.ts';
import type { Source } from '../../src/model/source.ts';
import { leftOutText, titleOf } from '../../src/report/scan/words.ts';
import { findLogFiles } from '../../src/scan/log-files.ts';
import { mapOf } from '../evidence/traced.ts';
import { at } from '../model/timeline/told.ts';
import { folderWith } from '../scan/log-folder.ts';
import { foundIn, scanned } from './scanned.ts';

type Line = Record<string, unknown>;

const hour = 3_600_000;
const text = (lines: readonly Line[]) => lines.map((line) => `${JSON.stringify(line)}\n`).join('');
const delivery = (id: string, ms: number, more: Line = {}): Line => ({
  ...{ dedupe: 'delivery', at: at(ms), delivery_id: `d-${id}-${ms}`, event_id: id, retry_num: 0 },
  ...{ answered_at: at(ms + 40), status: 200, ...more },
});
const record = (id: string, ms: number, of: string, more: Line = {}): Line => ({
  ...{ dedupe: 'record', at: at(ms), target: 'jira', record_id: id, event_id: of, ...more },
});
const twice = (id: string, ms: number) => [
  delivery(id, ms),
  record(`${id}-1`, ms + 10, id),
  record(`${id}-2`, ms + 20, id),
];
const once = (id: string, ms: number) => [delivery(id, ms), record(`${id}-1`, ms + 10, id)];
/** Something at the end, so that the log covers the time in which an event could have come again. */
const end = (ms: number): Line => ({ level: 30, time: at(ms), msg: 'still here' });

async function scan(
  files: Readonly<Record<string, string | Buffer>>,
  options = {},
  map: FieldMap = noFieldMap,
  more = {},
) {
  const found = await findLogFiles(['.'], folderWith(files));
  const own = logSource(found, () => {}, map);
  const source: Source = {
    ...own,
    sweep: async (query, signal, tell) => (await sweepLogs(found, map, { ...query, ...more }, signal, tell)).sweep,
  };
  return scanned([source], options);
}

describe('a scan of logs', () => {
  it('finds copies in plain and in zipped files, over several files, and each once', async () => {
    const [first, ...others] = twice('EvZIP', 0);
    const files = { 'a.log': text([first ?? {}]), 'b.log.gz': gzipSync(text([...others, ...once('EvOK', 50)])) };
    const result = await scan({ ...files, 'c.log': text(twice('EvTWO', 100)) });
    expect(Object.values(foundIn(result)).flat().sort()).toEqual(['EvTWO', 'EvZIP']);
    expect(result.document.events).toBe(3);
    expect(result.document.duplicates).toEqual({ events: 2, surplus_records: 2 });
  });

  it('takes the ticket and the e-mail of one event for two effects', async () => {
    const both = [delivery('EvBOTH', 0), record('1', 10, 'EvBOTH'), record('2', 20, 'EvBOTH', { target: 'mail' })];
    const keys = ['#ticket', '#mail'].map((action, i) =>
      record(`k${i}`, 10, 'EvKEYS', { source_event_key: `slack:T1:EvKEYS${action}` }),
    );
    expect(foundIn(await scan({ 'a.log': text([...both, delivery('EvKEYS', 5), ...keys]) }))).toEqual({});
  });

  it('reads ordinary lines by names and by the map of the configuration', async () => {
    const line = (id: number, ms: number, more: Line) => ({
      level: 30,
      time: at(ms),
      pid: 7,
      hostname: 'bot-1',
      req: { id },
      ...more,
    });
    const request = (id: number, retry: Line) => ({
      ...{ id, method: 'POST', url: '/slack/events' },
      headers: { 'x-slack-request-timestamp': '1793610900', ...retry },
    });
    const ctx = { slackEvent: 'Ev08T4K2QX7B' };
    const retry = { 'x-slack-retry-num': '1', 'x-slack-retry-reason': 'http_timeout' };
    const log = [
      line(1, 0, { req: request(1, {}), ctx }),
      line(2, 3020, { req: request(2, retry), ctx }),
      line(1, 4200, { ticket: { key: 'OPS-41' } }),
      line(1, 4202, {
        req: { id: 1, method: 'POST', url: '/slack/events' },
        res: { statusCode: 200 },
        responseTime: 4202,
      }),
      line(2, 7210, { ticket: { key: 'OPS-42' } }),
      line(2, 7212, {
        req: { id: 2, method: 'POST', url: '/slack/events' },
        res: { statusCode: 200 },
        responseTime: 4192,
      }),
    ];
    const map = mapOf({ event_id: 'ctx.slackEvent', record_id: 'ticket.key' });
    const result = await scan({ 'bot.log': text(log) }, {}, { ...map, constants: { target: 'jira' } });
    expect(foundIn(result)).toEqual({ 'ack-late-retry': ['Ev08T4K2QX7B'] });
  });

  it('names a loss where something says that there should have been an effect, and only there', async () => {
    const failed = delivery('EvFAIL', 0, { retry_num: 3 });
    const run = {
      dedupe: 'run',
      run_id: 'r1',
      delivery_id: 'd-EvFAIL-0',
      at: at(5),
      finished_at: at(9),
      outcome: 'failed',
    };
    const earlier = [0, 1, 2].map((n) => delivery('EvFAIL', -9000 + n, { retry_num: n }));
    const silent = delivery('EvSILENT', 100);
    const log = [...earlier, failed, run, silent, ...once('EvOK', 200), end(30 * hour)];
    const result = await scan({ 'a.log': text(log) });
    expect(foundIn(result)).toEqual({ lost: ['EvFAIL'] });
    expect(result.document.silent).toBe(1);
  });

  it('names operations that nobody heard of again, and objects that two creates claim', async () => {
    const call = (id: string, of: string, more: Line) => ({
      ...{ dedupe: 'call', call_id: id, event_id: of, target: 'jira', operation: 'create', at: at(5), ...more },
    });
    const log = [
      ...[delivery('EvLOST', 0), call('c1', 'EvLOST', { outcome: 'unknown', finished_at: at(9000) })],
      ...[delivery('EvMANY', 0), call('c2', 'EvMANY', { outcome: 'done', result_id: 'J-1', finished_at: at(9) })],
      ...[call('c3', 'EvMANY', { outcome: 'done', result_id: 'J-1', finished_at: at(12) }), end(30 * hour)],
    ];
    expect(foundIn(await scan({ 'a.log': text(log) }))).toEqual({
      'unknown-operation': ['EvLOST'],
      'several-creators': ['EvMANY'],
    });
  });

  it('does not mix events of which a queue has counted the jobs alike', async () => {
    const work = (id: string, ms: number) => [
      delivery(id, ms),
      { dedupe: 'job', at: at(ms + 1), queue: 'q', job_id: '1', event_id: id },
      { dedupe: 'attempt', at: at(ms + 2), queue: 'q', job_id: '1', attempt: 1, event_id: id, outcome: 'done' },
      record(`${id}-1`, ms + 3, id, { queue: 'q', job_id: '1', attempt: 1 }),
    ];
    const log = [...work('EvA', 0), ...work('EvB', 1000), ...work('EvC', 2000)];
    expect(foundIn(await scan({ 'a.log': text(log) }))).toEqual({});
    expect(foundIn(await scan({ 'a.log': text([...log, record('EvB-2', 1005, 'EvB')]) }))).toEqual({
      open: ['EvB'],
    });
  });

  it('looks only at events that began in the span, and only at the group that is asked for', async () => {
    const log = text([...twice('EvEARLY', 0), ...twice('EvLATE', 2 * hour), end(3 * hour)]);
    const span = { since: at(hour) };
    expect(Object.values(foundIn(await scan({ 'a.log': log }, span))).flat()).toEqual(['EvLATE']);
    expect((await scan({ 'a.log': log }, { cause: 'lost' })).document.groups).toEqual([]);
    expect((await scan({ 'a.log': log }, { minRecords: 3 })).document.groups).toEqual([]);
  });

  it('counts what a filter leaves out, and is not called clean for it', async () => {
    const files = { 'a.log': text([...twice('EvONE', 0), ...twice('EvTWO', hour), end(3 * hour)]) };
    const [named = ''] = Object.keys(foundIn(await scan(files)));
    const seen = async (options: Parameters<typeof scan>[1]) => {
      const { document } = await scan(files, options);
      return { title: titleOf(document), left: document.left_out, says: leftOutText(document) };
    };
    const by = ['--cause late-replay'];
    expect(await seen({ cause: 'late-replay' })).toEqual({
      ...{ title: 'FILTERED', left: { by, duplicates: 2, others: 0 } },
      says: 'found and not shown, by --cause late-replay: 2 other duplicates',
    });
    expect(await seen({ minRecords: 3 })).toMatchObject({ title: 'FILTERED', left: { duplicates: 2 } });
    expect(await seen({ cause: named, minRecords: 3 })).toMatchObject({
      says: `found and not shown, by --cause ${named} and --min-records 3: 2 other duplicates`,
    });
    expect(await seen({ cause: named })).toMatchObject({ title: 'FOUND', left: { duplicates: 0, others: 0 } });
    expect(await seen({})).toEqual({ title: 'FOUND', left: undefined, says: undefined });
    const single = await scan({ 'a.log': text(once('EvONE', 0)) }, { cause: 'late-replay' });
    expect(single.document.left_out).toEqual({ by, duplicates: 0, others: 0 });
  });

  it('says so when it explains less than it found, and when it had to read in parts', async () => {
    const log = text([...twice('EvA', 0), ...twice('EvB', 1000), ...twice('EvC', 2000)]);
    expect((await scan({ 'a.log': log }, { limit: 2 })).document.partial).toBe(
      '1 more stories show a sign and were not explained: raise --limit',
    );
    const many = text(Array.from({ length: 60 }, (_, i) => twice(`Ev${i}`, i * 100)).flat());
    const parts = await scan({ 'a.log': many }, {}, noFieldMap, { capacity: 256 });
    expect(parts.document.duplicates.events).toBe(60);
    expect(parts.document.gaps.map(({ reason }) => reason).join()).toMatch(/read in \d+ parts/);
  });

  it('knows a copy that was deleted by a line that names the object alone', async () => {
    const gone = { dedupe: 'record', target: 'jira', record_id: 'EvA-2', deleted_at: at(9000) };
    // An object of that name in another system is another object.
    const elsewhere = { dedupe: 'record', target: 'zendesk', record_id: 'EvB-2', deleted_at: at(9000) };
    const log = text([...twice('EvA', 0), ...twice('EvB', 1000), gone, elsewhere]);
    const { document } = await scan({ 'a.log': log }, { damage: true });
    const told = (document.damage ?? []).map((one) => [one.record, one.do]);
    expect(told.toSorted()).toEqual([
      ['EvA-1', 'keep'],
      ['EvA-2', 'deleted'],
      ['EvB-1', 'keep'],
      ['EvB-2', 'close'],
    ]);
  });

  it('is blind where no line shows what was created, and says so', async () => {
    const log = text([delivery('EvA', 0), delivery('EvA', 3000, { retry_num: 1 })]);
    const { document } = await scan({ 'a.log': log });
    expect(document).toMatchObject({ blind: true, groups: [], next: [] });
    const gap = { source: 'database', reason: 'none', wouldSettle: 'x', kind: 'not-configured' } as const;
    const beside = await scan({ 'a.log': log }, { absent: [gap] });
    expect(beside.document.next).toEqual(['the same with --database postgres://… reads what was created']);
  });

  it('counts the figures of lines that begin and end apart', async () => {
    const log = [
      { dedupe: 'delivery', at: at(0), delivery_id: 'd1', event_id: 'EvA', retry_num: 0 },
      { dedupe: 'delivery', delivery_id: 'd1', answered_at: at(250), status: 200, disposition: 'accepted' },
      delivery('EvA', 3000, {
        retry_num: 1,
        retry_reason: 'http_timeout',
        disposition: 'duplicate',
        answered_at: at(3050),
      }),
      { dedupe: 'job', at: at(10), queue: 'q', job_id: '1', event_id: 'EvA' },
      { dedupe: 'attempt', at: at(110), queue: 'q', job_id: '1', attempt: 1, event_id: 'EvA' },
    ];
    const { document } = await scan({ 'a.log': text(log) }, { figures: true });
    const figures = Object.fromEntries((document.figures ?? []).map((one) => [one.id, one]));
    expect(figures['answer-time']?.values.map(({ value }) => value)).toEqual([50, 250, 250]);
    expect(figures.retries?.values).toContainEqual({ name: 'http_timeout', value: 1, unit: 'count' });
    expect(figures['unique-conflicts']?.values).toEqual([
      { name: 'deliveries turned away as duplicate', value: 0.5, unit: 'share' },
    ]);
    expect(figures.queue?.values[0]).toMatchObject({ name: 'wait p50', unit: 'ms', value: 100 });
    expect(figures['unknown-operations']).toMatchObject({ values: [], gap: 'there is no call line with an outcome' });
    expect(figures['dead-letters']?.values).toEqual([]);
  });
});
