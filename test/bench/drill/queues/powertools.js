// Powertools idempotency for AWS Lambda behind a queue with the contract of SQS.
// https://docs.aws.amazon.com/powertools/typescript/latest/features/idempotency/
// https://docs.aws.amazon.com/AWSSimpleQueueService/latest/SQSDeveloperGuide/standard-queues-at-least-once-delivery.html
import { setTimeout as sleep } from 'node:timers/promises';
import { IdempotencyConfig, makeIdempotent } from '@aws-lambda-powertools/idempotency';
import { DynamoDBPersistenceLayer } from '@aws-lambda-powertools/idempotency/dynamodb';
import { CreateTableCommand, DynamoDBClient } from '@aws-sdk/client-dynamodb';
import pg from 'pg';

export const title = 'Powertools idempotency 2.35.0';
export const settings =
  'makeIdempotent on each record, key from the event with eventKeyJmesPath, throwOnNoIdempotencyKey, payloadValidationJmesPath, registerLambdaContext, ' +
  'records kept for 30 days, sha256, DynamoDB (dynalite 4.0.0 on disk); before it a standard queue with function timeout 1.2 s, visibility 7.2 s, dead letters after 3 receives';

const functionMs = 1_200;
/** Six times the time of the function, as AWS advises. */
const visibilitySeconds = 7.2;
const receivesAtMost = 3;
const tableName = 'idempotency';

export class Permanent extends Error {}

const dynamo = () =>
  new DynamoDBClient({
    region: 'local',
    endpoint: `http://127.0.0.1:${process.env.STORE_PORT}`,
    credentials: { accessKeyId: 'drill', secretAccessKey: 'drill' },
  });

function openPool() {
  const pool = new pg.Pool({ connectionString: process.env.DATABASE, max: 10 });
  pool.on('error', () => {});
  return pool;
}

/** A table with the contract of a queue: a message is handed out until it is deleted, and hidden for a while each time. */
const messages = `create table if not exists app.messages (id bigint generated always as identity primary key, body jsonb not null,
  receives int not null default 0, visible_at timestamptz not null default now(), deleted_at timestamptz, dead boolean not null default false)`;

export async function producer() {
  const pool = openPool();
  await unlessThere('23505', () => pool.query(messages));
  const keys = { AttributeName: 'id', AttributeType: 'S' };
  const table = new CreateTableCommand({
    TableName: tableName,
    AttributeDefinitions: [keys],
    KeySchema: [{ AttributeName: 'id', KeyType: 'HASH' }],
    BillingMode: 'PAY_PER_REQUEST',
  });
  await unlessThere('ResourceInUseException', () => dynamo().send(table));
  return { add: (task) => pool.query('insert into app.messages (body) values ($1)', [task]) };
}

/** Two intakes start side by side: the second finds what the first is making. */
async function unlessThere(code, make) {
  try {
    await make();
  } catch (error) {
    if (error.code !== code && error.name !== code) throw error;
  }
}

export async function consume(work) {
  const pool = openPool();
  const store = new DynamoDBPersistenceLayer({ tableName, awsSdkV3Client: dynamo() });
  for (let lane = 0; lane < 10; lane += 1) receive(pool, (task) => invoke(store, work, task));
}

/** One invocation with one record; what takes longer than the function may is given up, as Lambda does. */
async function invoke(store, work, task) {
  const endsAt = Date.now() + functionMs;
  const config = new IdempotencyConfig({
    eventKeyJmesPath: 'key',
    payloadValidationJmesPath: 'marker',
    throwOnNoIdempotencyKey: true,
    expiresAfterSeconds: 30 * 86_400,
    hashFunction: 'sha256',
  });
  config.registerLambdaContext({ getRemainingTimeInMillis: () => Math.max(1, endsAt - Date.now()) });
  const once = makeIdempotent(work, { persistenceStore: store, config });
  const isOver = sleep(functionMs).then(() => Promise.reject(new Error('Task timed out')));
  await Promise.race([once(task), isOver]);
}

const take = `update app.messages set receives = receives + 1, visible_at = now() + make_interval(secs => ${visibilitySeconds})
  where id = (select id from app.messages where deleted_at is null and not dead and visible_at <= now()
    and receives < ${receivesAtMost} order by id limit 1 for update skip locked) returning id, body`;
const bury = `update app.messages set dead = true
  where deleted_at is null and receives >= ${receivesAtMost} and visible_at <= now()`;

async function receive(pool, handle) {
  for (;;) {
    try {
      await pool.query(bury);
      const { rows } = await pool.query(take);
      if (rows.length === 0) await sleep(200);
      for (const { id, body } of rows) {
        await handle(body);
        await pool.query('update app.messages set deleted_at = now() where id = $1', [id]);
      }
    } catch {
      // A failed message shows itself again when its visibility ends; a database that is gone comes back.
      await sleep(200);
    }
  }
}

/** What a standard queue may do with a message that was deleted: hand it out once more. */
const again = `update app.messages set deleted_at = null, receives = 0, visible_at = now() where deleted_at is not null and body->>'marker' = $1`;

export const drill = (_, sql) => ({
  hooks: { rerun_job: sql(again, 'DRILL_MARKER') },
  dead_letters: { sql: "select id from app.messages where dead and body->>'marker' = :marker" },
});

/** The process that holds its records. */
export const store = (port, folder) => ({
  words: [
    new URL(import.meta.resolve('dynalite/cli.js')).pathname,
    '--host',
    '127.0.0.1',
    '--port',
    port,
    '--path',
    `${folder}/dynamodb`,
  ],
  ready: 'listening at',
});
