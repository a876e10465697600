// What a trace and a scan say of the rows that the pipeline leaves behind: both must say the same.
import { expect, type TestContext, test } from 'vitest';
import { databaseSource } from '../../src/evidence/database.ts';
import { resolveReference } from '../../src/reference.ts';
import { trace } from '../../src/trace.ts';
import { migratedDatabase, opened } from '../postgres-database.ts';
import { scanned, signal } from './scanned.ts';

const rows = `
insert into dedupe.inbound_events (provider, workspace_id, event_id, event_type, subject, source_event_key, status, received_at, attempt_count, last_error_code, available_at, lease_expires_at, processed_at)
select 'slack', 'T1', event_id, type, subject, 'slack:T1:' || event_id, status, now() - interval '2 min', 1, error, due::timestamptz, lease::timestamptz, done::timestamptz
from (values
  ('EvWAIT', 'message', 'slack:C1:wait', 'retryable_error', 'ECONNREFUSED', 'infinity', null, null),
  ('EvROUTE', 'message', 'slack:C1:route', 'retryable_error', 'database_gone', 'tomorrow', null, null),
  ('EvLETTER', 'message', 'slack:C1:letter', 'permanent_error', 'unknown_target', 'now', null, null),
  ('EvDEAD', 'message', 'slack:C1:dead', 'permanent_error', 'ECONNREFUSED', 'now', null, null),
  ('EvPROVEN', 'message', 'slack:C1:proven', 'processed', null, 'now', null, 'now'),
  ('EvASKED', 'message', 'slack:C1:asked', 'processed', null, 'now', null, 'now'),
  ('click:1', 'block_actions', 'slack:C1:asked', 'processed', null, 'now', null, 'now'),
  ('click:2', 'block_actions', 'slack:C1:asked', 'processed', null, 'now', null, 'now')
) as v (event_id, type, subject, status, error, due, lease, done);
insert into dedupe.deliveries (delivery_id, provider, workspace_id, event_id, retry_num, received_at, answered_at, status, disposition)
select 'd-' || event_id, provider, workspace_id, event_id, 0, received_at, received_at + interval '40 ms', 200, 'accepted' from dedupe.inbound_events;
insert into dedupe.operations (source_event_key, workspace_id, provider, event_id, target, action, idempotency_key, state, attempt, external_id, planned_at, available_at, sent_at, last_error_code)
select key || case action when '' then '' else '#' || action end, 'T1', 'slack', event_id, target, action, key, state, tries, named, now() - interval '2 min', due::timestamptz, now() - interval '2 min', error
from (values
  ('slack:T1:EvWAIT', 'EvWAIT', 'acme', '', 'planned', 4, null, 'tomorrow', 'ECONNREFUSED'),
  ('slack:T1:EvDEAD', 'EvDEAD', 'acme', '', 'dead', 4, null, 'now', 'ECONNREFUSED'),
  ('slack:T1:EvPROVEN', 'EvPROVEN', 'acme', 'ticket', 'confirmed', 1, 'OPS-1', 'now', null),
  ('slack:T1:EvASKED', 'EvASKED', 'app:slack', '', 'confirmed', 1, 'slack:T1:EvASKED', 'now', null),
  ('slack:T1:EvASKED', 'EvASKED', 'effect:slack', 'ticket', 'confirmed', 1, 'OPS-2', 'now', null),
  ('slack:T1:click:1', 'click:1', 'app:slack', '', 'confirmed', 1, 'slack:T1:click:1', 'now', null),
  ('slack:T1:click:2', 'click:2', 'app:slack', '', 'confirmed', 1, 'slack:T1:click:2', 'now', null)
) as v (key, event_id, target, action, state, tries, named, due, error);
insert into dedupe.attempts (provider, workspace_id, event_id, queue, job_id, attempt, claimed_at, finished_at, outcome, error_code)
select 'slack', 'T1', event_id, queue, job, n, now() - interval '1 min' + n * interval '1 s', now() - interval '1 min' + n * interval '1.1 s', outcome, error
from (values
  ('EvWAIT', 'outbox', 'slack:T1:EvWAIT', 4, 'failed', 'ECONNREFUSED'),
  ('EvDEAD', 'outbox', 'slack:T1:EvDEAD', 4, 'failed', 'ECONNREFUSED'),
  ('EvROUTE', 'dedupe', 'slack:EvROUTE', 1, 'failed', 'database_gone'),
  ('EvLETTER', 'dedupe', 'slack:EvLETTER', 1, 'failed', 'unknown_target'),
  ('EvPROVEN', 'outbox', 'slack:T1:EvPROVEN#ticket', 1, 'unknown', 'no_answer_in_time')
) as v (event_id, queue, job, tries, outcome, error) cross join lateral generate_series(1, tries) n;
`;

async function both(context: TestContext) {
  const url = await migratedDatabase(context);
  await (await opened(url)).script(rows);
  const reader = await opened(url, { readOnly: true });
  const source = () => databaseSource(async () => reader, 'test');
  const options = { absent: [], since: undefined, until: undefined, signal };
  const traced = async (ref: string) => {
    const { document } = await trace({ ...options, refs: [resolveReference(ref)], sources: [source()] });
    return document;
  };
  return { traced, document: (await scanned([source()], { damage: true })).document };
}

test('a trace and a scan agree about what waits, what is lost and what is there once', async (context) => {
  const { traced, document } = await both(context);
  const said = async (ref: string) => {
    const { verdict, loss } = await traced(ref);
    return loss ? `${verdict}: ${loss.way}` : verdict;
  };
  expect({
    EvWAIT: await said('EvWAIT'),
    EvROUTE: await said('EvROUTE'),
    EvLETTER: await said('EvLETTER'),
    EvDEAD: await said('EvDEAD'),
    EvPROVEN: await said('EvPROVEN'),
    EvASKED: await said('EvASKED'),
  }).toEqual({
    EvWAIT: 'inconclusive',
    EvROUTE: 'inconclusive',
    EvLETTER: 'lost: rejected-permanently',
    EvDEAD: 'lost: rejected-permanently',
    EvPROVEN: 'single',
    EvASKED: 'single',
  });
  const lost = document.groups.filter(({ kind }) => kind === 'lost').flatMap(({ examples }) => examples);
  expect(lost.map(({ ref }) => ref).toSorted()).toEqual(['EvDEAD', 'EvLETTER']);
  for (const { ref, headline } of lost) expect((await traced(ref)).headline).toBe(headline);
  expect(document.duplicates).toEqual({ events: 0, surplus_records: 0 });
  expect(document.damage).toEqual([]);
});

test('what waits is told with its time, and with nothing to build', async (context) => {
  const { traced } = await both(context);
  const { headline, loss, findings, gaps } = await traced('EvWAIT');
  expect(headline).toMatch(/the create at acme \(#\d+, ECONNREFUSED\) failed 4 times and is tried again at \d{4}-/);
  expect([loss, findings]).toEqual([undefined, []]);
  expect(gaps[0]).toMatchObject({ source: 'verdict', reason: expect.stringContaining('a second one') });
});
