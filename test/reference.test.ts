// What can a person hold in hand, and what does it mean?
import { fileURLToPath } from 'node:url';
import { describe, expect, it } from 'vitest';
import { DedupeError } from '../src/errors.ts';
import { pageOf } from '../src/model/record-address.ts';
import { resolveReference } from '../src/reference.ts';
import { runMain } from './run-main.ts';

const readings = (text: string) => resolveReference(text).identifiers.map(({ type, value }) => `${type} ${value}`);
const incident = (id: string) => fileURLToPath(new URL(`../fixtures/incidents/${id}/app.log`, import.meta.url));
const slow = incident('slow-work-before-answer');

describe('a reference', () => {
  it.each([
    ['Ev08SAMPLE1', ['event_id Ev08SAMPLE1']],
    ['OPS-41', ['event_id OPS-41', 'record_id OPS-41', 'source_event_key OPS-41']],
    ['C9:1732900000.000100', ['subject slack:C9:1732900000.000100', 'record slack/C9:1732900000.000100']],
    ['slack:C9:1732900000.000100', ['subject slack:C9:1732900000.000100', 'record slack/C9:1732900000.000100']],
    [
      'https://x.slack.com/archives/C9/p1732900000000100',
      ['subject slack:C9:1732900000.000100', 'record slack/C9:1732900000.000100'],
    ],
    [
      'https://x.slack.com/archives/C9/p1732900000000100/?thread_ts=1732900000.000100&cid=C9',
      ['subject slack:C9:1732900000.000100', 'record slack/C9:1732900000.000100'],
    ],
    [
      'https://jira.example/browse/OPS-41?focus=1',
      ['url https://jira.example/browse/OPS-41?focus=1', 'url jira.example/OPS-41', 'record_id OPS-41'],
    ],
    ['slack:T1:Ev1', ['source_event_key slack:T1:Ev1', 'event_id Ev1']],
    ['slack:T1:Ev1#mail', ['source_event_key slack:T1:Ev1#mail', 'event_id Ev1']],
    [
      'slack:T1:C9:1732900000.000100',
      ['source_event_key slack:T1:C9:1732900000.000100', 'subject slack:C9:1732900000.000100'],
    ],
    ['job:tickets/high/1207', ['job tickets/high/1207']],
  ])('%s', (text, expected) => expect(readings(text)).toEqual(expected));

  it.each([
    ['https://linear.app/acme/issue/OPS-41/a-slug-of-words', 'OPS-41'],
    ['https://acme.lightning.force.com/lightning/r/Case/5003t00001AbCdE/view', '5003t00001AbCdE'],
    ['https://acme.atlassian.net/jira/software/projects/OPS/boards/12?selectedIssue=OPS-41', 'OPS-41'],
    ['https://acme.atlassian.net/projects/OPS/issues/OPS-41/', 'OPS-41'],
    ['https://acme.zendesk.com/agent/tickets/41/events', '41'],
    ['https://github.com/acme/app/issues/41#issuecomment-1', '41'],
    ['https://gitlab.com/acme/app/-/issues/41/designs', '41'],
    ['https://redmine.example/issues/41/edit?tab=notes', '41'],
    ['https://acme.kommo.com/leads/detail/417', '417'],
    ['https://acme.bitrix24.com/crm/deal/details/12/', '12'],
    ['https://tracker.example/tasks/list/77', '77'],
    ['https://tracker.example/o/a1b2c3', 'a1b2c3'],
  ])('%s is the page of %s', (url, id) =>
    expect(readings(url)).toEqual([`url ${url}`, `url ${pageOf(url)}`, `record_id ${id}`]),
  );

  it.each(['', '  ', 'two words', 'job:1207', 'job:tickets/'])('is refused when it can mean nothing: "%s"', (text) => {
    expect(() => resolveReference(text)).toThrow(DedupeError);
  });
});

