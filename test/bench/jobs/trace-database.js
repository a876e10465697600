// A cold trace from PostgreSQL at three sizes: beside an empty node and psql, and beside itself at the smallest size.
import { fileURLToPath } from 'node:url';
import { postgresProgram } from '../machine.js';
import { interleaved } from '../measure.js';

const bare = fileURLToPath(new URL('../bare/select-one.js', import.meta.url));
const bin = fileURLToPath(new URL('../../../bin/dedupe.js', import.meta.url));

export default async function traceDatabase({ quick, databases }) {
  const urls = [];
  for (const size of databases.sizes) urls.push(await databases.events(size));
  if (urls[0] === undefined) return [];
  const trace = (url, i) => ({
    name: `dedupe trace, ${databases.sizes[i].toLocaleString('en')} events`,
    command: [process.execPath, bin, 'trace', 'Ev00000777', '--database', url],
    ...{ exit: 1, budget: 3, memory: 200 },
  });
  const [node, psql, driver, ...traces] = interleaved(
    [
      { name: 'node -e 0', command: [process.execPath, '-e', '0'] },
      { name: 'psql, select 1', command: [postgresProgram('psql'), urls[0], '-Atc', 'select 1'] },
      { name: 'node and pg, select 1', command: [process.execPath, bare, urls[0]] },
      ...urls.map(trace),
    ],
    quick ? 1 : 21,
  );
  const [first, ...larger] = traces.map(({ memory, ...row }) => ({ ...row, budget: 1.1 }));
  return [
    {
      title: 'cold trace from PostgreSQL',
      rows: [node, psql, driver, ...traces],
      growth: databases.sizes.map((size, i) => [size, traces[i].median]),
      memoryGrowth: databases.sizes.map((size, i) => [size, traces[i].peak]),
    },
    { title: 'the same, beside itself with fewer events', rows: [{ ...first, budget: undefined }, ...larger] },
  ];
}
