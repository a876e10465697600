// Is a plan refused by a copy of the whole cluster, which has the same name for itself, and carried out by the one it was made for?
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { expect, onTestFinished, type TestContext, test } from 'vitest';
import { migrate } from '../../../src/store/migrate.ts';
import { findServers } from '../../postgres-binaries.ts';
import { opened } from '../../postgres-database.ts';
import { type Settings, startServer } from '../../postgres-server.ts';
import { type Stage, stageOn } from '../../reconcile/stage.ts';
import { runMain } from '../../run-main.ts';

async function servers(context: TestContext) {
  const binaries = findServers().find(({ folder }) => existsSync(join(folder, 'pg_basebackup')));
  if (binaries === undefined) return context.skip('needs PostgreSQL with pg_basebackup');
  const start = async (settings: Settings = {}) => {
    const server = await startServer(binaries, settings);
    onTestFinished(() => server.stop());
    return server;
  };
  const primary = await start();
  await migrate(await opened(primary.url));
  const at = await stageOn(primary.url);
  await at.unknown('k');
  await at.object('k');
  return { primary, at, start };
}

const applied = ({ folder }: Stage, url: string) =>
  runMain(['reconcile', '--database', url, '--apply', 'plan.json'], { cwd: folder, env: { TICKETS: url } });
const refused = (why: string) => ({ code: 3, stderr: expect.stringMatching(new RegExp(`plan is refused: .*${why}`)) });

test('a standby is refused, and so is one that was promoted; its primary carries the plan out', async (context) => {
  const { primary, at, start } = await servers(context);
  const standby = await start({ standbyOf: primary });
  const copy = await opened(standby.url);
  await at.run('--plan', 'plan.json');
  expect(await applied(at, standby.url)).toMatchObject(refused('is a standby'));
  await copy.query('select pg_promote()');
  expect(await applied(at, standby.url)).toMatchObject(refused('timeline 2, the plan saw 1'));
  expect(await applied(at, primary.url)).toMatchObject({ code: 0, stderr: '' });
  expect(await at.states()).toMatchObject({ k: ['confirmed', '1', 'processed'] });
});

test('a plan that was made on a standby is for its primary', async (context) => {
  const { primary, at, start } = await servers(context);
  const standby = await start({ standbyOf: primary });
  const end = (await at.database.query<{ at: string }>('select pg_current_wal_flush_lsn()::text as at'))[0]?.at;
  const copy = await opened(standby.url);
  await expect
    .poll(() => copy.query('select pg_last_wal_replay_lsn() >= $1::pg_lsn as reached', [end]), { timeout: 20_000 })
    .toEqual([{ reached: true }]);
  const words = ['reconcile', '--database', standby.url, '--plan', 'plan.json'];
  expect(await runMain(words, { cwd: at.folder, env: { TICKETS: primary.url } })).toMatchObject({ code: 0 });
  const run = await runMain(['reconcile', '--database', primary.url, '--apply', 'plan.json'], {
    ...{ cwd: at.folder, env: { TICKETS: primary.url } },
  });
  expect(run).toMatchObject({ code: 0, stderr: expect.stringContaining('is carried out on 127.0.0.1 port') });
});

test('a backup from before the plan is refused, and one that has come further is told by its address', async (context) => {
  const { primary, at, start } = await servers(context);
  const backup = await start({ backupOf: primary });
  await at.database.script(`select pg_switch_wal(); create table meanwhile as select generate_series(1, 99999) as n`);
  await at.run('--plan', 'plan.json');
  const words = ['--database', backup.url, '--apply', 'plan.json'];
  const run = () => runMain(['reconcile', ...words], { cwd: at.folder, env: { TICKETS: primary.url } });
  expect(await run()).toMatchObject(refused('restored from an earlier backup'));
  const copy = await opened(backup.url);
  await copy.script(`select pg_switch_wal(); create table later as select generate_series(1, 999999) as n`);
  expect((await run()).stderr).toMatch(/plan was made on 127\.0\.0\.1 port \d+, and is carried out on 127/);
});