describe('a trace begins at', () => {
  const answer = async (...words: string[]) => {
    const { code, stdout, stderr } = await runMain(['trace', ...words]);
    return { code, first: `${stdout}${stderr}`.split('\n')[0] };
  };
  const found = { code: 1, first: 'DUPLICATE  2 tasks from 1 Slack message · ack-late-retry · shown' };

  it.each([
    ['the event', ['Ev08T4K2QX7B']],
    ['its second task', ['OPS-42']],
    ['both tasks', ['OPS-41', 'OPS-42']],
    ['its key', ['slack:T07BIRCHLAB:Ev08T4K2QX7B']],
  ])('%s', async (_, words) => expect(await answer(...words, '--logs', slow)).toEqual(found));

  it('the message, as its permalink and as channel and ts', async () => {
    const { stdout } = await runMain(['trace', 'Ev08T4K2QX7B', '--logs', slow, '--format', 'json']);
    const [, channel = '', ts = ''] = /slack:(C\w+):([\d.]+)/.exec(JSON.parse(stdout).event.subject) ?? [];
    expect(await answer(`${channel}:${ts}`, '--logs', slow)).toEqual(found);
    const link = `https://birchlab.slack.com/archives/${channel}/p${ts.replace('.', '')}`;
    expect(await answer(link, '--logs', slow)).toEqual(found);
  });

  it('a job and the page of a record', async () => {
    const log = incident('later-step-fails');
    const { first } = await answer('job:tasks/1', '--logs', log);
    expect(first).toMatch(/^DUPLICATE .* partial-commit-retry · shown$/);
    expect((await answer('https://tracker.example.com/records/TRK-801', '--logs', log)).first).toBe(first);
  });

  it('nothing, when one of two is unknown', async () => {
    expect(await answer('OPS-41', 'OPS-99', '--logs', slow)).toEqual({
      code: 2,
      first: 'error: nothing is known of OPS-99',
    });
  });

  it('two tasks of two messages, which are no duplicate', async () => {
    const lines = [1, 2].flatMap((n) => [
      {
        dedupe: 'delivery',
        at: 1795981036000 + n * 9000,
        answered_at: 1795981036100 + n * 9000,
        status: 200,
        delivery_id: `d${n}`,
        event_id: `Ev0${n}`,
        event_type: 'message',
        channel: 'C9',
        ts: `17959810${n}0.000100`,
      },
      { dedupe: 'record', at: 1795981036050 + n * 9000, target: 'jira', record_id: `OPS-${n}`, delivery_id: `d${n}` },
    ]);
    const stdin = async function* () {
      yield Buffer.from(lines.map((line) => JSON.stringify(line)).join('\n'));
    };
    const { code, stdout } = await runMain(['trace', 'OPS-1', 'OPS-2', '--logs', '-'], { stdin: stdin() });
    expect(stdout).toMatch(/^NOT A DUPLICATE|^NOT-A-DUPLICATE/);
    expect(code).toBe(0);
  });
});

it.each([
  ['https://r.example.com/issues/41/edit?tab=1', 0],
  ['https://r.example.com/issues/410', 2],
])('an object that a log knows by its address only: %s', async (typed, code) => {
  const lines = [
    {
      dedupe: 'delivery',
      at: 1795981036000,
      answered_at: 1795981036100,
      status: 200,
      delivery_id: 'd1',
      event_id: 'Ev01',
    },
    {
      dedupe: 'record',
      at: 1795981036050,
      target: 'redmine',
      url: 'https://r.example.com/issues/41',
      delivery_id: 'd1',
    },
    { level: 30, time: 1795985036050, msg: 'still here' },
  ];
  const stdin = async function* () {
    yield Buffer.from(lines.map((line) => JSON.stringify(line)).join('\n'));
  };
  expect((await runMain(['trace', typed, '--logs', '-'], { stdin: stdin() })).code).toBe(code);
});
