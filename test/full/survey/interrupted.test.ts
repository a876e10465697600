// Ctrl-C in the middle of a scan: what is known is printed, as partial, and the status says so. With a real process.
import { spawn } from 'node:child_process';
import { closeSync, openSync, writeSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { expect, it } from 'vitest';
import { tempFolder } from '../../evidence/traced.ts';

const bin = fileURLToPath(new URL('../../../bin/dedupe.js', import.meta.url));

/** Large enough that no machine has read it before the signal comes; the duplicate stands at its beginning. */
function longLog(): string {
  const path = join(tempFolder(), 'app.log');
  const file = openSync(path, 'w');
  const line = (fields: object) => `${JSON.stringify({ at: 1793610900000, ...fields })}\n`;
  const event = { event_id: 'EvTWICE', delivery_id: 'd1' };
  writeSync(file, line({ dedupe: 'delivery', ...event, retry_num: 0, answered_at: 1793610900040, status: 200 }));
  writeSync(file, line({ dedupe: 'record', ...event, target: 'tasks', record_id: 'OPS-1' }));
  writeSync(file, line({ dedupe: 'record', ...event, target: 'tasks', record_id: 'OPS-2' }));
  const block = line({ msg: 'x'.repeat(100), pid: 1, more: { deep: [1, 2, 3] } }).repeat(8000);
  for (let i = 0; i < 400; i++) writeSync(file, block);
  closeSync(file);
  return path;
}

interface Ended {
  readonly code: unknown;
  readonly stdout: string;
  readonly stderr: string;
}

function interruptedAfter(ms: number, log: string): Promise<Ended> {
  const child = spawn(process.execPath, [bin, 'scan', '--logs', log, '--format', 'json']);
  let [stdout, stderr] = ['', ''];
  child.stdout.on('data', (part) => {
    stdout += part;
  });
  child.stderr.on('data', (part) => {
    stderr += part;
  });
  const timer = setTimeout(() => child.kill('SIGINT'), ms);
  return new Promise((resolve) =>
    child.on('close', (code) => {
      clearTimeout(timer);
      resolve({ code, stdout, stderr });
    }),
  );
}

it('prints what it knows and ends with 130', async () => {
  const log = longLog();
  // How long a start takes depends on the machine: later each time, until reading has begun when the signal comes.
  const delays = [400, 900, 2000, 4500, 10_000];
  const ended: Ended[] = [];
  for (const ms of delays) {
    const end = await interruptedAfter(ms, log);
    if (end.code === 130) ended.push(end);
    // Before the program has begun, the signal simply ends the process.
    const isOver = typeof end.code === 'number' && end.code !== 130;
    if (isOver || documentOf(end)?.duplicates.events === 1) break;
  }
  const last = ended.at(-1);
  expect(documentOf(last)).toMatchObject({ partial: expect.stringMatching(/^interrupted/), duplicates: { events: 1 } });
  expect(last?.stderr).toContain('partial');
}, 60_000);

/** Undefined: the signal came before there was anything to say. */
function documentOf(end: Ended | undefined) {
  return end?.stdout ? JSON.parse(end.stdout) : undefined;
}
