// Is a database told apart from its copy, also where the server does not tell which cluster it is?
import { expect, test } from 'vitest';
import { databaseIdentity } from '../../src/store/reconcile/identity.ts';
import { migratedDatabase, opened, withUser } from '../postgres-database.ts';

const told = /^cluster \d+ database test_\w+ \(\d+\) made [\d.]+$/;
const grant = 'grant usage on schema dedupe to public; grant select on dedupe.migrations to public';

test('a copy in the same cluster is another database, and the same one is itself', async (context) => {
  const urls = [await migratedDatabase(context), await migratedDatabase(context)] as const;
  const identities = await Promise.all(urls.map(async (url) => (await databaseIdentity(await opened(url))).identity));
  const made = identities.map((one) => one.split(' made ')[1]);
  expect(made[0]).toBe(made[1]);
  expect(identities[0]).not.toBe(identities[1]);
  expect(identities[0]).toMatch(told);
  expect((await databaseIdentity(await opened(urls[0]))).identity).toBe(identities[0]);
});

test('a copy is another database for a role that is not told the cluster, and the plan says so', async (context) => {
  const role = `untold_${process.pid}`;
  const identities: string[] = [];
  for (const first of [true, false]) {
    const url = await migratedDatabase(context);
    const admin = await opened(url);
    if (first) await admin.script(`create role ${role} login password 'x'`);
    await admin.script(`revoke execute on function pg_control_system() from public; ${grant}`);
    const own = withUser(url, role, 'x');
    const { identity, place } = await databaseIdentity(await opened(own, { readOnly: true }));
    expect(identity).toMatch(/^cluster not told \(grant execute on function pg_control_system\(\) to this role\)/);
    expect(identity).toContain(`reached as ${place}, database ${new URL(url).pathname.slice(1)} (`);
    expect((await databaseIdentity(await opened(own, { readOnly: true }))).identity).toBe(identity);
    identities.push(identity);
    if (!first) {
      await admin.script(`grant execute on function pg_control_system() to ${role}`);
      expect((await databaseIdentity(await opened(own, { readOnly: true }))).identity).toMatch(told);
    }
  }
  expect(new Set(identities).size).toBe(2);
});

test('a plain role is told timeline and position; where it is kept from them they are not known, and nothing fails', async (context) => {
  const role = `plain_${process.pid}`;
  const url = await migratedDatabase(context);
  const admin = await opened(url);
  await admin.script(`create role ${role} login password 'x'; ${grant}`);
  const own = withUser(url, role, 'x');
  const asked = async () => databaseIdentity(await opened(own, { readOnly: true }));
  expect(await asked()).toMatchObject({
    ...{ timeline: 1, position: expect.stringMatching(/^\d+$/), standby: false },
    server: expect.stringMatching(/^127\.0\.0\.1 port \d+$/),
  });
  await admin.script('revoke execute on function pg_walfile_name(pg_lsn), pg_current_wal_flush_lsn() from public');
  expect(await asked()).toMatchObject({ timeline: null, position: null, standby: false });
});
