// Are nginx's own variables read where it writes them as JSON, and an app's names left to the app?
import { describe, expect, it } from 'vitest';
import { unfold } from '../../../src/scan/line-forms/unfold.ts';

describe('nginx with escape=json', () => {
  const fields = { method: 'POST', url: '/slack/events', status: '200', duration_s: '4.102', 'x-slack-retry-num': '1' };
  const said = {
    request_time: '4.102',
    status: '200',
    http_x_slack_retry_num: '1',
    http_x_request_id: '',
    host: 'a.example',
  };

  it.each([
    [
      { time_iso8601: '2026-11-29T19:37:21+00:00', request_method: 'POST', request_uri: '/slack/events?a=b' },
      '2026-11-29T19:37:21+00:00',
      true,
    ],
    [
      { time_local: '29/Nov/2026:19:37:21 +0000', request: 'POST /slack/events HTTP/1.1' },
      '2026-11-29T19:37:21+0000',
      true,
    ],
    [{ msec: '1795981041.100', request: 'POST /slack/events HTTP/1.1' }, 1795981041100, false],
  ])('%j', (own, time, isCoarse) => {
    const read = unfold(JSON.stringify({ ...own, ...said }));
    expect(read).toMatchObject({ forms: ['nginx-json'], isCoarse });
    expect(read.record).toEqual({ ...fields, time });
  });

  it('is not what an app says of a request', () => {
    const line = { request_method: 'POST', request_uri: '/slack/events', time: 1, msg: 'x' };
    expect(unfold(JSON.stringify(line)).forms).toEqual(['json']);
  });
});
