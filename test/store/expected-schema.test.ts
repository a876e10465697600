// The expected schema is what the migrations make on the embedded engine; UPDATE=1 writes it anew.
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { describeSchema, type SchemaDescription } from '../../src/store/catalog.ts';
import { differences } from '../../src/store/check.ts';
import { migrate } from '../../src/store/migrate.ts';
import { migrations } from '../../src/store/migrations/index.ts';
import { freshDatabase, opened } from '../postgres-database.ts';

const file = new URL('../../src/store/expected-schema.json', import.meta.url);

test('the embedded engine makes the expected schema', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'dedupe-embedded-'));
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }));
  const database = await opened(`pglite:${join(folder, 'db')}`);
  expect(await migrate(database)).toEqual(
    migrations.map(({ version, name }) => ({ version, name, status: 'applied' })),
  );
  const live = await describeSchema(database);
  if (process.env.UPDATE === '1') writeFileSync(file, `${JSON.stringify(live, undefined, 2)}\n`);
  expect(live, 'the migrations make another schema than the manifest says: run UPDATE=1 npx vitest run').toEqual(
    JSON.parse(readFileSync(file, 'utf8')),
  );
}, 120_000);

test('a server makes the same, and every table of it is described', async (context) => {
  const database = await opened(await freshDatabase(context));
  await migrate(database);
  const expected: SchemaDescription = JSON.parse(readFileSync(file, 'utf8'));
  expect(differences(expected, await describeSchema(database))).toEqual([]);
  expect(expected.tables).toEqual([
    'attempts',
    'deliveries',
    'inbound_events',
    'instances',
    'migrations',
    'operations',
    'refusals',
    'signed_bodies',
    'tasks',
    'totals',
  ]);
  expect(expected.views.map(({ name }) => name)).toEqual(['dead_letters', 'outbox']);
});

test('every unique key holds the workspace, so that the schema can be distributed by it', () => {
  const expected: SchemaDescription = JSON.parse(readFileSync(file, 'utf8'));
  const unique = expected.indexes.filter(({ unique, table }) => unique && table !== 'migrations');
  expect(unique.length).toBeGreaterThan(5);
  expect(unique.filter(({ definition }) => !definition.includes('workspace_id'))).toEqual([]);
});
