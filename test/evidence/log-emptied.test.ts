// A log that is emptied while a scan reads it: what was not found may have stood in it, which is no clean answer.
import { truncateSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { sweepLogs } from '../../src/evidence/log-sweep.ts';
import { noFieldMap } from '../../src/model/field-map.ts';
import { findLogFiles } from '../../src/scan/log-files.ts';
import { tempFolder } from './traced.ts';

const query = { since: undefined, until: undefined, eventIds: [], limit: 10, effectsElsewhere: false, figures: false };

it.each([
  ['emptied', true, [expect.objectContaining({ kind: 'failed', reason: expect.stringContaining('was emptied') })]],
  ['left alone', false, []],
] as const)('%s', async (_, isEmptied, gaps) => {
  const cwd = tempFolder();
  const path = join(cwd, 'a.log');
  writeFileSync(
    path,
    `${JSON.stringify({ time: 1795981036000, event_id: 'Ev08QUIET01', msg: 'x'.repeat(900) })}\n`.repeat(4000),
  );
  const { signal } = new AbortController();
  const { sweep, close } = await sweepLogs(await findLogFiles(['a.log'], cwd), noFieldMap, query, signal, () => {
    if (isEmptied) truncateSync(path);
  });
  close();
  expect(sweep.gaps.filter(({ kind }) => kind === 'failed')).toEqual(gaps);
});
