// What a scan finds in the schema alone: each sign in its group, healthy events in none, and nothing is written.
import { describe, expect, type TestContext, test } from 'vitest';
import { databaseSource } from '../../src/evidence/database.ts';
import type { Source } from '../../src/model/source.ts';
import type { SurveyRequest } from '../../src/survey/survey.ts';
import { migratedDatabase, opened } from '../postgres-database.ts';
import { foundIn, scanned } from './scanned.ts';

/** `healthy` events with one task each, and one event for each sign. */
const rows = `
insert into dedupe.inbound_events (provider, workspace_id, event_id, event_type, subject, status, received_at, processed_at, result_id, attempt_count, lease_expires_at, available_at)
select 'slack', 'T1', 'EvOK' || n, 'message', 'slack:C1:ok' || n, 'processed', now() - interval '2 h', now() - interval '2 h', 'task', 1, null::timestamptz, now() - interval '2 h'
  from generate_series(1, 20) n
union all select 'slack', 'T1', 'EvTWO', 'message', 'slack:C1:two', 'processed', now() - interval '2 h', now(), 'task', 1, null, now()
union all select 'slack', 'T1', 'EvTWIN1', 'app_mention', 'slack:C1:twins', 'processed', now() - interval '90 min', now(), 'task', 1, null, now()
union all select 'slack', 'T1', 'EvTWIN2', 'message', 'slack:C1:twins', 'processed', now() - interval '90 min' + interval '80 ms', now(), 'task', 1, null, now()
union all select 'slack', 'T1', 'EvSAME1', 'app_mention', 'slack:C1:same', 'processed', now() - interval '90 min', now(), 'task', 1, null, now()
union all select 'slack', 'T1', 'EvSAME2', 'message', 'slack:C1:same', 'processed', now() - interval '90 min', now(), 'task', 1, null, now()
union all select 'slack', 'T1', 'EvLEASE', 'message', 'slack:C1:lease', 'processing', now() - interval '2 h', null, null, 1, now() - interval '1 h', now() - interval '2 h'
union all select 'slack', 'T1', 'EvPERM', 'message', 'slack:C1:perm', 'permanent_error', now() - interval '2 h', null, null, 3, null, now() - interval '2 h'
union all select 'slack', 'T1', 'EvEMPTY', 'message', 'slack:C1:empty', 'processed', now() - interval '2 h', now(), null, 1, null, now() - interval '2 h'
union all select 'slack', 'T1', 'EvUNKNOWN', 'message', 'slack:C1:unknown', 'unknown_result', now() - interval '2 h', null, null, 1, null, now() - interval '2 h'
union all select 'slack', 'T1', 'EvDEAD', 'message', 'slack:C1:dead', 'permanent_error', now() - interval '2 h', null, null, 1, null, now() - interval '2 h';
insert into dedupe.deliveries (delivery_id, provider, workspace_id, event_id, retry_num, received_at, answered_at, status, disposition)
select 'd-' || event_id, provider, workspace_id, event_id, 0, received_at, received_at + interval '40 ms', 200, 'accepted' from dedupe.inbound_events;
insert into dedupe.deliveries (delivery_id, provider, workspace_id, event_id, retry_num, retry_reason, received_at, answered_at, status, disposition)
values ('d-again', 'slack', 'T1', 'EvOK1', 1, 'http_timeout', now() - interval '119 min', now() - interval '119 min', 200, 'duplicate');
insert into dedupe.tasks (task_id, workspace_id, source_event_key, provider, event_id, created_at, status)
select 'OPS-' || event_id, workspace_id, 'key-' || event_id, provider, event_id, received_at + interval '1 s', 'open'
  from dedupe.inbound_events where event_id like 'EvOK%' or event_id in ('EvTWO', 'EvTWIN1', 'EvTWIN2', 'EvSAME1')
union all select 'OPS-again', 'T1', 'key-again', 'slack', 'EvTWO', now() - interval '2 h' + interval '2 s', 'deleted';
insert into dedupe.attempts (provider, workspace_id, event_id, job_id, attempt, claimed_at, lease_expires_at, finished_at, outcome, error_code)
values ('slack', 'T1', 'EvLEASE', 'j1', 1, now() - interval '2 h', now() - interval '1 h', null, null, null),
  ('slack', 'T1', 'EvPERM', 'j2', 1, now() - interval '2 h', null, now() - interval '119 min', 'failed', 'invalid_project'),
  ('slack', 'T1', 'EvPERM', 'j2', 2, now() - interval '118 min', null, now() - interval '117 min', 'failed', 'invalid_project'),
  ('slack', 'T1', 'EvEMPTY', 'j3', 1, now() - interval '2 h', null, now() - interval '119 min', 'done', null);
insert into dedupe.operations (source_event_key, workspace_id, provider, event_id, target, idempotency_key, state, planned_at, sent_at, finished_at, last_error_code)
values ('op-unknown', 'T1', 'slack', 'EvUNKNOWN', 'jira', 'k1', 'unknown', now() - interval '2 h', now() - interval '2 h', null, 'ETIMEDOUT'),
  ('op-dead', 'T1', 'slack', 'EvDEAD', 'jira', 'k2', 'dead', now() - interval '2 h', null, now() - interval '1 h', 'invalid_project');
insert into dedupe.instances (instance_id, role, deployment_version, started_at, seen_at, stopped_at)
values ('api-1', 'api', '41', now() - interval '3 h', now() - interval '95 min', now() - interval '95 min'), ('api-2', 'api', '42', now() - interval '95 min', now(), null);
`;

