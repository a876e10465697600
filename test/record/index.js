// Records incidents: `npm run record -- slow-work-before-answer …`, or all of them. In real time, by hand, never in CI.
//
// Each becomes a folder fixtures/incidents/ID with
//   app.log     the lines of all programs of the app, in the order in which they were written: ordinary pino lines and fact lines
//   tracker.log (some) the lines of the target system, fact lines of kind record
//   rows.json   every row of the dedupe schema by table, columns in the order of the migration
//   about.json  id, title, one sentence, `trace`: the event ids to start from, when it was recorded, versions
//   truth.json  what was done on purpose; read by tests only:
//     cause          rule id of the cause, or null where there is no duplicate
//     also           rule ids that are true beside it and may stand as contributing
//     verdict        duplicate | single | not-a-duplicate | …, as in the trace document
//     records        ids of all records that exist in the target, in order of creation
//     event_ids      ids of all events that were sent
//     done_on_purpose  what the recorder arranged, in words
//     primary_facts  numbers that prove the cause, as the sender and the target saw them
import { mkdir, readFile, rm, writeFile } from 'node:fs/promises';
import { incidents } from './incidents/index.js';
import { startPostgres, statement } from './stage/postgres.js';
import { openStage } from './stage/stage.js';

const output = new URL('../../fixtures/incidents/', import.meta.url);
const wanted = process.argv.slice(2);
const unknown = wanted.filter((id) => !incidents.some((incident) => incident.id === id));
if (unknown.length > 0) throw new Error(`no such incident: ${unknown.join(', ')}`);

const server = await startPostgres();
try {
  for (const incident of incidents) if (wanted.length === 0 || wanted.includes(incident.id)) await record(incident);
} finally {
  await server.stop();
}

async function record(incident) {
  const recordedAt = new Date().toISOString();
  const stage = await openStage(server, incident.id);
  const played = await incident.play(stage).catch(async (error) => {
    await stage.close();
    throw error;
  });
  const { logs, rows } = await stage.close();
  const records = played.records ?? rows.tasks.map((task) => task.task_id);
  if (records.length !== incident.expected)
    throw new Error(`${incident.id}: ${records.length} records instead of ${incident.expected}: ${records.join(', ')}`);

  const { id, title, sentence, cause, also = [], verdict, doneOnPurpose } = incident;
  const folder = new URL(`${id}/`, output);
  await rm(folder, { recursive: true, force: true });
  await mkdir(folder, { recursive: true });
  for (const [name, lines] of Object.entries(logs)) await writeFile(new URL(name, folder), `${lines.join('\n')}\n`);
  await write(folder, 'rows.json', rows);
  await write(folder, 'about.json', {
    id,
    title,
    sentence,
    trace: played.eventIds.slice(0, 1),
    recorded_at: recordedAt,
    versions: await versions(incident.packages),
  });
  await write(folder, 'truth.json', {
    cause,
    also,
    verdict,
    records,
    event_ids: played.eventIds,
    done_on_purpose: doneOnPurpose,
    primary_facts: played.facts,
  });
  console.log(`${id}: ${records.join(', ')} ${JSON.stringify(played.facts)}`);
}

function write(folder, name, value) {
  return writeFile(new URL(name, folder), `${JSON.stringify(value, null, 2)}\n`);
}

async function versions(more = []) {
  const packages = {};
  for (const name of ['@slack/bolt', 'pino', 'pg', ...more]) {
    const text = await readFile(new URL(`../../node_modules/${name}/package.json`, import.meta.url), 'utf8');
    packages[name] = JSON.parse(text).version;
  }
  const { rows } = await statement(server.url('postgres'), 'show server_version');
  return { node: process.versions.node, postgresql: rows[0].server_version.split(' ')[0], ...packages };
}
