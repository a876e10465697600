// What a check prints is run as it stands, on a real server, and leaves no difference.
import { expect, test } from 'vitest';
import { describeSchema } from '../../src/store/catalog.ts';
import { differences } from '../../src/store/check.ts';
import { expectedSchema } from '../../src/store/expected-schema.ts';
import { migrate } from '../../src/store/migrate.ts';
import { freshDatabase, opened } from '../postgres-database.ts';

const constraint = expectedSchema.constraints.find(
  ({ table, definition }) => table === 'tasks' && definition.startsWith('UNIQUE'),
);
const { name = '' } = constraint ?? {};

const faults: [string, string[]][] = [
  [
    'an index of the constraint\u2019s name that is not unique',
    [`alter table dedupe.tasks drop constraint ${name}`, `create index ${name} on dedupe.tasks (workspace_id)`],
  ],
  [
    'such an index on another table',
    [`alter table dedupe.tasks drop constraint ${name}`, `create index ${name} on dedupe.operations (workspace_id)`],
  ],
  ['a renamed table', ['alter table dedupe.tasks rename to tasks_old']],
  [
    'a renamed table that views show, with a constraint gone',
    [
      'alter table dedupe.operations rename to "operations old"',
      'alter table dedupe.tasks rename to tasks_old',
      `alter table dedupe.tasks_old drop constraint ${name}`,
    ],
  ],
  [
    'a table that is gone beside a copy of its rows',
    ['create table dedupe.tasks_copy as select * from dedupe.tasks', 'drop table dedupe.tasks'],
  ],
  [
    'a table that is gone while others hold the names of its indexes',
    [
      'alter table dedupe.tasks rename to tasks_old',
      `alter table dedupe.tasks_old drop constraint ${name}`,
      `create table dedupe.other (id text constraint ${name} unique)`,
    ],
  ],
  [
    'a table that is gone while another schema has an index of such a name',
    [
      'create schema archive',
      'create table archive.tasks_old (workspace_id text, source_event_key text)',
      `create unique index ${name} on archive.tasks_old (workspace_id, source_event_key)`,
      'drop table dedupe.tasks',
    ],
  ],
  [
    'a renamed table beside a new one under its name',
    ['alter table dedupe.tasks rename to tasks_old', 'create table dedupe.tasks as select * from dedupe.tasks_old'],
  ],
  [
    'a renamed table beside a new one with all of its columns',
    ['alter table dedupe.tasks rename to tasks_old', 'create table dedupe.tasks (like dedupe.tasks_old including all)'],
  ],
];

test.for(faults)('%s', { timeout: 60_000 }, async ([, statements], context) => {
  const database = await opened(await freshDatabase(context));
  await migrate(database);
  for (const fault of statements) await database.query(fault);
  const found = differences(expectedSchema, await describeSchema(database));
  expect(found.length).toBeGreaterThan(0);
  for (const { repair } of found) for (const statement of repair) await database.query(statement);
  expect(differences(expectedSchema, await describeSchema(database))).toEqual([]);
});
