// The rows of every recording, beside its logs: without names the same answer, and none of them left.
import { describe, expect, it } from 'vitest';
import { anonymize } from '../../src/anonymize/anonymize.ts';
import { leftBehind } from '../../src/anonymize/left-behind.ts';
import { databaseSource } from '../../src/evidence/database.ts';
import { logSource } from '../../src/evidence/log.ts';
import type { Gathered } from '../../src/model/gathered.ts';
import { resolveReference } from '../../src/reference.ts';
import { distinctCleaner } from '../../src/saved/distinct.ts';
import { incidents } from '../../src/scan/incidents.ts';
import { findLogFiles } from '../../src/scan/log-files.ts';
import { loadRows } from '../../src/store/load-rows.ts';
import { gather } from '../../src/trace/gather.ts';
import { judge } from '../../src/trace.ts';
import { migratedDatabase, opened } from '../postgres-database.ts';

const signal = new AbortController().signal;
const ongoing = { rule: undefined, state: { state: 'unknown', sentence: '' } } as const;
const documentOf = async (gathered: Gathered) => (await judge(gathered, { sources: [], ongoing, signal })).document;

describe.each(incidents())('$id', ({ logs, trace: [ref = ''], rows }) => {
  it('gives the same answer', async (context) => {
    const database = await opened(await migratedDatabase(context));
    await loadRows(database, rows());
    const sources = [
      logSource(await findLogFiles(logs, '/')),
      databaseSource(async () => database, database.describe()),
    ];
    const request = { refs: [resolveReference(ref)], sources, absent: [], since: undefined, until: undefined, signal };
    const gathered = await gather(request);
    const { gathered: after, originals } = anonymize(distinctCleaner(gathered)(gathered));
    const [before, hidden] = [await documentOf(gathered), await documentOf(after)];
    const answer = ({ verdict, findings }: typeof before) => ({
      verdict,
      findings: findings.map(({ rule, role, certainty, facts }) => ({ rule, role, certainty, facts })),
    });
    expect(answer(hidden)).toEqual(answer(before));
    expect(leftBehind({ after, hidden }, originals)).toEqual([]);
  });
});
