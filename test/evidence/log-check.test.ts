// Does the check of a log say what it could not look at?
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { gzipSync } from 'node:zlib';
import { expect, it, onTestFinished } from 'vitest';
import { runMain } from '../run-main.ts';

const line = `${JSON.stringify({ time: '2026-11-02T09:15:00Z', request_id: '5c2f8f0a3c1b4b0e9a520d0c6a1f7b11', event_id: 'Ev0CHECK1' })}\n`;

async function checked(content: Uint8Array, ...flags: string[]) {
  return checkedWith({}, content, ...flags);
}

async function checkedWith(logFields: object, content: Uint8Array, ...flags: string[]) {
  const cwd = mkdtempSync(join(tmpdir(), 'dedupe-logs-'));
  onTestFinished(() => rmSync(cwd, { recursive: true, force: true }));
  writeFileSync(join(cwd, 'dedupe.config.json'), JSON.stringify({ log_fields: logFields }));
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

/** Under names of its own: an arrival, and what was made. */
function ownLines(rid: string, more: object = {}): Buffer {
  const of = (line: object) => JSON.stringify({ time: 1795981037034, rid, ...line, ...more });
  return Buffer.from([of({ m: 'received', eid: 'Ev08T4K2QX7B' }), of({ m: 'created', ticket: 'OPS-41' })].join('\n'));
}
const kind = { path: 'm', when: { received: 'delivery', created: 'record' } };
const map = { request_id: 'rid', event_id: 'eid', record_id: 'ticket', kind };
const missed = ({ missing }: { missing: { field: string }[] }) => missing.map(({ field }) => field);

it('does not miss a request id that log_fields maps and that names the arrival', async () => {
  for (const found of [
    await checkedWith(map, ownLines('5c2f8f0a3c1b4b0e9a520d0c6a1f7b11')),
    await checkedWith(map, ownLines('7', { pid: 12 })),
  ]) {
    expect(missed(found)).not.toContain('request_id');
    expect(found.unused).toEqual([]);
  }
});

it('says why a request id that may be a counter is not used', async () => {
  const found = await checkedWith(map, ownLines('abc-1'));
  expect(missed(found)).not.toContain('request_id');
  expect(found.unused).toEqual([{ field: 'request_id', why: expect.stringContaining('instance_id or pid') }]);
});

it('says of a mapped field that stands in lines of no kind how it would be used', async () => {
  const found = await checkedWith({ ...map, kind: undefined }, ownLines('abc-1'));
  expect(missed(found)).not.toContain('event_id');
  expect(found.unused).toContainEqual({ field: 'event_id', why: expect.stringContaining('kind in log_fields') });
});

it('misses what is mapped and stands in no line', async () => {
  const found = await checkedWith({ ...map, request_id: 'req.uuid' }, ownLines('abc-1'));
  expect(missed(found)).toContain('request_id');
  expect(found.unused).toEqual([]);
});
