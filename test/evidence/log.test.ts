// Does a log give every line of the event, and say what it could not read and which time it covers?
import { rmSync } from 'node:fs';
import { join } from 'node:path';
import { gzipSync } from 'node:zlib';
import { describe, expect, it } from 'vitest';
import { collect } from '../../src/evidence/collect.ts';
import { logSource } from '../../src/evidence/log.ts';
import { toIso } from '../../src/model/instant.ts';
import type { Identifier } from '../../src/model/timeline/identifiers.ts';
import { findLogFiles } from '../../src/scan/log-files.ts';
import { at } from '../model/timeline/told.ts';
import { folderWith } from '../scan/log-folder.ts';

const line = (dedupe: string, ms: number, fields: object) => JSON.stringify({ dedupe, at: toIso(at(ms)), ...fields });
const noise = (ms: number) => JSON.stringify({ level: 30, time: at(ms), msg: 'hello' });
const event: Identifier[] = [{ type: 'event_id', value: 'Ev1' }];
const signal = new AbortController().signal;

async function search(files: Readonly<Record<string, string | Buffer>>, asked = event, span: object = {}) {
  const found = await collect([logSource(await findLogFiles(['.'], folderWith(files)))], asked, { signal, ...span });
  return { ...found, wheres: [...new Set(found.observations.map(({ provenance }) => provenance.where))] };
}

const chain = [
  noise(-500),
  line('delivery', 0, { event_id: 'Ev1', delivery_id: 'd1', channel: 'C1', ts: '1793610900.000100' }),
  line('run', 10, { run_id: 'r1', delivery_id: 'd1' }),
  line('run', 11, { run_id: 'r9', delivery_id: 'd9', event_id: 'Ev10' }),
  line('record', 20, { target: 'jira', record_id: 'OPS-41', run_id: 'r1' }),
  noise(9000),
];

describe('the lines of an event', () => {
  it('are found with what hangs on them, in plain and in zipped files, and no others', async () => {
    const text = chain.join('\n');
    const { wheres, gaps } = await search({ 'a.log': text, 'b.log.gz': gzipSync(text) });
    expect(wheres).toEqual(['a.log:2', 'a.log:3', 'a.log:5', 'b.log.gz:2', 'b.log.gz:3', 'b.log.gz:5']);
    expect(gaps).toEqual([]);
  });

  it('are found under a second name, although the bytes of it were looked for before', async () => {
    const lines = [
      line('delivery', 0, { event_id: 'Ev1', delivery_id: '41' }),
      line('record', 5, { target: 'jira', record_id: '41', run_id: 'r1' }),
      line('run', 3, { run_id: 'r1', event_id: 'Ev1' }),
      line('call', 6, { target: 'jira', result_id: '41', call_id: 'c9' }),
    ];
    expect((await search({ 'a.log': lines.join('\n') })).wheres).toEqual(['a.log:1', 'a.log:2', 'a.log:3', 'a.log:4']);
  });

  it('are not found in UTF-16, and the log says so instead of being empty', async () => {
    const text = chain.join('\r\n');
    const { wheres, gaps } = await search({ 'a.log': Buffer.from(`\ufeff${text}`, 'utf16le'), 'b.log': text });
    expect(wheres).toEqual(['b.log:2', 'b.log:3', 'b.log:5']);
    expect(gaps).toMatchObject([
      { reason: expect.stringContaining('a.log could not be read to its end: it is UTF-16') },
    ]);
    expect((await search({ 'a.log': `\0\0\0\0\0\0\0\0\0\0\n${text}` })).gaps).toEqual([]);
  });

  it('keep what was written: what is derived from it is not a statement', async () => {
    const { observations } = await search({ 'a.log': chain.join('\r\n') });
    expect(observations[0]?.fields).toEqual({
      at: at(0),
      event_id: 'Ev1',
      delivery_id: 'd1',
      channel: 'C1',
      ts: '1793610900.000100',
    });
  });

  it('are found by a subject that only channel and ts name', async () => {
    const { wheres } = await search({ 'a.log': chain.join('\n') }, [
      { type: 'subject', value: 'slack:C1:1793610900.000100' },
    ]);
    expect(wheres).toEqual(['a.log:2', 'a.log:3', 'a.log:5']);
  });

  it('outside --since and --until are left out', async () => {
    const { wheres } = await search({ 'a.log': chain.join('\n') }, event, { since: at(5), until: at(15) });
    expect(wheres).toEqual([]);
  });
});

