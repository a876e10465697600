// On which way was an event lost, and when is that left open?
import { describe, expect, it } from 'vitest';
import type { Observation } from '../../src/model/fact.ts';
import { waysOfLoss } from '../../src/model/lost/index.ts';
import type { Coverage } from '../../src/model/source.ts';
import { decide } from '../../src/model/verdict.ts';
import { at, timelineOf, told } from './timeline/told.ts';

const event = { event_id: 'Ev1', event_type: 'message' };
const delivery = (ms = 0, fields: object = {}) =>
  told('delivery', { ...event, delivery_id: `d${ms}`, at: at(ms), answered_at: at(ms + 40), status: 200, ...fields });
const run = (fields: object) =>
  told('run', { ...event, run_id: 'r', delivery_id: 'd0', started_at: at(10), instance_id: 'api-1', ...fields });
const guard = (result: 'claimed' | 'hit', ms: number) => told('guard', { ...event, key: 'k', result, at: at(ms) });
const lost = (lines: readonly Observation[], sees: Coverage['sees'] = ['record']) => {
  const coverage = [{ source: 'log', sees, from: undefined, to: undefined }];
  const decision = decide(timelineOf(lines, undefined, { coverage }));
  expect(decision.verdict).toBe('lost');
  return decision;
};
const headline = (...given: Parameters<typeof lost>) => lost(...given).headline;

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

const call = (fields: object) =>
  told('call', { ...event, call_id: 'c', target: 'jira', operation: 'create', at: at(20), ...fields });
const failedRun = run({ outcome: 'failed', finished_at: at(30) });
const dropped = (reason: string) =>
  delivery(90, { retry_num: 1, retry_reason: reason, disposition: 'filtered', status: 200 });

/** For each way: what shows it, with the facts; and near misses, with the way that it is instead. */
const ways: Readonly<Record<string, { hit: Observation[]; facts: number[]; sees?: Coverage['sees']; misses: Miss[] }>> =
  {
    'rejected-permanently': {
      hit: [delivery(), call({ outcome: 'refused', status: 422 })],
      facts: [2],
      misses: [
        [
          'a search was refused, not the create',
          [delivery(), call({ operation: 'find', outcome: 'refused' })],
          undefined,
        ],
      ],
    },
    'turned-away': {
      hit: [delivery(0, { disposition: 'filtered' })],
      facts: [1],
      misses: [
        [
          'a repeat was a duplicate',
          [delivery(0, { status: 500 }), delivery(90, { disposition: 'duplicate' })],
          undefined,
        ],
        ['the only copy is a retry whose first attempt never arrived', [dropped('connection_failed')], 'dropped-retry'],
      ],
    },
    'dropped-retry': {
      hit: [delivery(0, { status: 500 }), dropped('http_error')],
      facts: [1, 2],
      misses: [
        ['the repeat was taken on', [delivery(0, { status: 500 }), delivery(90, { retry_num: 1 })], undefined],
        [
          'the first was turned away too',
          [delivery(0, { disposition: 'filtered' }), dropped('http_error')],
          'turned-away',
        ],
      ],
    },
    'processed-before-work': {
      hit: [delivery(0, { status: 500 }), guard('claimed', 5), failedRun, guard('hit', 95)],
      facts: [2, 3, 4],
      misses: [
        ['nothing was turned away for the mark', [delivery(), guard('claimed', 5), failedRun], 'answered-then-crashed'],
        [
          'the answer "seen" came before the mark',
          [delivery(0, { status: 500 }), guard('hit', 5), guard('claimed', 8), failedRun],
          undefined,
        ],
      ],
    },
    'answered-then-crashed': {
      hit: [delivery(), run({}), told('lifecycle', { what: 'crashed', instance_id: 'api-1', at: at(500) })],
      facts: [1, 3],
      misses: [
        [
          'it crashed before the event',
          [told('lifecycle', { what: 'crashed', instance_id: 'api-1', at: at(-500) }), delivery()],
          undefined,
        ],
        ['the work failed before the answer, which said so', [delivery(0, { status: 500 }), failedRun], undefined],
      ],
    },
    'registered-not-enqueued': {
      hit: [delivery(0, { disposition: 'accepted' })],
      facts: [1],
      sees: ['record', 'job'],
      misses: [
        [
          'a job was enqueued and refused',
          [
            delivery(0, { disposition: 'accepted' }),
            told('job', { ...event, queue: 'q', job_id: '7', at: at(9) }),
            told('attempt', {
              ...event,
              queue: 'q',
              job_id: '7',
              attempt: 1,
              at: at(12),
              finished_at: at(20),
              outcome: 'failed',
            }),
          ],
          'answered-then-crashed',
        ],
      ],
    },
  };
type Miss = readonly [why: string, lines: Observation[], way: string | undefined];

it('has a case and a near miss for every way', () => {
  expect(Object.keys(ways).toSorted()).toEqual(waysOfLoss.map(({ id }) => id).toSorted());
});

describe.each(Object.entries(ways))('%s', (way, { hit, facts, sees, misses }) => {
  it('is named, with its facts and what would have prevented it', () => {
    const { loss } = lost(hit, sees);
    const { prevention } = waysOfLoss.find(({ id }) => id === way) ?? {};
    expect(loss).toMatchObject({ way, facts, prevention });
    expect(prevention?.length).toBeGreaterThan(0);
  });

  it.each(misses)('is not this when %s', (_, lines, other) => {
    expect(lost(lines, sees).loss?.way).toBe(other);
  });
});

it('a row that says processed and names no result', () => {
  const row = delivery(0, { processed_at: at(80), disposition: 'accepted' });
  expect(lost([row]).loss).toMatchObject({
    way: 'processed-before-work',
    sentence: 'its row says processed (#1) and names no result',
  });
  expect(lost([delivery(0, { processed_at: at(80), result_id: 'OPS-41' })]).loss).toBeUndefined();
});
