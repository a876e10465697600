// On which way was an event lost, and when is that left open?
import { expect, it } from 'vitest';
import type { Observation } from '../../src/model/fact.ts';
import type { Coverage } from '../../src/model/source.ts';
import { decide } from '../../src/model/verdict.ts';
import { at, timelineOf, told } from './timeline/told.ts';

const event = { event_id: 'Ev1', event_type: 'message' };
const delivery = (ms = 0, fields: object = {}) =>
  told('delivery', { ...event, delivery_id: `d${ms}`, at: at(ms), answered_at: at(ms + 40), status: 200, ...fields });
const run = (fields: object) =>
  told('run', { ...event, run_id: 'r', delivery_id: 'd0', started_at: at(10), instance_id: 'api-1', ...fields });
const guard = (result: 'claimed' | 'hit', ms: number) => told('guard', { ...event, key: 'k', result, at: at(ms) });
const headline = (lines: readonly Observation[], sees: Coverage['sees'] = ['record']) => {
  const coverage = [{ source: 'log', sees, from: undefined, to: undefined }];
  const decision = decide(timelineOf(lines, undefined, { coverage }));
  expect(decision.verdict).toBe('lost');
  return decision.headline;
};

it.each<[string, Observation[], string]>([
  [
    'refused by the target',
    [
      delivery(),
      told('call', {
        ...event,
        call_id: 'c',
        target: 'jira',
        operation: 'create',
        at: at(20),
        outcome: 'refused',
        status: 422,
      }),
    ],
    'jira refused the create (#2, status 422)',
  ],
  ['turned away', [delivery(0, { disposition: 'filtered' })], 'the app turned it away (#1, filtered)'],
  [
    'retry dropped',
    [delivery(0, { status: 500 }), delivery(90, { retry_num: 1, disposition: 'filtered' })],
    'the first copy (#1) failed (500), and the retry was dropped (#2, filtered)',
  ],
  [
    'marked before the work',
    [
      delivery(0, { status: 500 }),
      guard('claimed', 5),
      run({ outcome: 'failed', finished_at: at(30) }),
      guard('hit', 95),
      delivery(90, { retry_num: 1, disposition: 'duplicate' }),
    ],
    'it was marked as seen (#2) before the work failed (#3), and the repeat was turned away for it (#5)',
  ],
  [
    'failed after the answer',
    [delivery(), run({ outcome: 'failed', finished_at: at(900), error_code: 'E1' })],
    'it was answered (#1), and the work failed after that (#2, E1)',
  ],
  [
    'crashed after the answer',
    [delivery(), run({}), told('lifecycle', { what: 'crashed', instance_id: 'api-1', at: at(500) })],
    'it was answered (#1), and the process crashed after that (#3)',
  ],
  [
    'never came to an end',
    [delivery(), run({})],
    'it was answered (#1), and the work that began after that never came to an end (#2)',
  ],
])('%s', (_, lines, way) => {
  expect(headline(lines)).toBe(`nothing was made from 1 Slack message: ${way}`);
});

it('registered and never enqueued, if a source sees jobs', () => {
  const accepted = [delivery(0, { disposition: 'accepted' })];
  expect(headline(accepted, ['record', 'job'])).toContain('it was registered (#1) and never enqueued');
  expect(headline(accepted)).toBe('nothing was made from 1 Slack message');
});
