// Why was it sent again? One reading for each input, whatever the numbers are.
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { duplicatedEffects } from '../../../src/model/timeline/duplicates.ts';
import { redeliveryOf } from '../../../src/model/timeline/redelivery.ts';
import { timelineOf } from '../../causes/timeline-of.ts';

const start = Date.UTC(2026, 10, 2, 9, 15);
const deadline = 3_000;

interface Numbers {
  readonly wait: number;
  readonly work: number;
  /** From the end of the work to the answer; negative: answered before the work began. */
  readonly answer: number;
  readonly gap: number;
  readonly reason: string | undefined;
  readonly status: number;
}

function whyOf({ wait, work, answer, gap, reason, status }: Numbers) {
  const event = { event_id: 'Ev0A', instance_id: 'api-1' };
  const begun = start + wait;
  const answered = answer < 0 ? begun - 1 : begun + work + answer;
  const lines = [
    { dedupe: 'delivery', at: start, delivery_id: 'd1', ...event, answered_at: answered, status },
    { dedupe: 'run', run_id: 'r1', delivery_id: 'd1', ...event, started_at: begun, finished_at: begun + work },
    { dedupe: 'record', record_id: 'OPS-1', run_id: 'r1', delivery_id: 'd1', ...event, created_at: begun + work },
    { dedupe: 'delivery', at: start + gap, delivery_id: 'd2', ...event, retry_num: 1, retry_reason: reason },
    { dedupe: 'record', record_id: 'OPS-2', delivery_id: 'd2', ...event, created_at: start + gap + 50 },
  ];
  const timeline = timelineOf({ why: '', ref: 'Ev0A', lines });
  const [effect] = duplicatedEffects(timeline);
  return effect && redeliveryOf(timeline, effect)?.why;
}

const span = fc.integer({ min: 1, max: 20_000 });
const late = fc.integer({ min: deadline, max: 60_000 });

describe('the reason of a repeat', () => {
  it('is the handler when its own run before the answer fills the time', () => {
    fc.assert(
      fc.property(late, late, fc.constantFrom('http_timeout', 'timeout', undefined), (work, gap, reason) => {
        expect(whyOf({ wait: 5, work, answer: 5, gap, reason, status: 200 })).toBe('late-handler');
      }),
    );
  });

  it('is the way to the handler when the handler is short, however long the wait', () => {
    fc.assert(
      fc.property(late, fc.integer({ min: 1, max: 2_000 }), late, (wait, work, gap) => {
        expect(whyOf({ wait, work, answer: 5, gap, reason: 'http_timeout', status: 200 })).toBe('late-path');
      }),
    );
  });

  it('is never the handler when it began after the answer', () => {
    fc.assert(
      fc.property(late, span, late, (wait, work, gap) => {
        expect(whyOf({ wait, work, answer: -1, gap, reason: 'http_timeout', status: 200 })).toBe('late-path');
      }),
    );
  });

  it('is an error when the sender names one, whatever the times are', () => {
    const reasons = ['http_error', 'connection_failed', 'ssl_error', 'too_many_redirects', 'unknown_error'];
    fc.assert(
      fc.property(span, span, span, fc.constantFrom(...reasons), (wait, work, gap, reason) => {
        expect(whyOf({ wait, work, answer: 5, gap, reason, status: 200 })).toBe('error');
      }),
    );
  });

  it('is none when it was answered in time and no reason is given; a status that is not 2xx is one', () => {
    fc.assert(
      fc.property(fc.integer({ min: 1, max: 1_000 }), span, (work, gap) => {
        const numbers = { wait: 5, work, answer: 5, gap, reason: undefined };
        expect(whyOf({ ...numbers, status: 200 })).toBe('ordinary');
        expect(whyOf({ ...numbers, status: 500 })).toBe('error');
      }),
    );
  });
});
