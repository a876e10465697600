// A row of pg-boss as a crash leaves it: does a trace name the expiry that the row itself keeps?
import { expect, test } from 'vitest';
import { causes } from '../../src/causes/index.ts';
import { factsOfJob } from '../../src/evidence/queue-facts.ts';
import { explain } from '../../src/model/explain.ts';
import { gapReadings } from '../../src/model/gap-readings.ts';
import { bossJob } from '../../src/queues/pg-boss/job.ts';
import { at, timelineOf, told } from '../model/timeline/told.ts';

const iso = (ms: number) => new Date(at(ms)).toISOString();

const names = { eventId: 'Ev1', sourceEventKey: undefined, workspaceId: undefined };

/** Version 12 keeps seconds, version 10 an interval; both write each start over the one before. */
function traced(expiry: object, secondMs: number) {
  const row = {
    ...{ id: 'j-7', name: 'tickets', state: 'completed', retry_count: 1, retry_limit: 2, retry_delay: 0 },
    ...{ created_on: iso(0), started_on: iso(secondMs), completed_on: iso(secondMs + 3000), ...expiry },
  };
  const now = at(secondMs + 60_000);
  const job = bossJob(row, { names, foundBy: 'path', leaseMs: undefined, now, where: 'pgboss.job' });
  const made = (ms: number, id: string) =>
    told('record', {
      event_id: 'Ev1',
      target: 'ops',
      record_id: id,
      created_at: at(ms),
      queue: 'tickets',
      job_id: 'j-7',
    });
  return timelineOf([...factsOfJob('boss', job), made(1500, '41'), made(secondMs + 1500, '42')]);
}

const secondMs = 7 * 60_000 + 1500;

test.each([
  ['version 12', { expire_seconds: 420, start_after: iso(7 * 60_000) }],
  ['version 10', { expire_in: '00:07:00', start_after: iso(0) }],
])('an expiry of 7 min, a second start after 7 min 1.5 s: %s', (_, expiry) => {
  const timeline = traced(expiry, secondMs);
  expect(explain(timeline, causes).findings).toMatchObject([
    { cause: { id: 'partial-commit-retry' }, finding: { certainty: 'consistent', args: { mayHaveWorkedOn: true } } },
    { cause: { id: 'job-reclaimed-while-running' }, finding: { certainty: 'open', args: { leaseMs: 420_000 } } },
  ]);
  expect(gapReadings(timeline)).toMatchObject([{ usual: 'a lease that ran out: that of the job is 7 min' }]);
});

test('a second start after 3 min is not an expiry of 7 min', () => {
  const timeline = traced({ expire_seconds: 420, start_after: iso(3 * 60_000) }, 3 * 60_000 + 1500);
  expect(explain(timeline, causes).findings).toEqual([]);
  expect(gapReadings(timeline)).toMatchObject([{ usual: null }]);
});

test.each([
  [899_000, 'running'],
  [901_000, 'unknown'],
])('a start of an expiry of 15 min that has not ended after %i ms is %s', (later, outcome) => {
  const row = { id: 'j-8', name: 'tickets', state: 'active', retry_count: 0, started_on: iso(0), expire_seconds: 900 };
  const job = bossJob(row, { names, foundBy: 'path', leaseMs: undefined, now: at(later), where: 'pgboss.job' });
  expect(job).toMatchObject({ state: 'active', runs: [{ outcome, leaseUntil: at(900_000) }] });
});
