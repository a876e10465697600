// Does the check of a log say what it could not look at?
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { gzipSync } from 'node:zlib';
import { expect, it, onTestFinished } from 'vitest';
import { runMain } from '../run-main.ts';

const line = `${JSON.stringify({ time: '2026-11-02T09:15:00Z', request_id: '5c2f8f0a3c1b4b0e9a520d0c6a1f7b11', event_id: 'Ev0CHECK1' })}\n`;

async function checked(content: Uint8Array, ...flags: string[]) {
  const cwd = mkdtempSync(join(tmpdir(), 'dedupe-logs-'));
  onTestFinished(() => rmSync(cwd, { recursive: true, force: true }));
  writeFileSync(join(cwd, 'app.log'), content);
  const { code, stdout } = await runMain(['logs', 'check', 'app.log', '--format', 'json', ...flags], { cwd });
  return { code, ...JSON.parse(stdout).files[0] };
}

it('reads a log to its end, zipped or not', async () => {
  for (const content of [Buffer.from(line.repeat(3)), gzipSync(line.repeat(3))])
    expect(await checked(content)).toMatchObject({ code: 0, lines: 3, readable: true, unread: [] });
});

it('takes a log that is cut off, or in two bytes a letter, for one that it could not read', async () => {
  const cut = gzipSync(line.repeat(3)).subarray(0, -12);
  expect(await checked(cut)).toMatchObject({ code: 3, readable: false });
  const wide = await checked(Buffer.from(line, 'utf16le'));
  expect(wide).toMatchObject({ code: 3, readable: false });
  expect(wide.unread.join()).toContain('UTF-16');
});

it('says that it stopped where it was told to', async () => {
  const some = await checked(Buffer.from(line.repeat(3)), '--lines', '2');
  expect(some).toMatchObject({ code: 0, lines: 2, readable: true });
  expect(some.unread.join()).toContain('only the first 2 lines');
});
