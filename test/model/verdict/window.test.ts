// Which missing attempt is a hole in the evidence, and which never arrived?
import { describe, expect, it } from 'vitest';
import type { Observation } from '../../../src/model/fact.ts';
import { decide } from '../../../src/model/verdict.ts';
import { at, timelineOf, told } from '../timeline/told.ts';

const coverage = [{ source: 'log', sees: ['record'] as const, from: undefined, to: undefined }];
const answer = (lines: readonly Observation[]) => decide(timelineOf(lines, undefined, { coverage }));
const delivery = (fields: object) =>
  told('delivery', { event_id: 'Ev1', event_type: 'message', delivery_id: 'd0', at: at(0), ...fields });
const record = () => told('record', { event_id: 'Ev1', target: 'jira', record_id: 'OPS-41', created_at: at(20) });

describe('a retry whose attempt before is not in the log', () => {
  const retry = (reason: string, retry_num = 1) =>
    delivery({ retry_num, retry_reason: reason, answered_at: at(40), status: 200 });

  it.each(['connection_failed', 'ssl_error'])('is no gap of ours after %s: that one never arrived', (reason) => {
    expect(answer([retry(reason), record()]).verdict).toBe('single');
  });

  it.each(['http_timeout', 'http_error', 'too_many_redirects', 'unknown_error'])('is a gap after %s', (reason) => {
    const decision = answer([retry(reason), record()]);
    expect(decision.verdict).toBe('inconclusive');
    expect(decision.headline).toContain('is retry 1, and the attempts before it were not all seen');
  });

  it('excuses one attempt, not two', () => {
    expect(answer([retry('connection_failed', 2), record()]).verdict).toBe('inconclusive');
  });
});
