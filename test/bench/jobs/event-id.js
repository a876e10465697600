// An event id of which nobody says whose it is: beside the look-up by the whole key, and beside reading the table.
import pg from 'pg';
import { interleavedCalls, repeated } from '../measure.js';

const columns = 'event_id, workspace_id, provider, status, received_at';

export default async function eventId({ quick, databases }) {
  const tables = [];
  const growth = [];
  for (const size of databases.sizes) {
    const url = await databases.events(size);
    if (url === undefined) return [];
    const client = new pg.Client(url);
    await client.connect();
    const id = (i) => `Ev${String(1 + ((i * 2_654_435_761) % size)).padStart(8, '0')}`;
    const workspace = (event) => `T${Number(event.slice(2)) % 50}`;
    const byKey = `select ${columns} from dedupe.inbound_events where event_id = $1 and workspace_id = $2 and provider = $3`;
    const byId = `select ${columns} from dedupe.inbound_events where event_id = $1`;
    const scan = `select ${columns} from dedupe.inbound_events where event_id || '' = $1`;
    const times = quick ? 20 : 500;
    try {
      const rows = await interleavedCalls(
        [
          {
            name: 'by the whole key',
            call: () =>
              repeated(times, (i) =>
                client.query({ name: 'key', text: byKey, values: [id(i), workspace(id(i)), 'slack'] }),
              ),
          },
          {
            name: 'by the id alone, as dedupe does',
            call: () => repeated(times, (i) => client.query({ name: 'id', text: byId, values: [id(i)] })),
            limitMs: 3,
          },
          {
            name: 'reading the whole table',
            call: () => repeated(1, () => client.query({ name: 'scan', text: scan, values: [id(7)] })),
            rounds: quick ? 1 : 3,
          },
        ],
        quick ? 1 : 11,
      );
      tables.push({ title: `an event id without its workspace, ${size.toLocaleString('en')} events`, rows });
      growth.push([size, rows[1].median]);
    } finally {
      await client.end();
    }
  }
  return tables.map((table, i) => (i < tables.length - 1 ? table : { ...table, growth }));
}
