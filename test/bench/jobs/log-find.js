// One event in a large log, plain and gzipped: beside reading the file at all, and beside what a person would search with.
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { gzipped, inflate, needle, writeAccessLines, writeDeliveries } from '../data/logs.js';
import { hasProgram, isInstalled } from '../machine.js';
import { interleaved } from '../measure.js';
import { settings } from '../peers/duckdb.js';

const bin = fileURLToPath(new URL('../../../bin/dedupe.js', import.meta.url));
const duckdb = fileURLToPath(new URL('../peers/duckdb.js', import.meta.url));
const node = (text, file) => [process.execPath, '-e', text, file];

export default async function logFind({ quick }) {
  const folder = mkdtempSync(join(tmpdir(), 'dedupe-bench-'));
  const sizes = quick ? [1, 2, 3] : [64, 256, 1024];
  try {
    return [
      ...(await searched('JSON lines', sizes, quick, (size) => {
        const path = join(folder, `app-${size}.jsonl`);
        return { path, beside: [], sought: writeDeliveries(path, size * 2 ** 20) };
      })),
      ...(await searched('access lines', sizes, quick, (size) => {
        const path = join(folder, `access-${size}.log`);
        const beside = join(folder, `app-of-access-${size}.log`);
        return { path, beside: [beside], sought: writeAccessLines(path, beside, size * 2 ** 20) };
      })),
    ];
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

async function searched(what, sizes, quick, make) {
  const trace = ({ path, beside }, name, ref = needle, exit = 1) => ({
    name,
    command: [process.execPath, bin, 'trace', ref, ...[path, ...beside].flatMap((one) => ['--logs', one])],
    ...{ exit, memory: 150 },
  });
  const short = (log) =>
    log.beside.length > 0 ? [] : [{ ...trace(log, 'dedupe trace, an id of two digits', '42', 2), budget: 4 }];
  const [plain, zipped] = [[], []];
  for (const size of sizes) {
    const isLargest = size === sizes.at(-1);
    const log = make(size);
    const rows = [
      { name: 'cat', command: ['sh', '-c', 'cat "$0" | cat >/dev/null', log.path] },
      { ...trace(log, 'dedupe trace --logs'), budget: 4 },
      ...(isLargest ? [...short(log), ...besides(log)] : []),
    ];
    plain.push(interleaved(rows, quick ? 1 : isLargest ? 7 : 5));
    const packed = { ...log, path: await gzipped(log.path) };
    const packedRows = [
      { name: 'node, inflate only', command: node(inflate, packed.path) },
      { ...trace(packed, 'dedupe trace --logs'), budget: 1.5 },
      ...(isLargest && hasProgram('rg')
        ? [{ name: 'rg -z -F', command: ['rg', '-z', '-F', log.sought, packed.path], rounds: 2 }]
        : []),
    ];
    zipped.push(interleaved(packedRows, quick ? 1 : isLargest ? 5 : 3));
    rmSync(log.path);
    rmSync(packed.path);
  }
  const table = (title, found) => {
    const of = (name) => sizes.map((size, i) => [size, found[i][1][name]]);
    return { title, rows: found.at(-1), growth: of('median'), memoryGrowth: of('peak') };
  };
  return [
    table(`find one event in ${sizes.at(-1)} MiB of ${what}, page cache`, plain),
    table(`find one event in ${sizes.at(-1)} MiB of ${what}, gzip`, zipped),
  ];
}

/** Slow ones take part in few rounds. */
function besides({ path, sought }) {
  const readline = `require('readline').createInterface({input:require('fs').createReadStream(process.argv[1])}).on('line',l=>{if(l.includes('${sought}'))console.log(l)})`;
  const rg = { name: 'rg -F', command: ['rg', '-F', sought, path], setting: 'one file, which it maps into its memory' };
  const grep = {
    name: 'grep -F',
    command: ['sh', '-c', 'grep -F "$1" "$0" | cat', path, sought],
    env: { LC_ALL: 'C' },
  };
  const duck = { command: [process.execPath, duckdb, 'find', path, sought], rounds: 2, setting: settings.find };
  const jq = ['jq', '-c', '--arg', 'id', sought, 'select(.event_id == $id)', path];
  return [
    ...(hasProgram('rg') ? [rg] : []),
    ...(hasProgram('grep')
      ? [{ ...grep, setting: 'LC_ALL=C, into a pipe, since it stops early before /dev/null' }]
      : []),
    ...(isInstalled('@duckdb/node-api') ? [{ name: 'DuckDB', ...duck }] : []),
    { name: 'node, readline', command: node(readline, path), rounds: 1 },
    ...(hasProgram('jq') && path.endsWith('.jsonl') ? [{ name: 'jq select', command: jq, rounds: 1 }] : []),
  ];
}
