// The reference pipeline in this process, with a tracker that can lose answers, and hooks that break it.
import { onTestFinished, type TestContext } from 'vitest';
import { together } from '../../src/drill/count/counter.ts';
import { bind, sqlCounter } from '../../src/drill/count/sql.ts';
import { newSecret } from '../../src/drill/world/chance.ts';
import type { Drill } from '../../src/drill/world/drill.ts';
import type { Hooks } from '../../src/drill/world/hooks.ts';
import type { Created, Target } from '../../src/model/target.ts';
import { slackFilter } from '../../src/pipeline/filter/slack-filter.ts';
import { type Serving, serve } from '../../src/pipeline/serve.ts';
import { work } from '../../src/pipeline/work.ts';
import type { Database } from '../../src/postgres/database.ts';
import { fakeTarget } from '../pipeline/worker/world.ts';
import { migratedDatabase, opened } from '../postgres-database.ts';
import { lockTable } from '../table-lock.ts';
import { countedBy } from './naive.ts';
import { drillOf, identity } from './played.ts';

/** Creates an object for every request that reaches it; what the worker hears of it is another matter. */
function tracker() {
  const made: { key: string; id: string }[] = [];
  const held: ((created: Created) => void)[] = [];
  let mode: 'answers' | 'loses' | 'holds' | 'refuses' = 'answers';
  const { target } = fakeTarget((key) => {
    if (mode === 'refuses') return { outcome: 'refused', reason: 'http_422', temporary: false };
    const id = `OPS-${made.length + 1}`;
    made.push({ key, id });
    if (mode === 'loses') return { outcome: 'unknown', reason: 'connection_lost' };
    if (mode === 'holds') return new Promise((resolve) => held.push(resolve));
    return { outcome: 'done', id, url: undefined, existed: false };
  });
  const set = (next: typeof mode) => async () => {
    mode = next;
    for (const resolve of held.splice(0)) resolve({ outcome: 'unknown', reason: 'connection_lost' });
    return '';
  };
  const hooks: Hooks = {
    lose_answers: set('loses'),
    hold_answers: set('holds'),
    refuse_creates: set('refuses'),
    restore_answers: set('answers'),
  };
  return { target, made, hooks };
}

export async function reference(context: TestContext): Promise<{ drill: Drill; database: Database }> {
  const url = await migratedDatabase(context);
  const name = new URL(url).pathname.slice(1);
  const database = await opened(url);
  const admin = await opened(Object.assign(new URL(url), { pathname: '/postgres' }).href);
  const secret = newSecret();
  const { target, made, hooks: trackerHooks } = tracker();
  const planned = { local: false };
  const start = (port: number, deploymentVersion: string) =>
    serve({
      database: url,
      port,
      deploymentVersion,
      receivers: [
        {
          path: '/slack/events',
          provider: 'slack',
          secrets: () => [secret],
          filter: slackFilter({ apps: [identity.appId] }),
          deadlineMs: 700,
        },
      ],
    });
  let serving = await start(0, 'v1');
  const { port } = serving;
  let worker = startWorker(url, target, planned);
  let other: Serving | undefined;
  let letGo: (() => Promise<void>) | undefined;
  onTestFinished(async () => {
    await worker.stop();
    await serving.stop();
  });

  const cut = (program: string) =>
    admin.query(
      'select pg_terminate_backend(pid) from pg_stat_activity where datname = $1 and application_name like $2',
      [name, program],
    );
  const stuck = `select 1 from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'
    and query like '%insert into dedupe.operations%'`;
  const hook =
    (work: () => unknown): NonNullable<Hooks[keyof Hooks]> =>
    async () =>
      String((await work()) ?? '');
  const restartWorker = hook(() => {
    worker = startWorker(url, target, planned);
  });
  const hooks: Hooks = {
    ...trackerHooks,
    restart_app: hook(async () => {
      await Promise.all([worker.stop(), serving.stop()]);
      serving = await start(port, 'v1');
      worker = startWorker(url, target, planned);
    }),
    restart_database: hook(() => cut('%')),
    stop_database: hook(async () => {
      await admin.query(`alter database ${name} allow_connections false`);
      await cut('dedupe%');
    }),
    start_database: hook(() => admin.query(`alter database ${name} allow_connections true`)),
    pause_worker: hook(() => worker.stop()),
    resume_worker: restartWorker,
    // Nothing is waited for: what it was about to do is cut off with its connections.
    kill_worker: hook(async () => {
      void worker.stop();
      await cut('dedupe work');
    }),
    start_worker: restartWorker,
    hold_after_create: hook(async () => {
      planned.local = true;
      letGo = await lockTable(url, 'operations');
    }),
    await_hold: hook(async () => {
      while ((await database.query(stuck)).length === 0) await new Promise((resolve) => setTimeout(resolve, 20));
    }),
    release_hold: hook(async () => {
      await letGo?.();
      planned.local = false;
    }),
    rerun_job: async ({ DRILL_EVENT_ID = '' }) => {
      await database.query(
        "update dedupe.inbound_events set status = 'received', available_at = now(), lease_expires_at = null where event_id = $1",
        [DRILL_EVENT_ID],
      );
      return '';
    },
    pass_guard_ttl: hook(() => {}),
    start_other_version: hook(async () => {
      other = await start(0, 'v2');
      return `http://127.0.0.1:${other.port}/slack/events`;
    }),
    stop_other_version: hook(() => other?.stop()),
  };
  const tasks = sqlCounter(url, bind('select task_id from dedupe.tasks where source_event_key = :key') ?? never());
  const dead = bind('select source_event_key from dedupe.dead_letters where source_event_key = :key') ?? never();
  const counter = {
    ...countedBy(() => []),
    everyMs: 40,
    count: async (...asked: Parameters<typeof tasks.count>) => {
      const { channelId, teamId } = asked[0].identity;
      const key = `slack:${teamId}:${channelId}:${asked[0].ts}`;
      const created = made.filter((one) => one.key === key).map(({ id }) => id);
      return together([await tasks.count(...asked), created]);
    },
  };
  const deadLetters = sqlCounter(url, dead);
  onTestFinished(async () => void (await Promise.all([tasks.close(), deadLetters.close()])));
  const address = `http://127.0.0.1:${port}/slack/events`;
  return { database, drill: drillOf(address, counter, { secret, hooks, deadLetters }) };
}

function startWorker(database: string, target: Target, planned: { readonly local: boolean }) {
  const stopping = new AbortController();
  const options = {
    ...{ database, targets: [target], leaseMs: 600, pollMs: 50, retry: { baseMs: 10 } },
    plan: ({ body }: { body: Uint8Array }) =>
      planned.local ? [{ target: 'tasks' as const }] : [{ target: 'jira', request: body }],
  };
  const ended = work(options, stopping.signal).catch(() => {});
  return {
    stop: () => {
      stopping.abort();
      return ended;
    },
  };
}

function never(): never {
  throw new Error('the query names its event');
}
