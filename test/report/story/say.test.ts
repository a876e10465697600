// Each kind of fact in a few words: what was logged is said, what was not logged is `?` or left out, never made up.
import { expect, test } from 'vitest';
import { type FactKind, factKinds } from '../../../src/model/fact-fields.ts';
import { placeOf, reader, say } from '../../../src/report/story/say.ts';

const at = '2024-11-29T19:02:02.000Z';
const later = '2024-11-29T19:02:06.200Z';

const full: [FactKind, Record<string, unknown>, string][] = [
  [
    'delivery',
    { event_type: 'app_mention', transport: 'http', disposition: 'accepted', status: 200, answered_at: at },
    'app_mention',
  ],
  ['delivery', { event_type: 'message', event_subtype: 'message_changed', retry_num: 0 }, 'message/message_changed'],
  [
    'delivery',
    { event_type: 'message', retry_num: 2, retry_reason: 'http_error', transport: 'socket' },
    'message retry 2 http_error socket',
  ],
  [
    'delivery',
    { event_type: 'message', retry_num: 1, disposition: 'duplicate', status: 200 },
    'message retry 1 ? duplicate (answered 200 at ?)',
  ],
  ['run', { listener: 'onMention', started_at: at, finished_at: later, outcome: 'done' }, 'onMention (4.20 s), done'],
  ['run', { listener: 'onMention', outcome: 'failed', error_code: 'E_X' }, 'onMention, failed E_X'],
  ['guard', { key: 'slack:T1:Ev1', result: 'hit' }, 'hit for slack:T1:Ev1'],
  ['job', { job_id: 'j1', site: 'onMention' }, 'j1 enqueued by onMention'],
  [
    'job',
    { job_id: 'j1', attempts_started: 3, attempts_exactness: 'last-only' },
    'j1 enqueued, begun at least 3 times',
  ],
  ['job', { job_id: 'j1', attempts_started: 2, attempts_exactness: 'exact' }, 'j1 enqueued, begun 2 times'],
  ['job', { job_id: 'j1', attempts_started: 1, attempts_exactness: 'exact' }, 'j1 enqueued'],
  [
    'attempt',
    { job_id: 'j1', attempt: 1, exactness: 'inferred' },
    'j1 attempt 1, outcome ?, known by the count of starts alone',
  ],
  ['attempt', { job_id: 'j1', attempt: 1, exactness: 'inferred', started_at: at }, 'j1 attempt 1, outcome ?'],
  ['job', { job_id: '7', found_by: 'dedup' }, '7 enqueued, found by its deduplication key'],
  ['job', { job_id: '7', found_by: 'scan' }, '7 enqueued, found among all jobs'],
  ['attempt', { job_id: 'j1', attempt: 1, outcome: 'done', finished_at: later }, `j1 attempt 1, done, ended ${later}`],
  ['attempt', { job_id: 'j1', attempt: 1, at, outcome: 'done', finished_at: later }, 'j1 attempt 1 (4.20 s), done'],
  ['attempt', { job_id: 'j1', attempt: 2, outcome: 'lost', error_code: 'E_X' }, 'j1 attempt 2, lost E_X'],
  ['operation', { action: 'mail', state: 'confirmed', external_id: 'OPS-1' }, 'mail confirmed as OPS-1'],
  ['operation', { state: 'unknown', last_error_code: 'ECONNRESET' }, 'effect unknown, ECONNRESET'],
  ['call', { operation: 'create', result_id: 'OPS-1', outcome: 'done', status: 201 }, 'create made OPS-1, done 201'],
  ['call', { operation: 'find', found: 0, truncated: true, outcome: 'done' }, 'find found 0 (truncated), done'],
  ['record', { record_id: 'OPS-1', created_by: 'bot' }, 'OPS-1 created by bot'],
  ['lifecycle', { what: 'connected', role: 'socket', connections: 2 }, 'socket connected (2 connections)'],
];

test.each(full)('%s %j: %s', (kind, fields, words) => {
  expect(say[kind](reader(fields))).toBe(words);
});

test.each(factKinds)('%s without any field says that it is not known', (kind) => {
  expect(say[kind](reader({}))).toContain('?');
  expect(placeOf(kind, reader({}))).toBe('?');
});

test('an effect is in its target, a run in its process', () => {
  const read = reader({
    target: 'jira OPS',
    instance_id: 'api-1',
    deployment_version: 'v2',
    store: 'redis',
    scope: 'shared',
  });
  expect(placeOf('record', read)).toBe('jira OPS');
  expect(placeOf('run', read)).toBe('api-1 (v2)');
  expect(placeOf('guard', read)).toBe('redis (shared)');
});