describe('what could not be read', () => {
  const reasons = async (content: string | Buffer) =>
    (await search({ 'a.log': content })).gaps.map(({ kind, reason }) => `${kind}: ${reason}`);

  it('is named by file and line: a broken line, a bad field, a kind that is none', async () => {
    const lines = [
      chain[1],
      '{"dedupe":"run","event_id":"Ev1"',
      line('run', 1, { event_id: 'Ev1', outcome: 'fine' }),
      line('handler', 1, { event_id: 'Ev1' }),
    ];
    const [reason, ...more] = await reasons(lines.join('\n'));
    expect(more).toEqual([]);
    expect(reason).toMatch(
      /^partial: a\.log: line 2 is not JSON, line 3: outcome: known are done, failed, unknown, line 4 names the kind "handler"/,
    );
  });

  it('is counted when there is much of it', async () => {
    const broken = Array.from({ length: 500 }, () => '{"dedupe":"run","event_id":"Ev1"');
    expect(await reasons([chain[1], ...broken].join('\n'))).toEqual([
      'partial: a.log: line 2 is not JSON, line 3 is not JSON, line 4 is not JSON, and 497 more',
    ]);
  });

  it('is a line that is too long', async () => {
    expect(await reasons(`${chain[1]}\nEv1${'x'.repeat(1 << 21)}\n`)).toEqual([
      'partial: a.log: line 2 is longer than 1 MiB and not read',
    ]);
  });

  it('is not a line of somebody else', async () => {
    const strangers = ['{"dedupe":"run","event_id":"Ev77"', '{"dedupe":true,"event_id":"Ev1"}', 'Ev1 came'];
    expect(await reasons([chain[1], ...strangers].join('\n'))).toEqual([]);
    expect(await reasons(strangers.join('\n'))).toEqual([
      'partial: a.log: 2 lines from line 2 on hold what was asked for and show no delivery, job or record; log_fields in the configuration can say which fields do',
    ]);
  });

  it('is no line that holds the number of a row which another source knows, and one that holds what a person asked for', async () => {
    const text = '{"msg":"served 7 of 9","level":30}\n{"msg":"closed 4711","level":30}\n';
    const source = logSource(await findLogFiles(['.'], folderWith({ 'a.log': text })));
    const ask = (type: 'record_id' | 'delivery_id', value: string) =>
      source.collect({ identifiers: [{ type, value }], since: undefined, until: undefined }, signal);
    await ask('record_id', '4711');
    await ask('delivery_id', '7');
    expect(source.afterwards?.().map(({ reason }) => reason)).toEqual([
      expect.stringMatching(/^a\.log: line 2 holds what was asked for/),
    ]);
    await source.close();
  });

  it('is the rest of a zipped file that is cut off; what was read stands', async () => {
    const filler = Array.from({ length: 40_000 }, (_, i) => noise(i)).join('\n');
    const zipped = gzipSync(`${chain.join('\n')}\n${filler}`);
    const { wheres, gaps } = await search({ 'a.log.gz': zipped.subarray(0, zipped.length - 50) });
    expect(wheres).toEqual(['a.log.gz:2', 'a.log.gz:3', 'a.log.gz:5']);
    expect(gaps.map(({ kind, reason }) => `${kind}: ${reason}`)).toEqual([
      'failed: a.log.gz could not be read to its end: unexpected end of file',
    ]);
  });

  it('is a file that cannot be opened; the others are read', async () => {
    const folder = folderWith({ 'a.log': chain.join('\n'), 'b.log': '' });
    const source = logSource(await findLogFiles(['.'], folder));
    rmSync(join(folder, 'b.log'));
    const { observations, gaps } = await collect([source], event, { signal });
    expect(observations).not.toEqual([]);
    expect(gaps.map(({ kind }) => kind)).toEqual(['failed']);
    expect(gaps[0]?.reason).toContain('b.log could not be read to its end: ENOENT');
  });
});

describe('the covered time', () => {
  const spans = async (content: string) =>
    (await search({ 'a.log': content })).coverage.map(({ sees, from, to }) => ({ sees: [...sees].sort(), from, to }));

  it('reaches from the first to the last stamp in the file, whoever wrote it', async () => {
    expect(await spans(chain.join('\n'))).toEqual([
      { sees: ['delivery', 'record', 'run'], from: at(-500), to: at(9000) },
    ]);
  });

  it('is none where no line has a time, and then nothing follows from silence', async () => {
    expect(await spans(`${'words\n'.repeat(9000)}Ev1\n`)).toEqual([{ sees: [], from: undefined, to: undefined }]);
    expect(await spans('')).toEqual([{ sees: [], from: undefined, to: undefined }]);
  });

  it('is that of the lines found where the edges are without times', async () => {
    const edge = 'words\n'.repeat(9000);
    expect(await spans(`${edge}${chain[1]}\n${edge}`)).toEqual([{ sees: ['delivery'], from: at(0), to: at(0) }]);
  });

  it('knows kinds that this event has none of', async () => {
    const other = line('record', 30, { event_id: 'Ev2', target: 'jira', record_id: 'OPS-1' });
    expect((await spans(`${chain[1]}\n${other}\n`))[0]?.sees).toEqual(['delivery', 'record']);
  });
});
