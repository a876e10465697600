// One event in a large log, plain and gzipped: beside reading the file at all.
import { spawnSync } from 'node:child_process';
import {
  closeSync,
  createReadStream,
  createWriteStream,
  mkdtempSync,
  openSync,
  rmSync,
  statSync,
  writeSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pipeline } from 'node:stream/promises';
import { fileURLToPath } from 'node:url';
import { createGzip } from 'node:zlib';
import { interleaved } from '../measure.js';

const bin = fileURLToPath(new URL('../../../bin/dedupe.js', import.meta.url));
const inflate =
  "const z=require('zlib'),f=require('fs');f.createReadStream(process.argv[1]).pipe(z.createGunzip({chunkSize:1<<20})).resume()";

export default async function logFind({ quick }) {
  const folder = mkdtempSync(join(tmpdir(), 'dedupe-bench-'));
  try {
    const plain = join(folder, 'app.jsonl');
    const zipped = join(folder, 'app.jsonl.gz');
    writeLog(plain, quick ? 64 * 2 ** 20 : 2 ** 30);
    await pipeline(createReadStream(plain), createGzip({ level: 6 }), createWriteStream(zipped));
    const trace = (file, ref = 'Ev0NEEDLE01') => [process.execPath, bin, 'trace', ref, '--logs', file];
    const rounds = quick ? 3 : 9;
    const size = `${Math.round(statSync(plain).size / 2 ** 20)} MiB`;
    return [
      {
        title: `find one event in ${size} of JSON lines, page cache`,
        note: memory(trace(plain)),
        rows: interleaved(
          [
            { name: 'cat', command: ['sh', '-c', 'cat "$0" | cat >/dev/null', plain] },
            { name: 'dedupe trace --logs', command: trace(plain), exit: 1, budget: 4 },
            { name: 'dedupe trace, an id of two digits', command: trace(plain, '42'), exit: 2, budget: 4 },
            { name: 'grep -F (one pass)', command: ['sh', '-c', 'grep -F Ev0NEEDLE01 "$0" | cat', plain] },
          ],
          rounds,
        ),
      },
      {
        title: 'the same, gzip',
        note: memory(trace(zipped)),
        rows: interleaved(
          [
            { name: 'node, inflate only', command: [process.execPath, '-e', inflate, zipped] },
            { name: 'dedupe trace --logs', command: trace(zipped), exit: 1, budget: 1.5 },
          ],
          quick ? 2 : 5,
        ),
      },
    ];
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

const budgetMiB = 150;

/** Told by the process itself at its end: the most that it held at any time. */
function memory([node, ...args]) {
  const tell = 'process.on("exit",()=>process.stderr.write("peak "+process.resourceUsage().maxRSS))';
  const { stderr } = spawnSync(node, ['--import', `data:text/javascript,${encodeURIComponent(tell)}`, ...args], {
    encoding: 'utf8',
  });
  const peak = Math.round(Number(/peak (\d+)/.exec(stderr)?.[1]) / 1024);
  return `dedupe held at most ${peak} MiB: budget ${budgetMiB} MiB ${peak <= budgetMiB ? 'met' : 'MISSED'}`;
}

/** Ordinary lines of other events, the same each time; in the middle one event with two deliveries and two records. */
function writeLog(path, bytes) {
  const fd = openSync(path, 'w');
  const start = 1795981036000;
  let n = 0;
  const block = () => {
    let text = '';
    for (; text.length < 2 ** 20; n++) {
      const id = `Ev${n.toString(36).toUpperCase().padStart(9, '0')}`;
      text += `{"level":30,"time":${start + n},"pid":4242,"dedupe":"delivery","at":${start + n},"delivery_id":"d${n}","event_id":"${id}","channel":"C07HELPDESK","ts":"17959${n.toString().padStart(5, '0')}.000100","retry_num":0,"msg":"event received"}\n`;
    }
    return text;
  };
  const needle = [
    {
      dedupe: 'delivery',
      at: start,
      answered_at: start + 4200,
      status: 200,
      delivery_id: 'needle-1',
      event_id: 'Ev0NEEDLE01',
    },
    {
      dedupe: 'delivery',
      at: start + 3010,
      answered_at: start + 3100,
      status: 200,
      delivery_id: 'needle-2',
      event_id: 'Ev0NEEDLE01',
      retry_num: 1,
      retry_reason: 'http_timeout',
    },
    { dedupe: 'record', at: start + 4100, target: 'tasks', record_id: 'NEEDLE-1', delivery_id: 'needle-1' },
    { dedupe: 'record', at: start + 3090, target: 'tasks', record_id: 'NEEDLE-2', delivery_id: 'needle-2' },
  ];
  for (let written = 0, planted = false; written < bytes; ) {
    written += writeSync(fd, block());
    if (planted || written < bytes / 2) continue;
    writeSync(fd, needle.map((line) => `${JSON.stringify(line)}\n`).join(''));
    planted = true;
  }
  closeSync(fd);
}
