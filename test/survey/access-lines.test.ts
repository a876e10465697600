// Access lines in the usual form are counted without a story of their own until another line names their request. What a scan
// says is the same when they are written so that each is read as any other line.
import * as fc from 'fast-check';
import { expect, it } from 'vitest';
import { logSource } from '../../src/evidence/log.ts';
import { noFieldMap } from '../../src/model/field-map.ts';
import { findLogFiles } from '../../src/scan/log-files.ts';
import { LogSweep } from '../../src/scan/sweep/log-sweep.ts';
import { at } from '../model/timeline/told.ts';
import { folderWith } from '../scan/log-folder.ts';
import { foundIn, scanned, signal } from './scanned.ts';

const request = (n: number) => `4e65656400000000000000000000${String(n).padStart(4, '0')}`;
const usual = 'Slackbot 1.0 (+https://api.slack.com/robots)';
/** A letter that the quick reading leaves to the other one. */
const odd = 'Släckbot 1.0 (+https://api.slack.com/robots)';

interface Access {
  readonly second: number;
  readonly of: number | undefined;
  readonly status: number;
  readonly took: string | undefined;
}

function accessLine({ second, of, status, took }: Access, agent: string): string {
  const [, day, month, year, time] =
    /^\w+, (\d+) (\w+) (\d+) (\S+)/.exec(new Date(at(second * 1000)).toUTCString()) ?? [];
  const more = [
    ...(took === undefined ? [] : [`rt=${took}`]),
    ...(of === undefined ? [] : [`request_id=${request(of)}`]),
  ];
  const stamp = `${day}/${month}/${year}:${time} +0000`;
  return `10.2.0.7 - - [${stamp}] "POST /slack/events HTTP/1.1" ${status} 0 "-" "${agent}"${more.map((one) => ` ${one}`).join('')}`;
}

const requests = 4;
const access = fc.record({
  // Half a day and more apart: such a line has no place among those of its block.
  second: fc.oneof({ weight: 9, arbitrary: fc.nat(40) }, fc.constantFrom(-60_000, 90_000)),
  of: fc.oneof({ weight: 9, arbitrary: fc.nat(requests) }, fc.constant(undefined)),
  status: fc.constantFrom(200, 200, 200, 302, 404, 499, 500, 503),
  took: fc.constantFrom(undefined, '0.012', '3.2', '0.0125', '7'),
});
const told = fc.record({
  kind: fc.oneof(
    { weight: 30, arbitrary: fc.constantFrom('received', 'record', 'completed') },
    // Where a log has one of these, its lines of requests are an echo.
    fc.constant('delivery'),
  ),
  of: fc.nat(requests),
  event: fc.nat(2),
  second: fc.nat(40),
  id: fc.nat(3),
});

function toldLine({ kind, of, event, second, id }: typeof told extends fc.Arbitrary<infer T> ? T : never): string {
  const [request_id, event_id] = [request(of), `Ev08T4K2Q${event}`];
  const ms = at(second * 1000);
  const lines = {
    received: { level: 30, time: ms, req: { id: request_id }, event_id, msg: 'received' },
    record: { dedupe: 'record', at: ms, target: 'jira', record_id: `OPS-${id}`, request_id },
    delivery: { dedupe: 'delivery', at: ms, request_id, delivery_id: `d-${of}`, event_id, retry_num: id, status: 200 },
    completed: { level: 30, time: ms, req: { id: request_id }, res: { statusCode: 200 }, msg: 'request completed' },
  };
  return JSON.stringify(lines[kind as keyof typeof lines]);
}

type Log = readonly (Access | string)[];

async function written(files: readonly Log[], agent: string) {
  const texts = files.map((lines, i) => [
    `${'ab'[i]}.log`,
    lines.map((line) => `${typeof line === 'string' ? line : accessLine(line, agent)}\n`).join(''),
  ]);
  return findLogFiles(['.'], folderWith(Object.fromEntries(texts)));
}

async function said(files: readonly Log[], agent: string) {
  return scanned([logSource(await written(files, agent))], { figures: true, damage: true });
}

/** What the sweep itself has counted and found, in an order that does not depend on when a story was made. */
async function swept(files: readonly Log[], agent: string) {
  const query = {
    since: at(2_000),
    until: at(35_000),
    eventIds: [],
    limit: 100,
    effectsElsewhere: true,
    figures: true,
  };
  const sweep = new LogSweep(noFieldMap, query);
  await sweep.run(await written(files, agent), signal, () => {});
  sweep.close();
  const { tally, candidates, events, silent, spans } = sweep;
  const found = candidates.found.map(({ number, ...story }) => JSON.stringify(story)).sort();
  return { tally: { ...tally }, found, events, silent, spans };
}

const line = fc.oneof(access, told.map(toldLine));

it('is the same, in one log and in two', async () => {
  let met = 0;
  await fc.assert(
    fc.asyncProperty(
      fc.array(fc.array(line, { minLength: 12, maxLength: 30 }), { minLength: 1, maxLength: 2 }),
      async (files) => {
        const [quick, slow] = [await said(files, usual), await said(files, odd)];
        expect(quick.document).toEqual(slow.document);
        expect(await swept(files, usual)).toEqual(await swept(files, odd));
        if (quick.document.groups.length > 0) met++;
      },
    ),
    { numRuns: 100 },
  );
  expect(met).toBeGreaterThan(5);
});

it('a request that another line names later, or in another log, is part of its story; one that none names is not', async () => {
  const lines = [0, 3].map((second, of) => ({ second, of, status: 200, took: '0.100' }));
  const records = (others: readonly number[]) =>
    others.flatMap((of) => [
      toldLine({ kind: 'received', of, event: 0, second: of * 3, id: 0 }),
      toldLine({ kind: 'record', of, event: 0, second: of * 3, id: of }),
    ]);
  const many = Array.from({ length: 40 }, (_, i) => ({ second: 10, of: 100 + i, status: 200, took: '0.1' }));
  for (const files of [
    [[...many, ...lines, ...records([0, 1])]],
    [[...lines, ...many], records([0, 1])],
    [records([0, 1]), [...many, ...lines]],
  ]) {
    const result = await said(files, usual);
    expect(Object.values(foundIn(result)).flat()).toEqual(['Ev08T4K2Q0']);
    expect(result.document.events).toBe(1);
  }
  expect(foundIn(await said([[...many, ...lines, ...records([0])]], usual))).toEqual({});
});
