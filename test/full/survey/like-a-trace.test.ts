// Does one scan of logs find every duplicate that a trace of the same logs finds, whatever form their lines have?
import { readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { noFieldMap } from '../../../src/model/field-map.ts';
import { incidents } from '../../../src/scan/incidents.ts';
import { findLogFiles } from '../../../src/scan/log-files.ts';
import { at } from '../../model/timeline/told.ts';
import { folderWith } from '../../scan/log-folder.ts';
import { bothOf, type Said } from '../../survey/like-a-trace.ts';

const map = { ...noFieldMap, zone: 'UTC' };
const iso = (ms: number) => new Date(at(ms)).toISOString();

function expectNoLess({ traced, scanned, lost }: Said): void {
  const twice = Object.keys(traced).filter((ref) => traced[ref] === 'duplicate');
  expect({ traced: twice.filter((ref) => !scanned.includes(ref)) }).toEqual({ traced: [] });
  expect(lost.filter((ref) => twice.includes(ref))).toEqual([]);
}

/** What a collector puts around a line. */
const wraps: Readonly<Record<string, (line: string, ms: number) => string>> = {
  bare: (line) => line,
  docker: (line, ms) => JSON.stringify({ log: `${line}\n`, stream: 'stdout', time: iso(ms) }),
  kubernetes: (line, ms) => `${iso(ms)} stdout F ${line}`,
  syslog: (line, ms) => `<14>1 ${iso(ms)} host-1 app 7 - - ${line}`,
  platform: (line, ms) => `${iso(ms)} app[web.1]: ${line}`,
  loki: (line, ms) => JSON.stringify({ labels: { pod: 'app-1' }, line, timestamp: iso(ms) }),
  journald: (line, ms) =>
    JSON.stringify({ MESSAGE: line, _PID: '7', _HOSTNAME: 'h', __REALTIME_TIMESTAMP: `${at(ms)}000` }),
};

type Arrival = (event: string, request: string, ms: number) => string[];

/** Ways in which a log ties an event to its request. */
const arrivals: Readonly<Record<string, Arrival>> = {
  pino: (event_id, id, ms) => [
    JSON.stringify({ time: at(ms), pid: 7, req: { id, method: 'POST', url: '/slack/events' }, event_id }),
  ],
  weak: (event_id, id, ms) => [JSON.stringify({ time: at(ms), req: { id }, event_id })],
  logfmt: (event_id, id, ms) => [
    `time=${iso(ms)} method=POST path=/slack/events request_id=${id} event_id=${event_id}`,
  ],
  python: (event_id, id, ms) => [
    `${iso(ms).replace('T', ' ').replace('.', ',').replace('Z', '')} INFO app: got {'request_id': '${id}', 'event_id': '${event_id}', 'retry_num': 0}`,
  ],
  lambda: (event_id, id, ms) => [
    `START RequestId: ${id} Version: $LATEST`,
    `${iso(ms)}\t${id}\tINFO\tgot event_id: ${event_id}`,
    `REPORT RequestId: ${id}\tDuration: 20.1 ms\tBilled Duration: 21 ms\tMemory Size: 128 MB`,
  ],
  fact: (event_id, request_id, ms) => [
    JSON.stringify({ dedupe: 'delivery', at: at(ms), event_id, request_id, delivery_id: `d-${request_id}` }),
  ],
};

const record = (id: string, more: object, ms: number) =>
  JSON.stringify({ dedupe: 'record', at: at(ms), target: 'jira', record_id: id, ...more });

/** Ways in which a log shows what was made of a request, and of a task that it put into a queue. */
const makers: Readonly<Record<string, (id: string, request: string, ms: number) => string[]>> = {
  byRequest: (id, request_id, ms) => [record(id, { request_id }, ms)],
  byDelivery: (id, request, ms) => [record(id, { delivery_id: `request:${request}`, request_id: request }, ms)],
  byJob: (id, request, ms) => [
    JSON.stringify({
      dedupe: 'job',
      at: at(ms - 5),
      queue: 'celery',
      job_id: `t-${request}`,
      delivery_id: `request:${request}`,
    }),
    `[${iso(ms).replace('T', ' ').replace('.', ',').replace('Z', '')}: INFO/MainProcess] Task app.make[t-${request}] received`,
    record(id, { queue: 'celery', job_id: `t-${request}` }, ms),
  ],
  access: (id, request, ms) => [
    `10.0.0.1 - - [02/Nov/2026:09:15:0${(ms / 1000) | 0} +0000] "POST /slack/events HTTP/1.1" 200 2 "-" "Slackbot" rt=0.2 rid:${request}`,
    record(id, { request_id: request }, ms),
  ],
};

const story = fc.record({
  arrival: fc.constantFrom(...Object.keys(arrivals)),
  maker: fc.constantFrom(...Object.keys(makers)),
  wrap: fc.constantFrom(...Object.keys(wraps)),
  isOneFile: fc.boolean(),
  copies: fc.integer({ min: 1, max: 3 }),
});

it('finds each duplicate in logs of any form that a trace finds in them', async () => {
  const seen = { duplicate: 0, other: 0 };
  const forms = new Set<string>();
  await fc.assert(
    fc.asyncProperty(fc.array(story, { minLength: 1, maxLength: 3 }), async (stories) => {
      const files: Record<string, string[]> = {};
      const refs = stories.map(({ arrival, maker, wrap, isOneFile, copies }, i) => {
        const event = `Ev08STORY${i}`;
        const request = `0a1b2c3d-0000-4000-8000-00000000000${i}`;
        const put = (file: string, lines: readonly string[], ms: number) => {
          files[file] ??= [];
          files[file].push(...lines.map((line) => (wraps[wrap] as (typeof wraps)[string])(line, ms)));
        };
        put(`a${i}.log`, (arrivals[arrival] as Arrival)(event, request, 0), 0);
        for (let copy = 1; copy <= copies; copy++) {
          const made = (makers[maker] as (typeof makers)[string])(`OPS-${i}${copy}`, request, copy * 1000);
          put(isOneFile ? `a${i}.log` : `b${i}.log`, made, copy * 1000);
        }
        return event;
      });
      const texts = Object.fromEntries(Object.entries(files).map(([name, lines]) => [name, `${lines.join('\n')}\n`]));
      const said = await bothOf(await findLogFiles(['.'], folderWith(texts)), refs, map);
      expectNoLess(said);
      for (const [i, ref] of refs.entries()) {
        seen[said.traced[ref] === 'duplicate' ? 'duplicate' : 'other']++;
        const { arrival, maker, wrap } = stories[i] as (typeof stories)[number];
        if (said.traced[ref] === 'duplicate') for (const form of [arrival, maker, wrap]) forms.add(form);
      }
    }),
    { numRuns: 250 },
  );
  // What is never a duplicate in a trace would prove nothing.
  expect(seen.other).toBeGreaterThan(0);
  expect([...forms].sort()).toEqual([...Object.keys(arrivals), ...Object.keys(makers), ...Object.keys(wraps)].sort());
}, 300_000);

describe.each(incidents())('$id', ({ logs }) => {
  it('is told by a scan as by a trace', async () => {
    const { event_ids } = JSON.parse(readFileSync(join(dirname(logs[0] ?? ''), 'truth.json'), 'utf8'));
    const said = await bothOf(await findLogFiles(logs, '/'), event_ids, noFieldMap);
    // Events of one act are one story, which a scan names once.
    const isTwice = Object.values(said.traced).includes('duplicate');
    expect({ isTwice, isFound: said.scanned.length > 0 }).toEqual({
      isTwice,
      isFound: isTwice || said.scanned.length > 0,
    });
    if (isTwice) expect(said.lost).toEqual([]);
  });
});
