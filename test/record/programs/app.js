// The Slack app: Bolt for JavaScript over HTTP, one listener that makes a task, and a record of what arrived.
import { createHmac, randomUUID } from 'node:crypto';
import { createServer } from 'node:http';
import { buffer } from 'node:stream/consumers';
import { setTimeout as sleep } from 'node:timers/promises';
import bolt from '@slack/bolt';
import { insert, insertEvent, openDatabase, startInstance, stopInstance } from './database.js';
import { registerListeners } from './listeners.js';
import { boltLogger, startLog } from './log.js';
import { idsOf } from './payload.js';

const config = JSON.parse(process.env.RECORD_CONFIG);
const { log, fact } = startLog({ service: 'support-bot', ...config });
const pool = openDatabase(config.database);
const later = new Set();

const receiver = new bolt.HTTPReceiver({
  signingSecret: config.signingSecret,
  processBeforeResponse: config.processBeforeResponse ?? false,
  customPropertiesExtractor: (req) => ({ arrival: req.arrival }),
  logger: boltLogger(log),
});
const app = new bolt.App({
  receiver,
  logger: boltLogger(log),
  authorize: async () => ({ botId: 'B08SUPPORTB', botUserId: 'U08SUPPORTB' }),
});

app.use((given) => {
  const work = arrived(given);
  later.add(work.catch(() => {}));
  return work;
});

async function arrived({ body, context, next }) {
  const { arrival } = context;
  arrival.ids = idsOf(body);
  fact('delivery', {
    ...deliveryIdentity(arrival),
    ...arrival.ids,
    transport: 'http',
    route: '/slack/events',
    sent_at: arrival.sentAt,
    body_digest: arrival.digest,
    retry_num: context.retryNum ?? 0,
    retry_reason: context.retryReason,
    init_ms: arrival.initMs,
  });
  const first = await recordArrival(arrival, context);
  arrival.disposition = config.claimEvents && !first ? 'duplicate' : droppedRetry(context) ? 'filtered' : 'accepted';
  arrival.recorded();
  if (config.claimEvents) {
    const key = `slack:${arrival.ids.workspace_id}:${arrival.ids.event_id}`;
    fact('guard', {
      ...identity(arrival),
      store: 'dedupe.inbound_events',
      scope: 'shared',
      key,
      result: first ? 'claimed' : 'hit',
    });
  }
  if (arrival.disposition === 'accepted') await next();
  else log.info({ event_id: arrival.ids.event_id, disposition: arrival.disposition }, 'nothing to do');
}

/** The popular fix that loses events: whatever is marked as a retry is thrown away. */
function droppedRetry(context) {
  return config.dropRetries && context.retryNum !== undefined;
}

registerListeners(app, { config, pool, log, fact, identity });

async function recordArrival({ ids, ...arrival }, context) {
  const first = await insertEvent(pool, ids, arrival.at);
  await insert(pool, 'dedupe.deliveries', {
    delivery_id: arrival.deliveryId,
    provider: 'slack',
    workspace_id: ids.workspace_id,
    app_id: ids.app_id,
    event_id: ids.event_id,
    transport: 'http',
    route: '/slack/events',
    request_id: arrival.requestId,
    retry_num: context.retryNum ?? 0,
    retry_reason: context.retryReason,
    sent_at: arrival.sentAt,
    received_at: arrival.at,
    body_digest: arrival.digest,
    instance_id: config.instance,
    deployment_version: config.version,
  });
  return first;
}

async function answered(arrival, req, res) {
  const at = new Date();
  log.info(
    { req: shown(req, arrival), res: { statusCode: res.statusCode }, responseTime: at - arrival.at },
    'request completed',
  );
  // Bolt acknowledges before its middleware runs, unless told otherwise: the row to complete may not be there yet.
  await arrival.isRecorded;
  const { disposition } = arrival;
  fact('delivery', { ...deliveryIdentity(arrival), answered_at: at, status: res.statusCode, disposition });
  await pool.query(
    'update dedupe.deliveries set answered_at = $3, status = $4, disposition = $5 where delivery_id = $1 and workspace_id = $2',
    [arrival.deliveryId, arrival.ids.workspace_id, at, res.statusCode, disposition],
  );
}

function identity(arrival) {
  return { event_id: arrival.ids.event_id, workspace_id: arrival.ids.workspace_id, request_id: arrival.requestId };
}

function deliveryIdentity(arrival) {
  return { at: arrival.at, delivery_id: arrival.deliveryId, ...identity(arrival) };
}

function shown(req, arrival) {
  const { host: _, connection: __, ...headers } = req.headers;
  return { id: arrival.requestId, method: req.method, url: req.url, headers };
}

const started = Date.now();
/** What must be there before the first request can be served; requests that come earlier wait. */
const ready = sleep(config.bootMs ?? 0);

const server = createServer((req, res) => {
  const work = serve(req, res);
  later.add(work);
});

async function serve(req, res) {
  const arrival = { at: new Date(), deliveryId: randomUUID(), requestId: randomUUID() };
  arrival.isRecorded = new Promise((resolve) => {
    arrival.recorded = resolve;
  });
  req.arrival = arrival;
  req.rawBody = await buffer(req);
  arrival.sentAt = new Date(Number(req.headers['x-slack-request-timestamp']) * 1000);
  arrival.digest = createHmac('sha256', config.digestKey).update(req.rawBody).digest('hex').slice(0, 32);
  if (config.bootMs && Date.now() - started < config.bootMs) arrival.initMs = config.bootMs;
  await ready;
  // When the caller has hung up, `finish` never comes: the answer is noted where it is written.
  const written = new Promise((resolve) => {
    const end = res.end.bind(res);
    res.end = (...parts) => {
      resolve();
      return end(...parts);
    };
  });
  receiver.requestListener(req, res);
  await written;
  await answered(arrival, req, res);
}

await startInstance(pool, config, 'app');
server.listen(0, '127.0.0.1', () => {
  fact('lifecycle', { what: 'started', role: 'app' });
  process.send({ ready: `http://127.0.0.1:${server.address().port}/slack/events` });
});

process.once('SIGTERM', async () => {
  server.close();
  // Work that is under way adds to what must be waited for.
  for (const each of later) await each;
  await stopInstance(pool, config);
  fact('lifecycle', { what: 'stopped', role: 'app' });
  await pool.end();
  process.disconnect();
});
