// What ties an object to its event where neither names the other: the key of the effect, the request around the line, and what
// stands in the body of a reaction or a click. A trace and a scan have to tie the same.
import { dirname } from 'node:path';
import { describe, expect, it } from 'vitest';
import { noFieldMap } from '../../src/model/field-map.ts';
import { findLogFiles } from '../../src/scan/log-files.ts';
import { bothOf } from '../survey/like-a-trace.ts';
import { logOf, tracedLog } from './traced.ts';

type Line = Record<string, unknown>;

const at = Date.UTC(2026, 10, 20, 19, 37, 0);
const later = { dedupe: 'record', at: at + 2_000_000_000, target: 'jira', record_id: 'OPS-9', event_id: 'Ev0LATER' };
const rid = (n: number) => `7c3f0f5e-${n}${n}${n}${n}-4a6b-9a52-0d3f6a7e1a0${n}`;
const record = (ms: number, record_id: string, more: Line = {}) => ({
  ...{ dedupe: 'record', at: at + ms, target: 'jira', record_id },
  ...more,
});
const request = (ms: number, id: string | number, sent: Line) => ({
  ...{ level: 30, time: at + ms, pid: 7, hostname: 'bot-1', msg: 'in' },
  req: {
    ...{ id, method: 'POST', url: '/slack/events' },
    headers: { 'x-slack-request-timestamp': String(Math.floor((at + ms) / 1000)) },
  },
  ...sent,
});
const around = (id: string | number, fact: Line) => ({ level: 30, pid: 7, hostname: 'bot-1', req: { id }, ...fact });

async function said(lines: readonly Line[], ref: string) {
  const file = logOf([...lines, later]);
  const { document } = await tracedLog(ref, file);
  const { scanned } = await bothOf(await findLogFiles([file], dirname(file)), [], noFieldMap);
  return {
    verdict: document.verdict,
    records: document.records.map(({ id }) => id),
    scanned,
    text: JSON.stringify(document),
  };
}

describe('the key of an effect', () => {
  const delivery = {
    dedupe: 'delivery',
    at,
    delivery_id: 'd-1',
    event_id: 'Push1',
    channel: 'C0LAKE',
    ts: '1795203399.000100',
  };
  const of = (key: string) => [
    delivery,
    record(900, 'OPS-1', { delivery_id: 'd-1', source_event_key: 'own:Push1' }),
    record(9000, 'OPS-2', { source_event_key: key }),
  ];

  it('ties an object that names nothing else to the event of the other', async () => {
    expect(await said(of('own:Push1'), 'Push1')).toMatchObject({
      verdict: 'duplicate',
      records: ['OPS-1', 'OPS-2'],
      scanned: ['Push1'],
    });
  });

  it('ties no object that has another', async () => {
    expect(await said(of('own:Push2'), 'Push1')).toMatchObject({ verdict: 'single', records: ['OPS-1'], scanned: [] });
  });
});

describe('the request around a fact line', () => {
  const lines = (ids: readonly (string | number)[], made: readonly (string | number)[]) => [
    ...ids.map((id, i) => request(3000 * i, id, { body: { event_id: 'Ev0AAAA1', team_id: 'T0BIRCH' } })),
    ...made.map((id, i) => around(id, record(3000 * i + 500, `OPS-${i + 1}`))),
  ];

  it.each([
    ['a drawn id', [rid(1), rid(2)]],
    ['a count of one process', [1, 2]],
  ] as const)('ties what was made in it: %s', async (_, ids) => {
    expect(await said(lines(ids, ids), 'Ev0AAAA1')).toMatchObject({
      verdict: 'duplicate',
      records: ['OPS-1', 'OPS-2'],
      scanned: ['Ev0AAAA1'],
    });
  });

  it('ties nothing of another request', async () => {
    expect(await said(lines([rid(1)], [rid(1), rid(3)]), 'Ev0AAAA1')).toMatchObject({
      verdict: 'single',
      records: ['OPS-1'],
      scanned: [],
    });
  });
});

