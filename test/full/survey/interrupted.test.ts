// Ctrl-C in the middle of a scan: what is known is printed, as partial, and the status says so. With a real process.
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { closeSync, openSync, readFileSync, writeSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { expect, it, onTestFinished } from 'vitest';
import { tempFolder } from '../../evidence/traced.ts';

const bin = fileURLToPath(new URL('../../../bin/dedupe.js', import.meta.url));

/** So many lines that name an event that reading them takes seconds everywhere; the duplicate stands at its beginning. */
function longLog(): string {
  const path = join(tempFolder(), 'app.log');
  const file = openSync(path, 'w');
  const line = (fields: object) => `${JSON.stringify({ at: 1793610900000, ...fields })}\n`;
  const event = { event_id: 'EvTWICE', delivery_id: 'd1' };
  writeSync(file, line({ dedupe: 'delivery', ...event, retry_num: 0, answered_at: 1793610900040, status: 200 }));
  writeSync(file, line({ dedupe: 'record', ...event, target: 'tasks', record_id: 'OPS-1' }));
  writeSync(file, line({ dedupe: 'record', ...event, target: 'tasks', record_id: 'OPS-2' }));
  const block = Array.from({ length: 8000 }, (_, i) =>
    line({ msg: 'event received', event_id: `Ev${i}A7C`, request_id: `req-${i}`, deep: [1, 2, 3] }),
  ).join('');
  for (let i = 0; i < 300; i++) writeSync(file, block);
  closeSync(file);
  return path;
}

interface Ended {
  readonly code: unknown;
  readonly stdout: string;
  readonly stderr: string;
}

/** What the process has read so far, from every file. Undefined where the system does not say. */
function bytesRead(pid: number | undefined): number | undefined {
  try {
    const told = /^rchar: (\d+)$/m.exec(readFileSync(`/proc/${pid}/io`, 'utf8'))?.[1];
    return told === undefined ? undefined : Number(told);
  } catch {
    return undefined;
  }
}

/** The signal comes when the program is in the midst of the log: its own files are far below this size. */
const midst = 64 * 1024 * 1024;

async function interrupted(log: string): Promise<Ended> {
  const child = spawn(process.execPath, [bin, 'scan', '--logs', log, '--format', 'json']);
  onTestFinished(() => void child.kill('SIGKILL'));
  let [stdout, stderr] = ['', ''];
  child.stdout.on('data', (part) => {
    stdout += part;
  });
  child.stderr.on('data', (part) => {
    stderr += part;
  });
  const closed = once(child, 'close');
  while (child.exitCode === null && (bytesRead(child.pid) ?? 0) < midst) await sleep(5);
  child.kill('SIGINT');
  const [code] = await closed;
  return { code, stdout, stderr };
}

const isTold = bytesRead(process.pid) !== undefined;

it.skipIf(!isTold)(
  'prints what it knows and ends with 130',
  async () => {
    const { code, stdout, stderr } = await interrupted(longLog());
    expect([code, stderr]).toEqual([130, expect.stringContaining('partial')]);
    expect(JSON.parse(stdout)).toMatchObject({
      partial: expect.stringMatching(/^interrupted/),
      duplicates: { events: 1 },
    });
  },
  60_000,
);
