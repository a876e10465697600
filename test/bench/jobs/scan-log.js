// Every duplicate in a large log: beside reading the file at all, and beside a database and a script that group it.
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { writeAppLog } from '../data/app-log.js';
import { isInstalled } from '../machine.js';
import { interleaved } from '../measure.js';
import { settings } from '../peers/duckdb.js';

const bin = fileURLToPath(new URL('../../../bin/dedupe.js', import.meta.url));
const duckdb = fileURLToPath(new URL('../peers/duckdb.js', import.meta.url));
const parse =
  "require('readline').createInterface({input:require('fs').createReadStream(process.argv[1])}).on('line',l=>JSON.parse(l))";

export default async function scanLog({ quick }) {
  const folder = mkdtempSync(join(tmpdir(), 'dedupe-bench-'));
  const sizes = quick ? [2, 3, 4] : [64, 256, 1024];
  try {
    const tables = sizes.map((size) => {
      const log = join(folder, 'app.jsonl');
      const events = writeAppLog(log, size * 2 ** 20);
      const isLargest = size === sizes.at(-1);
      const scan = [process.execPath, bin, 'scan', '--logs', log];
      const rows = interleaved(
        [
          { name: 'cat', command: ['sh', '-c', 'cat "$0" | cat >/dev/null', log] },
          { name: 'dedupe scan --logs', command: scan, exit: 1, keep: true, budget: 25, memory: 150 },
          ...(isLargest ? besides(log) : []),
        ],
        quick ? 1 : 5,
      );
      const found = /(\d[\d,]*) duplicates?/.exec(rows[1].told)?.[1];
      const note = `${events.toLocaleString('en')} events, one in a thousand made twice, ${found} found`;
      return { title: `scan ${size} MiB of JSON lines, page cache`, note, rows };
    });
    const of = (what) => sizes.map((size, i) => [size, tables[i].rows[1][what]]);
    return [{ ...tables.at(-1), growth: of('median'), memoryGrowth: of('peak') }];
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

function besides(log) {
  const duck = { command: [process.execPath, duckdb, 'group', log], rounds: 3, setting: settings.group };
  return [
    ...(isInstalled('@duckdb/node-api') ? [{ name: 'DuckDB', ...duck }] : []),
    { name: 'node, JSON.parse of every line', command: [process.execPath, '-e', parse, log], rounds: 1 },
  ];
}
