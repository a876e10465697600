// Lines that hold what was asked for and cannot be read: they are said, and what only repeats a known name is not.
import { dirname } from 'node:path';
import { describe, expect, it } from 'vitest';
import { sweepLogs } from '../../src/evidence/log-sweep.ts';
import { noFieldMap } from '../../src/model/field-map.ts';
import { findLogFiles } from '../../src/scan/log-files.ts';
import { logOf, tracedLog } from './traced.ts';

const start = Date.UTC(2026, 10, 20, 19, 37, 17);
const story = [
  { dedupe: 'delivery', at: start, delivery_id: 'd1', event_id: 'Ev0ABC', answered_at: start + 100, status: 200 },
  { dedupe: 'record', at: start + 1000, target: 'jira', record_id: 'OPS-1', event_id: 'Ev0ABC', delivery_id: 'd1' },
  { dedupe: 'delivery', at: start + 2 * 86_400_000, delivery_id: 'd9', event_id: 'Ev0XYZ', status: 200 },
];
const second = { dedupe: 'record', at: start + 2200, target: 'jira', record_id: 'OPS-2', event_id: 'Ev0ABC' };

async function told(lines: readonly (object | string)[]) {
  const { document } = await tracedLog('Ev0ABC', logOf(lines));
  return {
    verdict: document.verdict,
    gaps: document.gaps.map(({ reason }) => reason).filter((reason) => /app\.log/.test(reason)),
  };
}

describe('beside known facts, a line is told that', () => {
  it.each([
    ['names another object, as text', '2026-11-20T19:37:20.1Z created ticket OPS-2 for Ev0ABC', 'line 4 names OPS-2'],
    ['names another object, as JSON', { msg: 'created', ticket: 'OPS-2', ev: 'Ev0ABC' }, 'line 4 names OPS-2'],
    [
      'is printed over several lines and cut off',
      JSON.stringify(second, null, 2).slice(0, -2),
      'line 9 is a part of an object',
    ],
    ['is cut off', JSON.stringify(second).slice(0, -1), 'line 4 is not JSON'],
    [
      'is a part of a record whose end is not there',
      `2026-11-20T19:37:19.100000000Z stdout P ${JSON.stringify(second).slice(0, -1)}`,
      'line 4 is not JSON',
    ],
  ])('%s', async (_, line, reason) => {
    const { verdict, gaps } = await told([...story, line]);
    expect(verdict).toBe('inconclusive');
    expect(gaps).toEqual([expect.stringContaining(reason)]);
  });

  it.each([
    ['repeats the event', { msg: 'handling the event', ev: 'Ev0ABC', level: 30, took: 12 }],
    ['repeats the known object', '2026-11-20T19:37:20.1Z created ticket OPS-1 for Ev0ABC'],
    ['is an error without an object', 'Error: something went wrong with Ev0ABC in 3 places (code 17)'],
    ['names an object of another kind of name', { msg: 'sent', ev: 'Ev0ABC', build: 'v-12', rev: 'OPSX-2' }],
    ['is about another event', '2026-11-20T19:37:20.1Z created ticket OPS-2 for Ev0XYZ'],
  ])('not one that %s', async (_, line) => {
    expect(await told([...story, line])).toEqual({ verdict: 'single', gaps: [] });
  });

  it('but one that is printed over several lines is read', async () => {
    expect(await told([...story, JSON.stringify(second, null, 2)])).toEqual({ verdict: 'duplicate', gaps: [] });
  });

  it('numbered objects are known by a word before the number', async () => {
    const numbered = story.map((one) => ('record_id' in one ? { ...one, record_id: '41' } : one));
    expect((await told([...numbered, 'created ticket 42 for Ev0ABC'])).verdict).toBe('inconclusive');
    expect((await told([...numbered, 'worked 42 ms on Ev0ABC, ticket 41'])).verdict).toBe('single');
  });
});

it('a text that holds it is never nothing', async () => {
  const { verdict, gaps } = await told(['2026-11-29T19:37:17.1Z received Ev0ABC from slack']);
  expect(verdict).toBe('inconclusive');
  expect(gaps).toEqual([expect.stringContaining('line 1 holds what was asked for')]);
});

it('a text that holds it as a part of another name is none', async () => {
  await expect(told(['2026-11-29T19:37:17.1Z received Ev0ABCD from slack'])).rejects.toThrow('nothing is known');
});

describe('a scan says where an object begins and does not end', () => {
  const gapsOf = async (lines: readonly (object | string)[]) => {
    const query = {
      since: undefined,
      until: undefined,
      eventIds: [],
      limit: 9,
      effectsElsewhere: false,
      figures: false,
    };
    const files = await findLogFiles([logOf(lines)], dirname('/'));
    const { sweep, close } = await sweepLogs(files, noFieldMap, query, new AbortController().signal, () => {});
    close();
    return sweep.gaps.map(({ reason }) => reason);
  };

  it('with the first such line', async () => {
    const lines = [...story, JSON.stringify(second, null, 2).slice(0, -2), JSON.stringify(second).slice(0, -1)];
    expect(await gapsOf(lines)).toEqual([
      'app.log: 2 lines begin a JSON object and do not end it, first at line 4: it was not read (jq -c . puts each object on one line)',
    ]);
  });

  it('and of no other line', async () => {
    expect(await gapsOf([...story, '{app="x"} said {a', '[{"a":1},', `${JSON.stringify(second)} \t`])).toEqual([]);
  });
});
