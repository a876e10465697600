// Each of the six reasons that Slack gives for a retry: which cause it leads to, and what the report says it means.
import { expect, it } from 'vitest';
import { causes } from '../../src/causes/index.ts';
import { explain } from '../../src/model/explain.ts';
import { slack } from '../../src/providers/slack.ts';
import { at, timelineOf, told } from '../model/timeline/told.ts';

const { retryReasons } = slack('slack');
const event = { event_id: 'Ev1', event_type: 'message' };

function primaryFor(retry_reason: string, gap: number, first: object) {
  const timeline = timelineOf([
    told('delivery', { ...event, delivery_id: 'a', at: at(0), retry_num: 0, ...first }),
    told('record', { ...event, target: 'jira', record_id: 'OPS-41', delivery_id: 'a', created_at: at(20) }),
    told('delivery', { ...event, delivery_id: 'b', at: at(gap), retry_num: 1, retry_reason }),
    told('record', { ...event, target: 'jira', record_id: 'OPS-42', delivery_id: 'b', created_at: at(gap + 20) }),
  ]);
  const [primary] = explain(timeline, causes).findings;
  return { id: primary?.cause.id, because: primary?.cause.because(primary.finding.args).join('\n') ?? '' };
}

it('http_timeout: the answer was too late', () => {
  const { id, because } = primaryFor('http_timeout', 3100, { answered_at: at(4200), status: 200 });
  expect(id).toBe('ack-late-retry');
  expect(because).toContain('retry 1, reason http_timeout');
});

it.each([
  ['http_error', { answered_at: at(40), status: 500 }],
  ['unknown_error', {}],
  ['too_many_redirects', { answered_at: at(40), status: 302 }],
  ['connection_failed', {}],
  ['ssl_error', {}],
])('%s: not a time-out, and its meaning is said', (reason, first) => {
  const { id, because } = primaryFor(reason, 300, first);
  expect(id).toBe('ack-missing-or-error');
  expect(because).toContain(`${reason} means: ${retryReasons[reason]}`);
});

it.each(['connection_failed', 'ssl_error'])('%s: that the first arrived all the same is said', (reason) => {
  expect(primaryFor(reason, 300, {}).because).toContain('yet #1 arrived');
});

it('a reason that nobody documented is kept, and given no meaning', () => {
  const { id, because } = primaryFor('new_reason', 300, {});
  expect(id).toBe('ack-missing-or-error');
  expect(because).toContain('reason new_reason');
  expect(because).not.toContain('means:');
});
