// Does a scan find what a trace calls a duplicate? Every case of every cause, its lines as a log.
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { expect, test } from 'vitest';
import { noFieldMap } from '../../src/model/field-map.ts';
import { findLogFiles } from '../../src/scan/log-files.ts';
import { folderWith } from '../scan/log-folder.ts';
import { bothOf } from './like-a-trace.ts';

const home = fileURLToPath(new URL('../../fixtures/causes', import.meta.url));
const cases = readdirSync(home).flatMap((cause) =>
  readdirSync(join(home, cause))
    .filter((name) => /^hit-.*\.json$/.test(name))
    .map((name) => `${cause}/${name}`),
);

test.each(cases)('%s', async (name) => {
  const { ref, lines } = JSON.parse(readFileSync(join(home, name), 'utf8'));
  const refs = String(ref)
    .split(' ')
    .filter((one) => !one.includes('='));
  const log = lines.map((line: object) => `${JSON.stringify(line)}\n`).join('');
  const { traced, scanned } = await bothOf(
    await findLogFiles(['app.log'], folderWith({ 'app.log': log })),
    refs,
    noFieldMap,
  );
  const isDuplicate = Object.values(traced).some((verdict) => verdict === 'duplicate');
  expect(scanned.length > 0 || !isDuplicate).toBe(true);
});
