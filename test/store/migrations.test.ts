// The list of migrations is the folder, in order; what was shipped never changes; a header asks only for what exists.
import { readdirSync, readFileSync } from 'node:fs';
import { describe, expect, test } from 'vitest';
import { concurrentIndex, inOrder, migrationOf } from '../../src/store/migration.ts';
import { migrations } from '../../src/store/migrations/index.ts';

/** One line for each file, from the day on which it is first released. */
const shipped: Readonly<Record<string, string>> = {
  '001_schema': 'd15e3b4a21e6fb2e3d68f00cc24d74dfc76535c1d42e673f0534b3856f3a8cbd',
  '002_pipeline': '727fe4fc2ed4ffee4387a61b9c546fac6861f2416ebccb91a0b084f0534525c1',
  '003_metrics': '9ff2382c1a29a74d1e07c57f586d5829e55adc3987407fde55f87b458a8fec7f',
  '004_reconcile': '7b53698ba155dae587ac75e51174b0a0726e7664f28b5993859a24279751418b',
  '005_signed_bodies': 'a04fab5211770dfde037bd4885f7246e73dabda9451b547a04d4be5dffa73e40',
};

const howToGoOn =
  'A migration that was released is in databases that nobody here can reach, and it never changes: put the change into a ' +
  'new file. Only while it is in no release may the checksum in this test be replaced.';

test('the list is the folder', () => {
  const folder = new URL('../../src/store/migrations/', import.meta.url);
  const files = readdirSync(folder).filter((name) => name.endsWith('.sql'));
  expect(migrations.map(({ name }) => `${name}.sql`)).toEqual(files.sort());
  for (const { name, sql } of migrations) expect(sql).toBe(readFileSync(new URL(`${name}.sql`, folder), 'utf8'));
});

test('what was shipped is unchanged', () => {
  expect(Object.fromEntries(migrations.map(({ name, checksum }) => [name, checksum])), howToGoOn).toEqual(shipped);
});

describe('one file', () => {
  test('has the same checksum whatever the line ends of the checkout are', () => {
    const unix = migrationOf('001_a', 'select 1;\nselect 2;\n');
    expect(migrationOf('001_a', '\uFEFFselect 1;\r\nselect 2;\r\n')).toEqual(unix);
    expect(migrationOf('001_a', 'select 1;\nselect 3;\n').checksum).not.toBe(unix.checksum);
  });

  test('says in its header that it breaks readers or runs outside a transaction', () => {
    const sql =
      '-- An index.\n-- dedupe: breaking\n-- dedupe: outside-transaction\ncreate index concurrently i on dedupe.t (a);\n';
    const migration = migrationOf('002_index', sql);
    expect(migration).toMatchObject({ version: 2, breaking: true, outsideTransaction: true });
    expect(concurrentIndex(migration)).toEqual({ name: 'i', statement: 'create index concurrently i on dedupe.t (a)' });
    expect(migrationOf('002_index', `select 1;\n${sql}`)).toMatchObject({ breaking: false, outsideTransaction: false });
  });

  test.each([
    ['1_short', 'select 1', 'not named'],
    ['000_zero', 'select 1', 'not named'],
    ['001_a', '-- dedupe: outside-transactoin\nselect 1', 'means nothing'],
    ['001_a', '-- dedupe: outside-transaction\nselect 1', 'create index concurrently'],
    ['001_a', '-- dedupe: outside-transaction\ncreate index concurrently i on dedupe.t (a); select 1', 'must be one'],
  ])('is refused: %s, %s', (name, sql, reason) => {
    expect(() => migrationOf(name, sql)).toThrow(reason);
  });
});

test('a gap in the list is refused, and so is a repeat', () => {
  const of = (...names: string[]) => names.map((name) => migrationOf(name, 'select 1'));
  expect(inOrder(of('001_a', '002_b'))).toHaveLength(2);
  expect(() => inOrder(of('001_a', '003_c'))).toThrow('migration 2 is missing');
  expect(() => inOrder(of('001_a', '001_b'))).toThrow('migration 2 is missing');
});
