// The statement behind a trace on a connection that is open: beside the shortest one, and beside the same rows asked for one after the other.
import pg from 'pg';
import { interleavedCalls, repeated } from '../measure.js';
import { importTypeScript } from '../typescript.js';

const found = ['Ev00000777'];
const identity = 'event_id = $1 and workspace_id = $2 and provider = $3';
const one = ['Ev00000777', 'T27', 'slack'];

/** What a program would ask that knows the event and joins in its own memory. */
const fiveStatements = [
  `select * from dedupe.inbound_events where ${identity}`,
  `select * from dedupe.deliveries where ${identity} order by received_at`,
  `select * from dedupe.attempts where ${identity} order by claimed_at`,
  `select * from dedupe.operations where ${identity} order by planned_at`,
  `select * from dedupe.tasks where ${identity} order by created_at`,
];

export default async function traceWarm({ quick, databases }) {
  const { eventRowsStatement } = await importTypeScript('src/store/event-rows-statement.ts');
  const { readEventRows } = await importTypeScript('src/store/event-rows.ts');
  const { openDatabase } = await importTypeScript('src/postgres/open.ts');
  const { text, values } = eventRowsStatement({ eventIds: found }, 1000);
  const tables = [];
  const growth = [];
  for (const size of databases.sizes) {
    const url = await databases.events(size);
    if (url === undefined) return [];
    const client = new pg.Client(url);
    await client.connect();
    // On a session of its own: the setting is for all that it prepares.
    const planned = new pg.Client({ connectionString: url, options: '-c plan_cache_mode=force_generic_plan' });
    await planned.connect();
    const database = await openDatabase(url, { readOnly: true });
    const prepared = (name, text, values) => () => client.query({ name, text, values });
    const times = quick ? 20 : 300;
    const row = (name, work, more) => ({ name, call: () => repeated(times, work), ...more });
    try {
      const rows = await interleavedCalls(
        [
          row('select 1, prepared', prepared('one', 'select 1', [])),
          row('the statement of a trace, prepared', prepared('trace', text, values), { budget: 2.5 }),
          row(
            'the same, planned once for all values (plan_cache_mode)',
            () => planned.query({ name: 'trace', text, values }),
            { budget: 2.5 },
          ),
          row('the same as dedupe asks it: read-only, not prepared, rows checked', () =>
            readEventRows(database, { eventIds: found }),
          ),
          row('five statements, prepared', async () => {
            for (const [i, text] of fiveStatements.entries()) await prepared(`five ${i}`, text, one)();
          }),
        ],
        quick ? 1 : 11,
      );
      const note = `PostgreSQL plans the prepared statement anew for its values each time, which takes ${await planningMs(client, values)} ms of it`;
      tables.push({ title: `warm trace, ${size.toLocaleString('en')} events`, note, rows });
      growth.push([size, rows[1].median]);
    } finally {
      await client.end();
      await planned.end();
      await database.close();
    }
  }
  return tables.map((table, i) => (i < tables.length - 1 ? table : { ...table, growth }));
}

/** As the server tells it, of the statement that `client` has prepared. */
async function planningMs(client, parameters) {
  const literal = (value) => (Array.isArray(value) ? `'{${value.join(',')}}'` : value === null ? 'null' : `'${value}'`);
  const values = parameters.map(literal).join(', ');
  const { rows } = await client.query(`explain (summary, format json) execute trace(${values})`);
  return rows[0]['QUERY PLAN'][0]['Planning Time'].toFixed(2);
}
