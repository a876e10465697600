// Does a cause go on? Later events of the same sources are explained in the same way, and silence is not an answer.
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { gzipSync } from 'node:zlib';
import { expect, it, onTestFinished } from 'vitest';
import { runMain } from './run-main.ts';

const start = 1795981036000;

/** One event that arrives twice; answered late, both copies make a task. Otherwise answered at once, and one does. */
function event(n: number, isLate: boolean): object[] {
  const at = start + n * 60_000;
  const identity = {
    event_id: `Ev0LATER${n}`,
    event_type: 'app_mention',
    channel: 'C9',
    ts: `17959810${10 + n}.000100`,
  };
  const delivery = (k: number, ms: number, answered: number, retry: object) => ({
    ...{ dedupe: 'delivery', at: at + ms, answered_at: at + answered, status: 200, delivery_id: `d${n}-${k}` },
    ...identity,
    ...retry,
  });
  const record = (k: number, ms: number) => ({
    ...{ dedupe: 'record', at: at + ms, target: 'tasks', record_id: `OPS-${n}${k}`, delivery_id: `d${n}-${k}` },
    ...{ event_id: identity.event_id, run_id: `r${n}-${k}` },
  });
  const run = (k: number, ms: number, end: number) => ({
    ...{ dedupe: 'run', run_id: `r${n}-${k}`, delivery_id: `d${n}-${k}`, started_at: at + ms, finished_at: at + end },
    outcome: 'done',
  });
  if (!isLate) return [delivery(0, 0, 50, {}), run(0, 10, 40), record(0, 30)];
  const retry = { retry_num: 1, retry_reason: 'http_timeout' };
  return [
    ...[delivery(0, 0, 4200, {}), run(0, 10, 4190), record(0, 4100)],
    ...[delivery(1, 3010, 3100, retry), run(1, 3020, 3090), record(1, 3080)],
  ];
}

async function ongoing(events: object[][]) {
  const stdin = (async function* () {
    yield Buffer.from(
      events
        .flat()
        .map((line) => `${JSON.stringify(line)}\n`)
        .join(''),
    );
  })();
  const { stdout } = await runMain(['trace', 'Ev0LATER1', '--logs', '-', '--format', 'json'], { stdin });
  const { findings, ongoing } = JSON.parse(stdout);
  expect(findings[0].rule).toBe('ack-late-retry');
  return ongoing;
}

it('is firing when a later event shows it', async () => {
  expect(await ongoing([event(1, true), event(2, false), event(3, true)])).toEqual({
    state: 'firing',
    sentence: '1 of the 2 later events that the sources know show it, the latest 1 min 56 s after this one',
  });
});

it('is not seen when later events are fine; earlier ones do not count', async () => {
  expect(await ongoing([event(0, true), event(1, true), event(200, false)])).toEqual({
    state: 'not-seen',
    sentence: 'none of the 1 later event that the sources know shows it',
  });
});

it('of a long log the newest events alone are looked at, and it says so', async () => {
  const many = Array.from({ length: 900 }, (_, n) => event(n + 2, false));
  const { state, sentence } = await ongoing([event(1, true), ...many]);
  expect(state).toBe('not-seen');
  expect(sentence).toMatch(
    /^none of the newest \d+ later events that the sources know shows it; earlier ones were not looked at$/,
  );
});

it('is not known where the newest events are of the last minutes: what came before them may have shown it', async () => {
  const filler = Array.from({ length: 300 }, () => ({ msg: 'x'.repeat(1000) }));
  const { state, sentence } = await ongoing([event(1, true), event(100, true), filler, event(200, false)]);
  expect(state).toBe('unknown');
  expect(sentence).toMatch(
    /^none of the newest 1 later event that the sources know shows it; earlier ones were not looked at, and these begin \d+ ms before the end of what was read, which is too short to tell$/,
  );
});

it('is not known a moment later, when a scan still takes it for going on', async () => {
  expect(await ongoing([event(0, true), event(1, true), event(2, false)])).toEqual({
    state: 'unknown',
    sentence:
      'none of the 1 later event that the sources know shows it; this one began 1 min before the end of what was read, which is too short to tell',
  });
});

it('is not seen any more where the last of those that showed it is long ago', async () => {
  expect(await ongoing([event(1, true), event(3, true), event(200, false)])).toEqual({
    state: 'not-seen',
    sentence:
      '1 of the 2 later events that the sources know show it, the latest 1 min 56 s after this one, 3 h 17 min before the end of what was read',
  });
});

it('is not known of a zipped log, whose end is not read: that is not the same as nothing later', async () => {
  const cwd = mkdtempSync(join(tmpdir(), 'dedupe-test-'));
  onTestFinished(() => rmSync(cwd, { recursive: true }));
  const lines = [event(1, true), event(2, false)].flat().map((line) => `${JSON.stringify(line)}\n`);
  writeFileSync(join(cwd, 'app.log.gz'), gzipSync(lines.join('')));
  const { stdout } = await runMain(['trace', 'Ev0LATER1', '--logs', 'app.log.gz', '--format', 'json'], { cwd });
  expect(JSON.parse(stdout).ongoing).toEqual({ state: 'unknown', sentence: 'later events could not be read (log)' });
});

it('is not known when nothing came later', async () => {
  expect(await ongoing([event(0, true), event(1, true)])).toEqual({
    state: 'unknown',
    sentence: 'the sources know no later event',
  });
});
