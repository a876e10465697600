// What does the app do with a message? It makes a task at once, or leaves that to a worker.
import { randomUUID } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import { finishEvent, insertTask } from './database.js';

/**
 * `config.listeners`: `app_mention`, `message`, `click`; a name that stands twice is registered twice.
 * `config.work`: `insert` or `enqueue`. `config.sites`: who enqueues, once for each name.
 */
export function registerListeners(app, context) {
  const listen = {
    app_mention: (run) => app.event('app_mention', run),
    message: (run) => app.message(run),
    click: (run) => app.action('create_task', (given) => given.ack().then(() => run(given))),
  };
  for (const name of context.config.listeners) listen[name](running(name, context));
}

function running(listener, { config, pool, log, fact, identity }) {
  return async ({ context, payload }) => {
    const { arrival } = context;
    const run = {
      ...identity(arrival),
      run_id: randomUUID(),
      at: new Date(),
      listener,
      delivery_id: arrival.deliveryId,
    };
    fact('run', { ...run, started_at: run.at });
    const work = {
      config,
      pool,
      log,
      fact,
      arrival,
      run,
      title: payload.message?.text ?? payload.value ?? payload.text,
    };
    try {
      await (config.work === 'enqueue' ? enqueue(work) : createTask(work));
      fact('run', { ...run, finished_at: new Date(), outcome: 'done' });
    } catch (error) {
      fact('run', { ...run, finished_at: new Date(), outcome: 'failed', error_code: error.code ?? error.name });
      throw error;
    }
  };
}

async function createTask({ config, pool, log, fact, arrival, run, title }) {
  if (config.failBeforeInsert === 'always' || (config.failBeforeInsert === 'once' && !failedOnce)) {
    failedOnce = true;
    throw new TypeError('roster is not loaded yet');
  }
  // The mistake: an "idempotency key" that is new on every call guards nothing.
  const key = config.key === 'event' ? `slack:${arrival.ids.workspace_id}:${arrival.ids.event_id}` : randomUUID();
  const task = await insertTask(pool, { ids: arrival.ids, key, title, deliveryId: arrival.deliveryId });
  fact('record', {
    event_id: run.event_id,
    workspace_id: run.workspace_id,
    request_id: run.request_id,
    delivery_id: run.delivery_id,
    run_id: run.run_id,
    at: task.created_at,
    created_at: task.created_at,
    target: 'tasks',
    record_id: task.task_id,
    source_event_key: key,
    created_by: 'support-bot',
  });
  log.info({ event_id: run.event_id, channel: arrival.ids.channel, task_id: task.task_id }, 'task created');
  await finishEvent(pool, arrival.ids, { type: 'task', id: task.task_id });
  if (config.coldCacheMs) await roster(config.coldCacheMs, log);
  if (config.failAfterInsert) throw new TypeError('no template for the reply');
}

let failedOnce = false;
let knownRoster;

/** Who is on duty. The first to ask loads it; whoever asks meanwhile makes do with nobody. */
async function roster(loadMs, log) {
  if (knownRoster === undefined) {
    knownRoster = [];
    log.info('roster not in memory, loading it');
    await sleep(loadMs);
    knownRoster = ['U07ONDUTY'];
    log.info({ loadMs }, 'roster loaded');
  }
  return knownRoster;
}

async function enqueue({ config, pool, fact, arrival, run, title }) {
  for (const site of config.sites ?? ['listener']) {
    const payload = { ids: arrival.ids, title, deliveryId: arrival.deliveryId };
    const jobId = await (config.redis ? addToBull(config, payload) : addToTable(pool, payload));
    fact('job', {
      event_id: run.event_id,
      workspace_id: run.workspace_id,
      queue: 'tasks',
      job_id: jobId,
      delivery_id: run.delivery_id,
      run_id: run.run_id,
      site,
    });
  }
  if (config.announce) await pool.query('select pg_notify($1, $2)', ['events', JSON.stringify(arrival.ids)]);
}

async function addToTable(pool, payload) {
  const text = "insert into app.jobs (queue, payload) values ('tasks', $1) returning id";
  return (await pool.query(text, [JSON.stringify(payload)])).rows[0].id;
}

/** BullMQ is loaded only where a recording has Redis. */
async function addToBull(config, payload) {
  const { Queue } = await import('bullmq');
  const queue = new Queue('tasks', { connection: config.redis });
  const job = await queue.add('task', payload);
  await queue.close();
  return job.id;
}
