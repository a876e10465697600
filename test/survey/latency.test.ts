// How long did the target take? Only calls that it answered say so.
import { expect, it } from 'vitest';
import { logSource } from '../../src/evidence/log.ts';
import { sweepLogs } from '../../src/evidence/log-sweep.ts';
import { noFieldMap } from '../../src/model/field-map.ts';
import { latencyTexts } from '../../src/report/scan/words.ts';
import { findLogFiles } from '../../src/scan/log-files.ts';
import { at } from '../model/timeline/told.ts';
import { folderWith } from '../scan/log-folder.ts';
import { scanned } from './scanned.ts';

const delivery = (id: string, ms: number) => ({
  ...{ dedupe: 'delivery', at: at(ms), delivery_id: `d-${id}`, event_id: id, retry_num: 0, status: 200 },
  answered_at: at(ms + 40),
});
const record = (id: string, ms: number, of: string) => ({
  ...{ dedupe: 'record', at: at(ms), target: 'jira', record_id: id, event_id: of },
});
const call = (id: string, ms: number, took: number, outcome: string) => ({
  ...{ dedupe: 'call', at: at(ms), call_id: `c-${id}-${ms}`, event_id: id, target: 'jira', operation: 'create' },
  ...{ finished_at: at(ms + took), outcome },
});

it('tells it of answered calls, in copies and elsewhere', async () => {
  const lines = [
    ...[delivery('EvA', 0), record('A-1', 10, 'EvA'), record('A-2', 20, 'EvA')],
    ...[call('EvA', 1, 700, 'done'), call('EvA', 2, 10_000, 'unknown')],
    ...[delivery('EvB', 20_000), record('B-1', 20_010, 'EvB')],
    ...[call('EvB', 20_001, 300, 'done'), call('EvB', 20_002, 9_000, 'unknown')],
  ];
  const text = lines.map((line) => `${JSON.stringify(line)}\n`).join('');
  const found = await findLogFiles(['.'], folderWith({ 'a.log': text }));
  const { document } = await scanned([
    {
      ...logSource(found, () => {}, noFieldMap),
      sweep: async (query, signal, tell) => (await sweepLogs(found, noFieldMap, query, signal, tell)).sweep,
    },
  ]);
  expect(document.latency).toEqual({
    with_duplicates: { count: 1, p50_ms: 700, p95_ms: 700 },
    without: { count: 1, p50_ms: 300, p95_ms: 300 },
  });
  expect(latencyTexts(document)).toEqual([
    'with duplicates: p50 700 ms, p95 700 ms (1 answered create)',
    'without duplicates: p50 300 ms, p95 300 ms (1 answered create)',
  ]);
});
