// A mapped field that no line has: said where it can be a slip, and deciding only where it could have shown an object.
import { expect, it } from 'vitest';
import { logOf, mapOf, tracedLog } from './traced.ts';

const start = Date.UTC(2026, 10, 29, 19, 37, 17);
const hour = 3_600_000;
const received = {
  time: start,
  req: { id: 'request-00000001', method: 'POST', url: '/slack/events', headers: { 'x-slack-signature': 'v0=00' } },
  body: {
    event_id: 'Ev1',
    event_time: start / 1000,
    event: { type: 'app_mention', channel: 'C9', ts: '1796000000.000100' },
  },
};
const made = { time: start + 900, req: { id: 'request-00000001' }, ticket: { key: 'OPS-1' } };
const later = {
  time: start + 30 * hour,
  req: { id: 'request-00000009' },
  body: { event_id: 'Ev9' },
  ticket: { key: 'OPS-9' },
};

it('leaves a healthy trace single when no line has a field of retries or errors, and still names it', async () => {
  const map = mapOf({
    record_id: 'ticket.key',
    retry_reason: 'headers.why',
    retry_num: 'headers.try',
    error_code: 'oops',
  });
  const { document } = await tracedLog('Ev1', logOf([received, made, later]), map);
  expect(document.verdict).toBe('single');
  expect(document.gaps.map(({ reason }) => reason)).toEqual([
    'log_fields.retry_reason: no line that was read has headers.why',
    'log_fields.retry_num: no line that was read has headers.try',
    'log_fields.error_code: no line that was read has oops',
  ]);
});

it('is not single where the mapped field would have named an object, and none does', async () => {
  const record = { dedupe: 'record', at: start + 900, event_id: 'Ev1', target: 'jira', record_id: 'OPS-1' };
  const end = { dedupe: 'record', at: start + 30 * hour, event_id: 'Ev9', target: 'jira', record_id: 'OPS-9' };
  const lines = [received, record, end];
  expect((await tracedLog('Ev1', logOf(lines))).document.verdict).toBe('single');
  const { document } = await tracedLog('Ev1', logOf(lines), mapOf({ record_id: 'ticket.kee' }));
  expect(document).toMatchObject({ verdict: 'inconclusive' });
  expect(document.headline).toContain('log_fields.record_id: no line that was read has ticket.kee');
});

it('says it beside a reference that is not known', async () => {
  const asked = tracedLog('Ev404', logOf([received, made]), mapOf({ record_id: 'ticket.key', event_id: 'slk.eid' }));
  await expect(asked).rejects.toMatchObject({
    code: 'DEDUPE_UNKNOWN_REFERENCE',
    hint: expect.stringContaining('log_fields.event_id: no line that was read has slk.eid. A reference is'),
  });
});
