// Which tables do the recorded programs share, and what stood in them when the recording ended?
import { readdirSync, readFileSync } from 'node:fs';
import { statement } from './postgres.js';

const migrations = new URL('../../../src/store/migrations/', import.meta.url);

/** A queue like the ones that people write for themselves, and what the app keeps beside the dedupe schema. */
const appSchema = `
  create schema app;
  create sequence app.task_number start 41;
  create table app.jobs (
    id           bigint generated always as identity primary key,
    queue        text not null,
    payload      jsonb not null,
    attempts     integer not null default 0,
    run_at       timestamptz not null default clock_timestamp(),
    locked_by    text,
    locked_until timestamptz,
    done_at      timestamptz,
    last_error   text
  );
  create table app.seen (key text primary key, seen_at timestamptz not null default clock_timestamp());
`;

export async function prepare(url) {
  await statement(url, 'create schema if not exists dedupe');
  for (const name of readdirSync(migrations).sort())
    if (name.endsWith('.sql')) await statement(url, readFileSync(new URL(name, migrations), 'utf8'));
  await statement(url, appSchema);
}

/** What each table is read by, so that the same recording gives the same order. */
const order = {
  inbound_events: 'received_at, event_id',
  deliveries: 'received_at',
  attempts: 'claimed_at',
  operations: 'planned_at',
  tasks: 'created_at',
  instances: 'started_at',
};

/** Every row of the dedupe schema by table, columns in the order of the migration, times with microseconds. */
export async function dump(url) {
  const tables = {};
  for (const [table, by] of Object.entries(order)) {
    const text = `select coalesce(json_agg(row_to_json(t) order by ${by}), '[]') as rows from dedupe.${table} t`;
    tables[table] = (await statement(url, text)).rows[0].rows;
  }
  return tables;
}