describe('a reaction in the body of a request', () => {
  const body = (event_id: string, user: string, event_ts: string) => ({
    ...{ event_id, team_id: 'T0BIRCH', api_app_id: 'A0FIR' },
    event: {
      type: 'reaction_added',
      user,
      reaction: 'ticket',
      item: { type: 'message', channel: 'C0LAKE', ts: '1795203000.000100' },
      event_ts,
    },
  });
  const lines = (user: string, event_ts: string, written: (sent: Line) => unknown) => [
    request(0, rid(1), { body: written(body('Ev0AAAA1', 'U0ALDER', '1795203420.000100')) }),
    record(500, 'OPS-1', { request_id: rid(1) }),
    request(1000, rid(2), { body: written(body('Ev0AAAA2', user, event_ts)) }),
    record(1500, 'OPS-2', { request_id: rid(2) }),
  ];

  it.each([
    ['an object', (sent: Line) => sent],
    ['its text', (sent: Line) => JSON.stringify(sent)],
  ] as const)('is one under two event ids, as %s', async (_, written) => {
    expect(await said(lines('U0ALDER', '1795203420.000100', written), 'Ev0AAAA1')).toMatchObject({
      verdict: 'duplicate',
      scanned: ['Ev0AAAA1'],
    });
  });

  it("is another person's", async () => {
    expect(
      await said(
        lines('U0BEECH', '1795203421.000100', (sent) => sent),
        'Ev0AAAA1',
      ),
    ).toMatchObject({ verdict: 'single', scanned: [] });
  });
});

describe('a click, or a command, as Slack sent it', () => {
  const trigger = (n: number) => `133452246.738474920.8088930838d88f008e${n}`;
  const click = (n: number) => ({
    ...{ type: 'block_actions', team: { id: 'T0BIRCH' }, user: { id: 'U0ALDER', name: 'alder' }, api_app_id: 'A0FIR' },
    ...{ trigger_id: trigger(n), message: { text: 'words of a person', ts: '1795203399.000100' } },
    container: { type: 'message', channel_id: 'C0LAKE', message_ts: '1795203399.000100' },
    actions: [{ action_id: 'make', action_ts: `179520342${n}.500000`, value: 'words of a person' }],
  });
  const command = (n: number) => ({
    command: '/ticket',
    text: 'words of a person',
    token: 'words',
    user_id: 'U0ALDER',
    channel_id: 'C0LAKE',
    trigger_id: trigger(n),
  });
  const form = (sent: Line) => new URLSearchParams(sent as Record<string, string>).toString();
  const lines = (written: (n: number) => Line, second: number) => [
    request(0, rid(1), written(1)),
    around(rid(1), record(500, 'OPS-1')),
    request(3000, rid(2), written(second)),
    around(rid(2), record(3500, 'OPS-2')),
  ];

  it.each([
    ['an object', (n: number) => ({ payload: click(n) })],
    ['its text', (n: number) => ({ payload: JSON.stringify(click(n)) })],
    ['the form', (n: number) => ({ body: form({ payload: JSON.stringify(click(n)) }) })],
    ['the form taken apart', (n: number) => ({ body: { payload: JSON.stringify(click(n)) } })],
    ['the form of a command', (n: number) => ({ body: form(command(n)) })],
  ] as const)('is known by its trigger, and its words are not kept: %s', async (_, written) => {
    const once = await said(lines(written, 1), 'OPS-1');
    expect(once).toMatchObject({ verdict: 'duplicate', scanned: [trigger(1)] });
    expect(once.text).not.toContain('words');
    expect((await said(lines(written, 2), 'OPS-1')).verdict).not.toBe('duplicate');
  });

  it('is none where nobody pressed anything', async () => {
    const text = (n: number) => ({
      payload: JSON.stringify({ type: 'note', trigger_id: trigger(n), user: { id: 'U0ALDER' } }),
    });
    expect((await said(lines(text, 1), 'OPS-1')).text).not.toContain('block_actions');
  });
});

describe('a message and a command', () => {
  const place = { workspace_id: 'T0BIRCH', app_id: 'A0FIR', channel: 'C0LAKE' };
  const lines = (actor: string, ms: number) => [
    {
      dedupe: 'delivery',
      at,
      delivery_id: 'd-1',
      event_id: 'Ev0AAAA1',
      event_type: 'message',
      ts: '1795203399.000100',
      actor: 'U0ALDER',
      ...place,
    },
    record(500, 'OPS-1', { delivery_id: 'd-1' }),
    {
      dedupe: 'delivery',
      at: at + ms,
      delivery_id: 'd-2',
      event_type: 'slash_command',
      trigger_id: '1.2.ab',
      actor,
      ...place,
    },
    record(ms + 500, 'OPS-2', { delivery_id: 'd-2' }),
  ];

  it('are looked at together by a scan where one person sent them within seconds', async () => {
    expect((await said(lines('U0ALDER', 4000), 'OPS-1')).scanned).toEqual(['Ev0AAAA1']);
    expect((await said(lines('U0BEECH', 4000), 'OPS-1')).scanned).toEqual([]);
    expect((await said(lines('U0ALDER', 40_000), 'OPS-1')).scanned).toEqual([]);
  });
});
