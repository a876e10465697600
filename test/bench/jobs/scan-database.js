// Every duplicate in a large database: beside counting the rows of the indexes that have to be read for it.
import { fileURLToPath } from 'node:url';
import { postgresProgram } from '../machine.js';
import { interleaved } from '../measure.js';

const bin = fileURLToPath(new URL('../../../bin/dedupe.js', import.meta.url));

/** One pass over each index that a scan reads as a whole: subjects, keys, tasks and operations of events, events without either, attempts. */
const count = `set enable_seqscan = off; set enable_bitmapscan = off; set max_parallel_workers_per_gather = 0;
  select count(*) from dedupe.inbound_events where subject is not null;
  select count(*) from dedupe.inbound_events where source_event_key is not null;
  select count(event_id) from dedupe.tasks; select count(event_id) from dedupe.operations;
  select count(event_id) from dedupe.inbound_events; select count(event_id) from dedupe.tasks; select count(event_id) from dedupe.operations;
  select count(job_id) from dedupe.attempts; select count(*) from dedupe.inbound_events where received_at is not null`;

/** The same answer by one hash over everything, which is what a person would write. */
const hashed = `select event_id, workspace_id, provider, count(*) from dedupe.tasks group by 1, 2, 3 having count(*) > 1`;

export default async function scanDatabase({ quick, databases }) {
  const tables = [];
  for (const size of databases.sizes) {
    const url = await databases.events(size);
    if (url === undefined) return [];
    const rows = interleaved(
      [
        { name: 'psql, index-only counts', command: [postgresProgram('psql'), url, '-qAtc', count] },
        {
          name: 'dedupe scan --database',
          command: [process.execPath, bin, 'scan', '--database', url],
          ...{ exit: 1, keep: true, memory: 200 },
          // What a start costs stands out where there are few events, and is no budget.
          budget: size === databases.sizes.at(-1) ? 2.5 : undefined,
        },
        { name: 'psql, group by over tasks alone', command: [postgresProgram('psql'), url, '-qAtc', hashed] },
      ],
      quick ? 1 : size > 1e6 ? 3 : 7,
    );
    const found = /(\d[\d,]*) duplicates/.exec(rows[1].told)?.[1];
    tables.push({
      title: `scan of ${size.toLocaleString('en')} events of PostgreSQL`,
      note: `100 made twice, ${found} found`,
      rows,
    });
  }
  const of = (what) => databases.sizes.map((size, i) => [size, tables[i].rows[1][what]]);
  return [...tables.slice(0, -1), { ...tables.at(-1), growth: of('median'), memoryGrowth: of('peak') }];
}
