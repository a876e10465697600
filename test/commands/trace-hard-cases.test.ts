// Inputs on which a careless tool answers wrongly: each was answered wrongly once.
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describe, expect, it, onTestFinished } from 'vitest';
import { runMain } from '../run-main.ts';

const start = 1795981945000;
const id = 'Ev08HARD0001';

const delivery = (n: number, ms: number, more: object = {}) => ({
  ...{ dedupe: 'delivery', at: start + ms, answered_at: start + ms + 100, status: 200, delivery_id: `d${n}` },
  ...{
    event_id: id,
    workspace_id: 'T1',
    app_id: 'A1',
    event_type: 'app_mention',
    channel: 'C1',
    ts: '1795981944.000100',
  },
  ...more,
});
const retry = { retry_num: 1, retry_reason: 'http_timeout' };
const late = (more: object = {}) => [
  delivery(1, 0, { answered_at: start + 4400, ...more }),
  delivery(2, 3030, { ...retry, ...more }),
];
const record = (n: number, ms: number, more: object = {}) => ({
  ...{ dedupe: 'record', at: start + ms, target: 'jira', record_id: `J-${n}`, delivery_id: `d${n}` },
  ...more,
});

async function answer(lines: readonly (object | string)[], ...words: string[]) {
  // The log goes on for a while, so that what it does not show did not happen.
  const tick = { level: 30, time: start + 7_200_000, msg: 'tick' };
  const text = [...lines, tick].map((line) => (typeof line === 'string' ? line : JSON.stringify(line))).join('\n');
  const stdin = (async function* () {
    yield Buffer.from(text);
  })();
  const { stdout, stderr } = await runMain(['trace', id, '--logs', '-', ...words], { stdin });
  return (stdout || stderr).split('\n')[0];
}

describe('a trace', () => {
  it('does not take an event id for the id of one arrival', async () => {
    const [first, second] = [{ delivery_id: id }, { delivery_id: id }];
    const lines = [
      delivery(1, 0, first),
      delivery(2, 3030, { ...retry, ...second }),
      record(1, 90, first),
      record(2, 3090, second),
    ];
    expect(await answer(lines)).not.toContain('listener-bound-twice');
  });

  it('keeps an object with the event that made it when another event touches it later', async () => {
    const other = { event_id: 'Ev08HARD0002', ts: '1795981947.000200' };
    const lines = [
      delivery(1, 0),
      record(1, 50),
      delivery(2, 3000, other),
      record(1, 3050, { ...other, delivery_id: 'd2' }),
    ];
    expect(await answer(lines)).toBe('SINGLE  1 jira record from 1 Slack message');
  });

  it.each(['find', 'update'])('does not count what a %s named as a copy', async (operation) => {
    const call = {
      dedupe: 'call',
      at: start + 3040,
      call_id: 'c2',
      target: 'jira',
      operation,
      outcome: 'done',
      result_id: 'J-2',
    };
    const lines = [...late(), record(1, 90), call, record(2, 3050, { call_id: 'c2' })];
    expect(await answer(lines)).toMatch(/^SINGLE/);
  });

  it('does not count an object that is older than the event', async () => {
    const old = record(2, 3050, { at: undefined, created_at: start - 86_400_000 });
    expect(await answer([...late(), record(1, 90), old])).toMatch(/^SINGLE/);
  });

  it('does not read a part of a key that is new on each call as a name of the effect', async () => {
    const key = (n: number) => ({ source_event_key: `k#0f8fad5b-d9cb-469f-a165-7086772895${n}0` });
    expect(await answer([...late(), record(1, 90, key(1)), record(2, 3090, key(2))])).toMatch(/^DUPLICATE/);
  });

  it("reads the application's line inside a collector's", async () => {
    const wrapped = { stream: 'stdout', log: `${JSON.stringify(record(2, 3090, { event_id: id }))}\n` };
    expect(await answer([...late(), record(1, 90, { event_id: id }), wrapped])).toMatch(/^DUPLICATE/);
  });

  it('is not sure of a create that is done and that nobody knows the result of', async () => {
    const call = {
      dedupe: 'call',
      at: start + 95,
      call_id: 'c9',
      target: 'jira',
      operation: 'create',
      outcome: 'done',
      delivery_id: 'd1',
    };
    expect(await answer([delivery(1, 0), record(1, 90), call])).toMatch(/^INCONCLUSIVE .* nobody logged what it made/);
  });

  it('names no listener that was bound twice when the second run came an hour later', async () => {
    const run = (n: number, ms: number) => ({
      ...{ dedupe: 'run', run_id: `r${n}`, delivery_id: 'd1', instance_id: 'i', outcome: 'done' },
      ...{ started_at: start + ms, finished_at: start + ms + 50 },
    });
    const lines = [
      delivery(1, 0),
      run(1, 10),
      run(2, 3_600_000),
      record(1, 30, { run_id: 'r1' }),
      record(2, 3_600_030, { run_id: 'r2', delivery_id: 'd1' }),
    ];
    expect(await answer(lines)).not.toContain('listener-bound-twice');
  });

  it('does not take two workspaces for twins', async () => {
    const twin = { event_id: 'Ev08HARD0003', event_type: 'message', workspace_id: 'T2' };
    const lines = [delivery(1, 0), delivery(2, 120, twin), record(1, 50), record(2, 170)];
    expect(await answer(lines)).not.toContain('mention-message-overlap · shown');
  });

  it('ends with a thousand copies', async () => {
    const copies = Array.from({ length: 1000 }, (_, n) => record(n, 90 + n, { delivery_id: 'd1' }));
    expect(await answer([delivery(1, 0), ...copies])).toMatch(/^DUPLICATE {2}1000 jira records/);
  });
});

it('names the nearest id to one that nobody knows', async () => {
  const lines = [delivery(1, 0), record(1, 90)];
  const near = async (typed: string) => {
    const stdin = (async function* () {
      yield Buffer.from(lines.map((line) => JSON.stringify(line)).join('\n'));
    })();
    return (await runMain(['trace', typed, '--logs', '-'], { stdin })).stderr.replace(/\s+/g, ' ');
  };
  expect(await near('Ev08HARD0O01')).toContain(`Did you mean ${id}?`);
  expect(await near('Ev08H')).toContain(`Did you mean ${id}?`);
  expect(await near('XX-999999')).not.toContain('Did you mean');
});

it('never writes a report over the log that it reads', async () => {
  const cwd = mkdtempSync(join(tmpdir(), 'dedupe-test-'));
  onTestFinished(() => rmSync(cwd, { recursive: true }));
  const text = `${JSON.stringify(delivery(1, 0))}\n`;
  writeFileSync(join(cwd, 'app.log'), text);
  const { code, stderr } = await runMain(['trace', id, '--logs', 'app.log', '--output', 'json=./app.log'], { cwd });
  expect(code).toBe(2);
  expect(stderr).toContain('is one of the logs that are read');
  expect(readFileSync(join(cwd, 'app.log'), 'utf8')).toBe(text);
});
