// The same drill against other queues in the strongest settings that they document, beside the reference: objects, not times.
import { spawnSync } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { importTypeScript } from '../typescript.js';

const root = fileURLToPath(new URL('../../../', import.meta.url));
const scenarios = [
  ...['same-event-twice', 'concurrent-delivery', 'retry-with-headers', 'first-delivery-lost', 'replayed-capture'],
  ...['job-run-again', 'slow-worker', 'timeout-after-success', 'permanent-error', 'worker-killed-before-answer'],
  ...['app-restarted', 'redis-restarted', 'database-restarted', 'database-gone'],
];
const short = ['same-event-twice', 'job-run-again', 'timeout-after-success', 'worker-killed-before-answer'];

export default async function drillPeers({ quick }) {
  const { stage } = await importTypeScript('test/full/drill/stage.ts');
  const asked = quick ? short : scenarios;
  const hasRedis = spawnSync('redis-server', ['--version']).status === 0;
  const peers = ['reference', ...(hasRedis ? ['bullmq'] : []), 'pg-boss', 'graphile-worker', 'powertools'];
  const missing = [];
  for (const peer of peers.slice(1)) await import(`../drill/queues/${peer}.js`).catch(() => missing.push(peer));
  const columns = [];
  for (const peer of peers.filter((one) => !missing.includes(one))) {
    const ends = [];
    const at = await stage(root, (work) => ends.push(work));
    if (at === undefined) return [];
    try {
      columns.push(await drilled(at, peer, asked));
    } finally {
      for (const end of ends.reverse()) await end();
    }
  }
  const rows = asked.map((id) => [id, ...columns.map(({ verdicts }) => verdicts[id])]);
  return [
    {
      title: 'one drill, several queues: objects that were made (wanted/got), in the strongest documented settings',
      table: [['', ...columns.map(({ title }) => title)], ...rows],
      notes: [
        ...columns.map(({ title, settings }) => `${title}: ${settings}`),
        'redis-restarted restarts the store that a queue has beside the database: Redis of BullMQ, the DynamoDB of Powertools; the others have none',
        'all get the same intake (signature, filter, one key for each message), the same worker and the same tracker without a key of its own',
        ...missing.map((peer) => `${peer} is left out: npm --prefix test/bench install brings it`),
        ...(hasRedis ? [] : ['BullMQ is left out: there is no redis-server here']),
      ],
    },
  ];
}

async function drilled(at, peer, asked) {
  const own = peer === 'reference' ? reference(at) : await queued(at, peer);
  const ports = [await at.port(), await at.port()];
  const intakes = Object.fromEntries(['first', 'second'].map((name, i) => [name, own.intake(ports[i])]));
  const processes = { ...own.more, ...intakes, worker: own.worker };
  const names = ['tracker', ...Object.keys(own.more)];
  const control = (...words) => at.hook('processes.js', ...words);
  const settings = {
    receivers: ports.map((port) => `http://127.0.0.1:${port}/slack/events`),
    count: { sql: `select id from app.tickets where ${own.where}` },
    dead_letters: own.dead_letters,
    // Longer than any of these queues takes to give a lost job to somebody else, but for one that takes four hours.
    ...{ wait: '45s', quiet: '9s', longest_repeat: '9s' },
    hooks: {
      start: `printf %s "$DRILL_SECRET" > secret.txt && ${control('start', ...names, 'first', 'second', 'worker')}`,
      restart_app: control('restart', 'first', 'second', 'worker'),
      pause_worker: control('pause', 'worker'),
      resume_worker: control('resume', 'worker'),
      kill_worker: control('kill', 'worker'),
      start_worker: control('start', 'worker'),
      ...own.hooks,
    },
  };
  const words = asked.flatMap((id) => ['--scenario', id]);
  const { document } = await at.drill(processes, settings, '--rounds', '5', ...words);
  return { ...own, verdicts: Object.fromEntries(document.results.map((one) => [one.scenario, cellOf(one)])) };
}

function cellOf({ verdict, wanted, got, lost }) {
  if (verdict === 'not-run') return 'not run';
  return `${verdict} ${wanted}/${got}${lost > 0 ? `, lost ${lost}` : ''}`;
}

function reference(at) {
  const rerun = `update dedupe.inbound_events set status = 'received', available_at = now(), lease_expires_at = null
    where event_id = $1`;
  const serve = (port) =>
    at.dedupe('serve', '--listen', `127.0.0.1:${port}`, '--app', 'A0DRILLAPP', '--signing-secret-file', 'secret.txt');
  return {
    title: 'dedupe serve, work',
    settings:
      'lease 3 s, 5 attempts; the target has no idempotency key, so what nobody answered is unknown and not sent again',
    where: 'key = :key',
    intake: (port) => ({ words: serve(port), ready: 'listening on port' }),
    worker: {
      words: at.dedupe('work', '--plan', at.program('plan.js'), '--lease', '3', '--attempts', '5'),
      env: { TRACKER: at.tracker },
      ready: 'working',
    },
    more: {},
    hooks: { rerun_job: at.hook('sql.js', 'run', rerun, 'DRILL_EVENT_ID') },
    dead_letters: { sql: 'select source_event_key from dedupe.dead_letters where source_event_key = :key' },
  };
}

async function queued(at, name) {
  const file = (path) => fileURLToPath(new URL(`../drill/${path}`, import.meta.url));
  const storePort = String(await at.port());
  const env = { QUEUE: name, STORE_PORT: storePort, TRACKER: at.tracker };
  const { title, settings, drill, store } = await import(`../drill/queues/${name}.js`);
  const byQueue = (word) => `STORE_PORT=${storePort} ${at.hook(file(`queues/${name}.js`), word)}`;
  const bySql = (statement, ...variables) => at.hook('sql.js', 'run', statement, ...variables);
  const { hooks, dead_letters } = drill(byQueue, bySql);
  return {
    ...{ title, settings, dead_letters },
    where: 'title = :marker',
    intake: (port) => ({ words: [file('intake.js')], env: { ...env, PORT: String(port) }, ready: 'listening' }),
    worker: { words: [file('worker.js')], env, ready: 'working' },
    more: store ? { store: store(storePort, at.cwd) } : {},
    hooks: { ...hooks, ...(store && { restart_redis: at.hook('processes.js', 'restart', 'store') }) },
  };
}
