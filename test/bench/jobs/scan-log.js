// Every duplicate in a large log, plain and gzipped: beside reading the file at all, and beside a database and a script that group it.
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { writeAppLog } from '../data/app-log.js';
import { gzipped, inflate, writeAccessLines } from '../data/logs.js';
import { isInstalled } from '../machine.js';
import { interleaved } from '../measure.js';
import { settings } from '../peers/duckdb.js';

const bin = fileURLToPath(new URL('../../../bin/dedupe.js', import.meta.url));
const duckdb = fileURLToPath(new URL('../peers/duckdb.js', import.meta.url));
const parse =
  "require('readline').createInterface({input:require('fs').createReadStream(process.argv[1])}).on('line',l=>JSON.parse(l))";

export default async function scanLog({ quick }) {
  const folder = mkdtempSync(join(tmpdir(), 'dedupe-bench-'));
  try {
    return [
      ...(await scanned('JSON lines', quick, (size) => {
        const path = join(folder, `app-${size}.jsonl`);
        const events = writeAppLog(path, size * 2 ** 20);
        return { path, beside: [], note: `${events.toLocaleString('en')} events, one in a thousand made twice` };
      })),
      ...(await scanned('access lines', quick, (size) => {
        const [path, beside] = [join(folder, `access-${size}.log`), join(folder, `app-of-access-${size}.log`)];
        writeAccessLines(path, beside, size * 2 ** 20);
        return { path, beside: [beside], note: 'each line a request of its own, and one event that was made twice' };
      })),
    ];
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

/** All tables together take less than five minutes on two cores: a GiB is read a few times only, and the sizes before it have warmed up. */
const pace = (isLargest) => (isLargest ? { patienceMs: 25_000, fewest: 2, warmUp: false } : { patienceMs: 10_000 });

async function scanned(what, quick, make) {
  const sizes = quick ? [2, 3, 4] : [64, 256, 1024];
  const scan = (path, { beside }, more) => ({
    name: 'dedupe scan --logs',
    command: [process.execPath, bin, 'scan', ...[path, ...beside].flatMap((one) => ['--logs', one])],
    ...{ exit: 1, keep: true, memory: 150, ...more },
  });
  const [plain, zipped] = [[], []];
  for (const size of sizes) {
    const log = make(size);
    const isLargest = size === sizes.at(-1);
    const rows = [
      { name: 'cat', command: ['sh', '-c', 'cat "$0" | cat >/dev/null', log.path] },
      scan(log.path, log, { budget: 25 }),
      ...(isLargest && log.beside.length === 0 ? besides(log.path) : []),
    ];
    plain.push({ note: log.note, rows: interleaved(rows, quick ? 1 : 5, pace(isLargest)) });
    const packed = await gzipped(log.path);
    rmSync(log.path);
    const packedRows = [
      { name: 'node, inflate only', command: [process.execPath, '-e', inflate, packed] },
      scan(packed, log),
    ];
    zipped.push({ note: log.note, rows: interleaved(packedRows, quick ? 1 : 3, pace(isLargest)) });
    rmSync(packed);
  }
  const table = (title, found) => {
    const { note, rows } = found.at(-1);
    const of = (name) => sizes.map((size, i) => [size, found[i].rows[1][name]]);
    const told = /(\d[\d,]*) duplicates?/.exec(rows[1].told)?.[1];
    return { title, note: `${note}, ${told} found`, rows, growth: of('median'), memoryGrowth: of('peak') };
  };
  return [
    table(`scan ${sizes.at(-1)} MiB of ${what}, page cache`, plain),
    table(`scan ${sizes.at(-1)} MiB of ${what}, gzip`, zipped),
  ];
}

function besides(log) {
  const duck = { command: [process.execPath, duckdb, 'group', log], rounds: 2, setting: settings.group };
  return [
    ...(isInstalled('@duckdb/node-api') ? [{ name: 'DuckDB', ...duck }] : []),
    { name: 'node, JSON.parse of every line', command: [process.execPath, '-e', parse, log], rounds: 1 },
  ];
}
