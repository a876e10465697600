// How long requests took to answer, from logs that write one line per request.
import { describe, expect, it } from 'vitest';
import { logSource } from '../../src/evidence/log.ts';
import { findLogFiles } from '../../src/scan/log-files.ts';
import { at } from '../model/timeline/told.ts';
import { folderWith } from '../scan/log-folder.ts';
import { scanned } from './scanned.ts';

type Line = Record<string, unknown>;

const text = (lines: readonly Line[]) => lines.map((line) => `${JSON.stringify(line)}\n`).join('');
const delivery = (id: string, ms: number): Line => ({
  ...{ dedupe: 'delivery', at: at(ms), delivery_id: `d-${id}-${ms}`, event_id: id, retry_num: 0 },
  ...{ answered_at: at(ms + 40), status: 200 },
});

describe('times the answers of request logs', () => {
  const answers = async (files: Readonly<Record<string, string>>) => {
    const { document } = await scanned([logSource(await findLogFiles(['.'], folderWith(files)))], { figures: true });
    const figure = document.figures?.find(({ id }) => id === 'answer-time');
    return figure?.gap ?? Object.fromEntries((figure?.values ?? []).map(({ name, value }) => [name, value]));
  };
  const request = (ms: number, took: number, url: string, method = 'POST'): Line => ({
    ...{ level: 30, time: at(ms), pid: 7, hostname: 'bot-1', req: { id: ms, method, url } },
    ...{ res: { statusCode: 200 }, responseTime: took, msg: 'request completed' },
  });
  const nginx = (took: string, url: string, agent = 'curl/8', method = 'POST') =>
    `10.0.0.1 - - [29/Nov/2026:10:00:09 +0000] "${method} ${url} HTTP/1.1" 200 2 "-" "${agent}" rt=${took}\n`;

  it('of pino-http and of nginx, those of the sender alone', async () => {
    const own = [request(0, 40, '/slack/events'), request(10, 4_000, '/slack/events'), request(20, 9_000, '/login')];
    expect(await answers({ 'a.log': text([...own, request(30, 9_000, '/slack/install', 'GET')]) })).toEqual({
      ...{ p50: 40, p95: expect.closeTo(4_000, -2), p99: expect.closeTo(4_000, -2) },
    });
    const lines = nginx('0.020', '/in', 'Slackbot 1.0 (+https://api.slack.com/robots)') + nginx('7.5', '/form');
    expect(await answers({ 'a.log': lines })).toEqual({ p50: 20, p95: 20, p99: 20 });
  });

  it('each route apart where nothing says which is the sender’s, without what may be an id or a secret', async () => {
    const lines = [
      nginx('0.010', '/hook/a8f7e6d5c4b3'),
      nginx('0.030', '/orders/17/pay'),
      nginx('0.030', '/orders/18/pay'),
    ];
    expect(Object.keys((await answers({ 'a.log': lines.join('') })) as object)).toEqual(
      ['/orders/*/pay', '/hook/*'].flatMap((route) => ['p50', 'p95', 'p99'].map((part) => `POST ${route} ${part}`)),
    );
    expect(await answers({ 'a.log': lines[0] ?? '' })).toEqual({ p50: 10, p95: 10, p99: 10 });
  });

  it('beside those that the app tells, and not from lines without a length of time', async () => {
    const files = { 'app.log': text([delivery('EvA', 0)]), 'nginx.log': nginx('5.0', '/slack/events') };
    expect(await answers(files)).toMatchObject({ p99: 40, 'by request lines p99': expect.closeTo(5_000, -2) });
    expect(await answers({ 'a.log': nginx('-', '/slack/events') })).toMatch('no line of a POST request says');
    expect(await answers({ 'a.log': nginx('0.5', '/slack/events', 'x', 'GET') })).toMatch('no line of a POST request');
  });

  it('from a part of very many lines, begun and ended in turn', async () => {
    const begun = (ms: number): Line => ({
      time: at(ms),
      req: { id: ms, method: 'POST', url: '/slack/events' },
      msg: 'in',
    });
    const lines = Array.from({ length: 20_000 }, (_, i) => [begun(i), request(i, i % 1000, '/slack/events')]).flat();
    expect(await answers({ 'a.log': text(lines) })).toEqual({
      ...{ p50: expect.closeTo(500, -2), p95: expect.closeTo(950, -2), p99: expect.closeTo(990, -2) },
    });
  });
});
