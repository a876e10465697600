// Each kind of drift is found, and the statements that are printed for it repair it.
import { describe, expect, test } from 'vitest';
import { checkDatabase } from '../../../src/store/check-database.ts';
import { migrate } from '../../../src/store/migrate.ts';
import { migrations } from '../../../src/store/migrations/index.ts';
import { migratedDatabase, opened } from '../../postgres-database.ts';

/** What somebody did, one statement at a time, and what must be told of it. */
const drifts: [string, string[], RegExp[]][] = [
  [
    'a dropped column',
    ['alter table dedupe.deliveries drop column request_id'],
    [/column dedupe\.deliveries\.request_id is missing/],
  ],
  [
    'a dropped column that a key and a check need',
    ['alter table dedupe.attempts drop column attempt'],
    [
      /column dedupe\.attempts\.attempt is missing/,
      /constraint attempts_attempt_check .* missing/,
      /constraint attempts_key .* missing/,
    ],
  ],
  [
    'a changed type',
    ['alter table dedupe.deliveries alter column retry_num type bigint'],
    [/retry_num has type bigint, not integer/],
  ],
  [
    'a changed type with a default and a check',
    ['alter table dedupe.inbound_events alter column status type varchar(40)'],
    [/inbound_events\.status has type character varying\(40\), not text/],
  ],
  [
    'a dropped default',
    ['alter table dedupe.tasks alter column status drop default'],
    [/tasks\.status has default none, not 'open'/],
  ],
  [
    'another default',
    ["alter table dedupe.tasks alter column status set default 'new'"],
    [/has default 'new'::text, not 'open'::text/],
  ],
  [
    'a column that accepts null',
    ['alter table dedupe.deliveries alter column event_id drop not null'],
    [/deliveries\.event_id accepts null/],
  ],
  [
    'a column that refuses null',
    ['alter table dedupe.deliveries alter column route set not null'],
    [/deliveries\.route refuses null/],
  ],
  [
    'a dropped unique rule',
    ['alter table dedupe.tasks drop constraint tasks_source_event_key'],
    [/constraint tasks_source_event_key of dedupe\.tasks is missing/],
  ],
  [
    'a dropped primary key',
    ['alter table dedupe.inbound_events drop constraint inbound_events_key'],
    [/constraint inbound_events_key .* missing/],
  ],
  [
    'a unique rule without the workspace',
    [
      'alter table dedupe.tasks drop constraint tasks_source_event_key',
      'alter table dedupe.tasks add constraint tasks_source_event_key unique (source_event_key)',
    ],
    [/tasks_source_event_key .* says UNIQUE \(source_event_key\), not UNIQUE \(source_event_key, workspace_id\)/],
  ],
  [
    'a dropped check',
    ['alter table dedupe.operations drop constraint operations_state_check'],
    [/operations_state_check .* missing/],
  ],
  [
    'a check that was never validated',
    [
      'alter table dedupe.operations drop constraint operations_confirmed_has_id',
      "alter table dedupe.operations add constraint operations_confirmed_has_id check (state <> 'confirmed' or external_id is not null) not valid",
    ],
    [/operations_confirmed_has_id .* never validated/],
  ],
  ['a dropped index', ['drop index dedupe.deliveries_event'], [/index dedupe\.deliveries_event is missing/]],
  [
    'an index over other columns',
    ['drop index dedupe.deliveries_event', 'create index deliveries_event on dedupe.deliveries (event_id)'],
    [/index dedupe\.deliveries_event is CREATE INDEX .*\(event_id\), not CREATE INDEX/],
  ],
  [
    'an invalid index',
    ["update pg_index set indisvalid = false where indexrelid = 'dedupe.deliveries_event'::regclass"],
    [/index dedupe\.deliveries_event is invalid/],
  ],
  [
    'an invalid index under a unique rule',
    ["update pg_index set indisvalid = false where indexrelid = 'dedupe.tasks_source_event_key'::regclass"],
    [/index dedupe\.tasks_source_event_key is invalid/],
  ],
  ['a dropped table', ['drop table dedupe.instances'], [/table dedupe\.instances is missing/]],
  ['a dropped view', ['drop view dedupe.outbox'], [/view dedupe\.outbox is missing/]],
  [
    'another view',
    ['drop view dedupe.outbox', 'create view dedupe.outbox as select source_event_key from dedupe.operations'],
    [/view dedupe\.outbox is another one/, /view dedupe\.outbox has to be made again/],
  ],
  [
    'a changed type under a view that was made again',
    [
      'drop view dedupe.outbox',
      'drop view dedupe.dead_letters',
      'alter table dedupe.operations alter column attempt type bigint',
      'create view dedupe.outbox as select source_event_key, attempt from dedupe.operations',
    ],
    [
      /view dedupe\.outbox is another one/,
      /attempt has type bigint/,
      /outbox has to be made again/,
      /dead_letters is missing/,
    ],
  ],
  [
    'a rule that is not of this schema',
    ["alter table dedupe.tasks add constraint mine check (title <> 'x')"],
    [/constraint mine of dedupe\.tasks is not of this schema/],
  ],
  [
    'a unique index that is not of this schema',
    ['create unique index mine on dedupe.tasks (title)'],
    [/unique index dedupe\.mine is not of this schema/],
  ],
  [
    'a column of somebody else that refuses null',
    ['alter table dedupe.tasks add column mine text not null'],
    [/tasks\.mine is not of this schema and refuses null/],
  ],
  [
    'a lost record of migrations',
    ['drop table dedupe.migrations'],
    [/table dedupe\.migrations is missing: no migration is recorded/],
  ],
  ['no schema', ['drop schema dedupe cascade', 'create schema dedupe'], [/migration 001_schema is not applied/]],
];

describe('what is printed repairs', () => {
  test.for(drifts)('%s', async ([, done, told], context) => {
    const database = await opened(await migratedDatabase(context));
    for (const statement of done) await database.script(statement);
    const { differences } = await checkDatabase(database);
    for (const sentence of told)
      expect(differences.map(({ problem }) => problem)).toContainEqual(expect.stringMatching(sentence));
    for (const statement of differences.flatMap(({ repair }) => repair)) {
      if (statement === '-- dedupe migrate') await migrate(database);
      else await database.script(statement);
    }
    expect(await checkDatabase(database)).toEqual({ version: migrations.length, differences: [] });
    // And nothing that migrate would still do or mind.
    expect((await migrate(database)).map(({ status }) => status)).toEqual(migrations.map(() => 'already'));
  });
});

test('what an administrator adds and hurts nobody is no difference', async (context) => {
  const database = await opened(await migratedDatabase(context));
  await database.script(`create index mine on dedupe.tasks (created_by); create table dedupe.theirs (a int unique not null);
    alter table dedupe.tasks add column mine text, add column ours int not null default 0;
    alter index dedupe.deliveries_event set (fillfactor = 70); comment on table dedupe.tasks is 'ours'`);
  expect(await checkDatabase(database)).toEqual({ version: migrations.length, differences: [] });
});