async function filled(context: TestContext): Promise<(options?: Partial<SurveyRequest>) => ReturnType<typeof scanned>> {
  const url = await migratedDatabase(context);
  const owner = await opened(url);
  await owner.script(rows);
  const reader = await opened(url, { readOnly: true });
  const source = (): Source => databaseSource(async () => reader, 'test');
  return (options) => scanned([source()], options);
}

describe('a scan of the schema', () => {
  test('puts each sign into its group, and healthy events into none', async (context) => {
    const scan = await filled(context);
    const { document, hasFailed } = await scan();
    const found = foundIn({ document, hasFailed, isInterrupted: false });
    expect(found['mention-message-overlap'] ?? found.open).toContain('EvTWIN1');
    expect(Object.values(found).flat()).toContain('EvTWO');
    expect(found).toMatchObject({
      'past-lease': ['EvLEASE'],
      'permanent-error-retried': ['EvPERM'],
      'unknown-operation': ['EvUNKNOWN'],
      'dead-letter': ['EvDEAD'],
    });
    expect(found.lost).toContain('EvEMPTY');
    const all = Object.values(found).flat();
    expect(all.filter((ref) => ref.startsWith('EvOK') || ref.startsWith('EvSAME'))).toEqual([]);
    expect(document.events).toBe(30);
    expect(document.duplicates).toEqual({ events: 2, surplus_records: 2 });
  });

  test('names what to close, and shows what is deleted already as deleted', async (context) => {
    const scan = await filled(context);
    const { document } = await scan({ damage: true });
    const told = (document.damage ?? []).map((one) => [one.record, one.do, one.why]);
    expect(told).toContainEqual(['OPS-EvTWO', 'keep', 'the only one that is left']);
    expect(told).toContainEqual(['OPS-again', 'deleted', 'already deleted']);
    expect(told).toContainEqual(['OPS-EvTWIN2', 'close', 'a later copy']);
  });

  test('counts around a deployment, and looks only at its span', async (context) => {
    const scan = await filled(context);
    const { document } = await scan({ sinceDeploy: '42' });
    const rates = document.groups.find(({ examples }) => examples.some(({ ref }) => ref === 'EvTWIN1'))?.around_deploy;
    expect(rates?.before).toBe(0);
    expect(rates?.after).toBeGreaterThan(0);
    const since = (Date.now() - 100 * 60_000) as SurveyRequest['since'];
    const late = Object.values(foundIn(await scan({ since }))).flat();
    expect(late).toContain('EvTWIN1');
    expect(late).not.toContain('EvTWO');
    await expect(scan({ sinceDeploy: 'v9' })).rejects.toThrow(/no deployment of version v9/);
  });

  test('prints figures from rows, and a gap where the schema keeps nothing', async (context) => {
    const scan = await filled(context);
    const { document } = await scan({ figures: true });
    const figures = Object.fromEntries((document.figures ?? []).map((one) => [one.id, one]));
    expect(Object.keys(figures)).toHaveLength(10);
    expect(figures['unique-conflicts']?.values[0]?.value).toBeCloseTo(1 / 31, 5);
    expect(figures.retries?.values).toEqual([{ name: 'http_timeout', value: 1, unit: 'count' }]);
    expect(figures['answer-time']?.values.map(({ name }) => name)).toEqual(['p50', 'p95', 'p99']);
    expect(figures['unknown-operations']?.values).toContainEqual({ name: 'unknown now', value: 1, unit: 'count' });
    expect(figures['own-bot']).toMatchObject({ values: [], gap: 'the schema keeps no bot id' });
    expect(figures.instances?.values).toEqual([{ name: 'live in version 42', value: 1, unit: 'count' }]);
  });

  test('says so when more events show a sign than are explained', async (context) => {
    const scan = await filled(context);
    const { document } = await scan({ limit: 2 });
    expect(document.partial).toMatch(/more stories show a sign/);
  });
});
