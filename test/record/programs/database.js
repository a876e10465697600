// Which rows does an app write that records what reaches it, without preventing anything?
import pg from 'pg';

/** Times come back as text, with microseconds: the log and the row then say the same. The server's zone is UTC. */
pg.types.setTypeParser(pg.types.builtins.TIMESTAMPTZ, (text) => text.replace(' ', 'T').replace(/\+00$/, 'Z'));

export function openDatabase(connectionString) {
  return new pg.Pool({ connectionString, max: 4 });
}

/** Inserts one row; names the columns, so that the order in the migration does not matter. */
export async function insert(pool, table, row, behind = '') {
  const columns = Object.keys(row).filter((name) => row[name] !== undefined);
  const places = columns.map((_, index) => `$${index + 1}`);
  const text = `insert into ${table} (${columns.join(', ')}) values (${places.join(', ')}) ${behind}`;
  return pool.query(
    text,
    columns.map((name) => row[name]),
  );
}

/** True for the first copy of an event. */
export async function insertEvent(pool, ids, receivedAt) {
  const result = await insert(
    pool,
    'dedupe.inbound_events',
    {
      provider: 'slack',
      workspace_id: ids.workspace_id,
      app_id: ids.app_id,
      event_id: ids.event_id,
      event_type: ids.event_type,
      event_subtype: ids.event_subtype,
      subject: ids.channel && ids.ts && `slack:${ids.channel}:${ids.ts}`,
      channel: ids.channel,
      ts: ids.ts,
      event_time: ids.event_time && new Date(Number(ids.event_time) * 1000),
      received_at: receivedAt,
    },
    'on conflict do nothing',
  );
  return result.rowCount === 1;
}

export async function finishEvent(pool, ids, result) {
  await pool.query(
    `update dedupe.inbound_events set status = 'processed', processed_at = clock_timestamp(), result_type = $4, result_id = $5
     where event_id = $1 and workspace_id = $2 and provider = $3`,
    [ids.event_id, ids.workspace_id, 'slack', result.type, result.id],
  );
}

export async function startInstance(pool, config, role) {
  await insert(pool, 'dedupe.instances', {
    instance_id: config.instance,
    role,
    app_id: config.appId,
    deployment_version: config.version,
  });
}

export async function stopInstance(pool, config) {
  await pool.query('update dedupe.instances set stopped_at = clock_timestamp() where instance_id = $1', [
    config.instance,
  ]);
}

/** The row that everybody wants once. The key decides how often it can exist. */
export async function insertTask(pool, { ids, key, title, deliveryId, job }) {
  const number = await pool.query("select 'OPS-' || nextval('app.task_number') as id");
  const result = await insert(
    pool,
    'dedupe.tasks',
    {
      task_id: number.rows[0].id,
      workspace_id: ids.workspace_id,
      source_event_key: key,
      provider: 'slack',
      event_id: ids.event_id,
      delivery_id: deliveryId,
      queue: job?.queue,
      job_id: job?.id,
      attempt: job?.attempts,
      title,
      created_by: 'support-bot',
    },
    'on conflict (source_event_key, workspace_id) do nothing returning task_id, created_at',
  );
  return result.rows[0];
}
