// Does an empty answer of a replica prove nothing, however far it has come?
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { postgres } from '../../../src/targets/postgres.ts';
import { findServers } from '../../postgres-binaries.ts';
import { opened } from '../../postgres-database.ts';
import { startServer } from '../../postgres-server.ts';

const never = new AbortController().signal;
const key = 'slack:T1:C9:1732900000.000100';

test('what is not there yet is not absent; what is there is found', async (context) => {
  const binaries = findServers().find(({ folder }) => existsSync(join(folder, 'pg_basebackup')));
  if (binaries === undefined) return context.skip('needs PostgreSQL with pg_basebackup');
  const primary = await startServer(binaries);
  onTestFinished(() => primary.stop());
  const master = await opened(primary.url);
  await master.script(
    'create table tickets (id bigint generated always as identity primary key, source_event_key text not null unique)',
  );
  const standby = await startServer(binaries, { standbyOf: primary });
  onTestFinished(() => standby.stop());
  const copy = await opened(standby.url);
  const env = { DEDUPE_TARGET_DATABASE_URL: standby.url };
  const target = postgres.open({ table: 'tickets' }, { name: 'tickets', env, folder: '/' });
  onTestFinished(() => target.close?.());

  await copy.query('select pg_wal_replay_pause()');
  await master.query('insert into tickets (source_event_key) values ($1)', [key]);
  const early = await target.find(key, never);
  expect(early).toMatchObject({
    answer: 'cannot-see',
    reason: expect.stringContaining('this is a replica, behind by'),
  });

  await copy.query('select pg_wal_replay_resume()');
  await expect
    .poll(() => target.find(key, never), { timeout: 20_000 })
    .toMatchObject({ answer: 'found', records: [{ id: '1' }] });
  expect(await target.find('slack:T1:C9:1732900000.000200', never)).toMatchObject({ answer: 'cannot-see' });
  expect(await target.probe(never)).toMatchObject({ visible: false });
});
