// Is every recording well-formed, complete, free of secrets, and does it show what was done on purpose?
import { readdirSync, readFileSync } from 'node:fs';
import { hostname } from 'node:os';
import { PGlite } from '@electric-sql/pglite';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { type FactKind, factFields, lineKinds } from '../../src/model/fact-fields.ts';
import { slack } from '../../src/providers/slack.ts';
import { incidentIds, readIncident } from './incident-files.ts';

/** What pino writes on every line, beside the fact. */
const fromPino = ['level', 'time', 'service', 'dedupe'];
const perishable =
  /xox[a-z]-|xapp-|xwfp-|Bearer |v0=[0-9a-f]|127\.0\.0\.1|localhost|\/(work|home|root|tmp|usr|var|opt)\//;

let database: PGlite;
beforeAll(async () => {
  database = await PGlite.create();
  await database.exec('create schema if not exists dedupe');
  const migrations = new URL('../../src/store/migrations/', import.meta.url);
  for (const name of readdirSync(migrations)
    .filter((file) => file.endsWith('.sql'))
    .sort())
    await database.exec(readFileSync(new URL(name, migrations), 'utf8'));
});
afterAll(() => database.close());

test('every incident that can be recorded is recorded, and nothing else', () => {
  const files = readdirSync(new URL('incidents/', import.meta.url));
  const recordable = files.map((name) => name.replace(/\.js$/, '')).filter((name) => name !== 'index');
  expect(incidentIds).toEqual(recordable.sort());
});

describe.each(incidentIds)('%s', (id) => {
  const incident = readIncident(id);
  const facts = incident.lines.filter(({ line }) => 'dedupe' in line);
  const parsed = facts.map(({ where, line }) => ({ where, kind: line.dedupe as FactKind, line }));

  test('its fact lines are of known kinds and say nothing that no reader knows', () => {
    expect(facts.length).toBeGreaterThan(3);
    for (const { where, kind, line } of parsed) {
      expect(lineKinds, where).toContain(kind);
      const fields = factFields[kind];
      expect(fields.safeParse(line).error, where).toBeUndefined();
      const known = new Set([...Object.keys(fields.shape), ...fromPino]);
      expect(
        Object.keys(line).filter((name) => !known.has(name)),
        where,
      ).toEqual([]);
    }
  });

  test('ordinary lines stand between the fact lines', () => {
    expect(incident.lines.length).toBeGreaterThan(facts.length);
  });

  test('its rows fit the schema', async () => {
    await database.transaction(async (inside) => {
      for (const [table, rows] of Object.entries(incident.rows)) {
        const columns = Object.keys(rows[0] ?? {}).join(', ');
        if (columns === '') continue;
        const inserted = await inside.query(
          `insert into dedupe.${table} (${columns}) select ${columns} from json_populate_recordset(null::dedupe.${table}, $1)`,
          [JSON.stringify(rows)],
        );
        expect(inserted.affectedRows, table).toBe(rows.length);
      }
      await inside.rollback();
    });
  });

  test('what exists in the end is what the truth says', () => {
    const logged = parsed.filter(({ kind }) => kind === 'record').map(({ line }) => line.record_id);
    const stored = incident.rows.tasks?.map((task) => task.task_id) ?? [];
    expect([...new Set([...stored, ...logged])].sort()).toEqual([...incident.truth.records].sort());
    const count = incident.truth.records.length;
    const expected = { duplicate: count > 1, 'not-a-duplicate': count > 1, single: count === 1, lost: count === 0 };
    expect(expected[incident.truth.verdict]).toBe(true);
    expect(incident.truth.cause === null).toBe(incident.truth.verdict === 'single');
  });

  test('all its events are in log and database, and the database names their subject as the provider does', () => {
    const logged = parsed.filter(({ kind }) => kind === 'delivery').map(({ line }) => line.event_id);
    const events = incident.rows.inbound_events ?? [];
    const ids = [...incident.truth.event_ids].sort();
    expect([...new Set(logged)].sort()).toEqual(ids);
    expect(events.map((event) => event.event_id).sort()).toEqual(ids);
    for (const event of events) expect(event.subject).toBe(slack('slack').subjectOf(event));
    expect(ids).toContain(incident.about.trace[0]);
  });

  test('log and database agree on every delivery', () => {
    for (const row of incident.rows.deliveries ?? []) {
      const lines = parsed.filter(({ line }) => line.dedupe === 'delivery' && line.delivery_id === row.delivery_id);
      const said = Object.assign({}, ...lines.map(({ line }) => factFields.delivery.parse(line)));
      const stored = factFields.delivery.parse({ ...without(row), at: row.received_at });
      for (const [field, value] of Object.entries(stored)) expect(said[field] ?? 'slack', field).toBe(value);
    }
  });

  test('nothing in it opens a door or tells where it was made; the words of the user stand in the rows only', () => {
    expect(incident.text).not.toMatch(perishable);
    expect(incident.text).not.toContain(hostname());
    expect(incident.about.id).toBe(id);
    const logs = JSON.stringify(incident.lines);
    expect(logs).not.toMatch(/printer|manual/);
  });
});

test('a worker that is killed has logged its record before', () => {
  const { lines } = readIncident('worker-killed-after-create');
  const killed = lines.filter(({ line }) => line.instance_id === 'worker-1').map(({ line }) => line);
  expect(killed.at(-1)).toMatchObject({ msg: 'tracker record created', record_id: 'TRK-801' });
});

/** Null columns say nothing, as absent fields do. */
function without(row: Record<string, unknown>): Record<string, unknown> {
  return Object.fromEntries(Object.entries(row).filter(([, value]) => value !== null));
}
