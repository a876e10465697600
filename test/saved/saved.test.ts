// What is saved is replayed to the same answer; what is no saved trace is refused in one sentence.
import { mkdtempSync, rmSync, truncateSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Ajv2020 } from 'ajv/dist/2020.js';
import { afterAll, describe, expect, it } from 'vitest';
import { clean } from '../../src/model/clean.ts';
import type { Gathered } from '../../src/model/gathered.ts';
import type { TraceDocument } from '../../src/model/trace-document.ts';
import { distinctCleaner } from '../../src/saved/distinct.ts';
import { loadTrace } from '../../src/saved/read.ts';
import { savedText, savedTraceOf } from '../../src/saved/write.ts';
import { publishedSchemas } from '../../src/schemas.ts';
import { judge } from '../../src/trace.ts';
import { type Evidence, fixtures, recordings } from '../anonymize/evidence.ts';

const folder = mkdtempSync(join(tmpdir(), 'dedupe-saved-'));
afterAll(() => rmSync(folder, { recursive: true, force: true }));

const signal = new AbortController().signal;
const state = { state: 'not-seen', sentence: 'none of the 3 later events that the sources know shows it' } as const;

const documentOf = async (gathered: Gathered) =>
  (await judge(gathered, { sources: [], ongoing: { rule: 'another', state }, signal })).document;

function saved(gathered: Gathered, document: TraceDocument): string {
  const about = { writtenBy: 'event-dedupe 0.1.0', savedAt: null, anonymized: null };
  const ongoing = { rule: null, ...state };
  return savedText(
    savedTraceOf({ gathered: distinctCleaner(gathered)(gathered), providers: {} }, clean(document), {
      ...about,
      ongoing,
    }),
    'x',
  );
}

function file(text: string | object, name = 'trace.json'): string {
  const path = join(folder, name);
  writeFileSync(path, typeof text === 'string' ? text : JSON.stringify(text));
  return path;
}

const fitsSchema = new Ajv2020({ strict: true, strictTypes: false }).compile(
  publishedSchemas()['saved-trace.v1.json'] ?? false,
);

describe('a saved trace', () => {
  const isReplayed = async ({ name, gathered }: Evidence) => {
    const document = await documentOf(gathered);
    const text = saved(gathered, document);
    expect(fitsSchema(JSON.parse(text)), `${name}: ${JSON.stringify(fitsSchema.errors)}`).toBe(true);
    const loaded = await loadTrace(file(text), 'trace.json');
    expect(await documentOf(loaded.gathered), name).toEqual(clean(document));
  };

  it.each(fixtures())('of $name is replayed to the same document, and fits its schema', isReplayed);

  it('of every recording as well', async () => {
    for (const evidence of await recordings()) await isReplayed(evidence);
  });

  it('keeps two secrets apart that are masked alike', () => {
    const [one, two] = ['abcdefghijkl', 'mnopqrstuvwx'].map((tail) => ['xoxb', '123456789012', tail].join('-'));
    const shown = distinctCleaner([])([one, two, one, `${two}!`]);
    expect(shown).toEqual(['xoxb-***', 'xoxb-*** (2)', 'xoxb-***', 'xoxb-***!']);
  });
});

describe('refused with one sentence', () => {
  const whole = async () => {
    const [first] = fixtures();
    if (!first) throw new Error('there is no fixture');
    return JSON.parse(saved(first.gathered, await documentOf(first.gathered))) as Record<string, unknown>;
  };
  const refusal = (path: string, shown = 'x.json') => expect(loadTrace(path, shown)).rejects;

  it('what is not there, is a folder, is not JSON or was cut off', async () => {
    await refusal(join(folder, 'nothing.json')).toMatchObject({
      code: 'DEDUPE_FILE_UNREADABLE',
      message: 'cannot read x.json: it does not exist',
    });
    await refusal(folder).toMatchObject({ code: 'DEDUPE_FILE_UNREADABLE' });
    for (const text of ['', '{"dedupe_saved_trace":1,', 'DUPLICATE  2 tasks'])
      await refusal(file(text)).toMatchObject({
        code: 'DEDUPE_INPUT_INVALID',
        message: expect.stringContaining('not JSON'),
      });
  });

  it('what is something else', async () => {
    for (const foreign of [null, 1, [], {}, { name: 'x' }])
      await refusal(file(JSON.stringify(foreign))).toMatchObject({
        code: 'DEDUPE_INPUT_INVALID',
        message: 'x.json is JSON, and no saved trace',
      });
    const { document } = await whole();
    await refusal(file(document as object)).toMatchObject({
      message: expect.stringContaining('the answer without the evidence'),
    });
  });

  it('what a newer version wrote in another format', async () => {
    const newer = { ...(await whole()), dedupe_saved_trace: 2, written_by: 'event-dedupe 9.0.0' };
    await refusal(file(newer)).toMatchObject({
      code: 'DEDUPE_INPUT_INVALID',
      message: 'x.json was written by event-dedupe 9.0.0 in format 2, and this version reads 1',
    });
  });

  it('what is damaged, with its place', async () => {
    const good = await whole();
    const [first] = good.observations as [{ fields: object }];
    await refusal(file({ ...good, gaps: [{ source: 'log' }] })).toMatchObject({
      message: expect.stringMatching(/damaged at gaps\[0\]\.\w+:/),
    });
    const late = { ...first, fields: { ...first.fields, at: 'yesterday' } };
    await refusal(file({ ...good, observations: [late] })).toMatchObject({
      message: expect.stringContaining('damaged at observations[0].fields.at: not a time'),
    });
    const strange = { ...first, kind: '__proto__' };
    await refusal(file({ ...good, observations: [strange] })).toMatchObject({ code: 'DEDUPE_INPUT_INVALID' });
  });

  it('what is too large to be one', async () => {
    const path = file('{}', 'large.json');
    truncateSync(path, 64 * 1024 * 1024 + 1);
    await refusal(path).toMatchObject({ message: 'x.json is larger than 64 MiB, which no saved trace is' });
  });
});
