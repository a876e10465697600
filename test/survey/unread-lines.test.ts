// Lines that showed a sign and could not be read: what was not looked at is not clean.
import { expect, test } from 'vitest';
import { logSource } from '../../src/evidence/log.ts';
import type { FieldMap } from '../../src/model/field-map.ts';
import { toIso } from '../../src/model/instant.ts';
import { titleOf } from '../../src/report/scan/words.ts';
import { findLogFiles } from '../../src/scan/log-files.ts';
import { mapOf } from '../evidence/traced.ts';
import { at } from '../model/timeline/told.ts';
import { folderWith } from '../scan/log-folder.ts';
import { scanned } from './scanned.ts';

type Line = Record<string, unknown>;

const arrival = (id: string, time: string): Line => ({
  ...{ level: 30, time, event_id: id, msg: 'event' },
  req: { id: `7f3a91c2-${id}-4e5f60718293`, method: 'POST', url: '/slack/events', headers: {} },
});
const made = (id: string, n: number, time: string): Line => ({
  level: 30,
  time,
  event_id: id,
  issue_key: `OPS-${n}`,
  msg: 'made',
});
const fields = { ...mapOf({ record_id: 'issue_key' }), constants: { target: 'jira' } };
const zoned = (ms: number) => toIso(at(ms));
const zoneless = (ms: number) => zoned(ms).replace('Z', '');

async function scan(lines: readonly Line[], map: FieldMap = fields, more = '', options = {}) {
  const text = lines.map((line) => `${JSON.stringify(line)}\n`).join('') + more;
  const files = await findLogFiles(['.'], folderWith({ 'a.log': text }));
  const { document } = await scanned([logSource(files, () => {}, map)], options);
  return { title: titleOf(document), document };
}

const twice = [arrival('EvA', zoneless(0)), made('EvA', 1, zoneless(10)), made('EvA', 2, zoneless(20))];
const once = [arrival('EvB', zoned(0)), made('EvB', 1, zoned(10))];

test('two objects whose lines have a time without a zone are not "clean"', async () => {
  const { title, document } = await scan(twice);
  expect(title).toBe('NOTHING SO FAR');
  expect(document.partial).toMatch(/could not be read/);
  expect(document.gaps.map(({ reason }) => reason).join()).toMatch(/without a zone/);
});

test('nor are they beside an event that can be read', async () => {
  expect((await scan([...twice, ...once])).title).toBe('NOTHING SO FAR');
});

test('with the zone they are found', async () => {
  expect((await scan(twice, { ...fields, zone: 'UTC' })).title).toBe('FOUND');
});

test('a broken line of no story leaves the answer whole', async () => {
  const { title, document } = await scan(once, fields, '{"level":30,"msg":"cut o\n');
  expect([title, document.partial]).toEqual(['CLEAN', null]);
});

test('what lies behind --limit is told beside it', async () => {
  const third = [arrival('EvC', zoneless(50)), made('EvC', 3, zoneless(60)), made('EvC', 4, zoneless(70))];
  const { document } = await scan([...twice, ...third], fields, '', { limit: 1 });
  expect(document.partial).toMatch(/could not be read: .*; 1 more stories .* --limit/);
});
