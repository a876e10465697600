// Judging and rendering a trace with many facts from its saved file, in each format: beside reading and writing that file as JSON.
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { eventId, writeLongStory } from '../data/long-story.js';
import { interleaved, timed } from '../measure.js';

const bin = fileURLToPath(new URL('../../../bin/dedupe.js', import.meta.url));
const parse = "process.stdout.write(JSON.stringify(JSON.parse(require('fs').readFileSync(process.argv[1],'utf8'))))";
const formats = ['text', 'json', 'markdown', 'html'];

export default async function report({ quick }) {
  const sizes = quick ? [40, 80, 160] : [100, 1_000, 10_000];
  const folder = mkdtempSync(join(tmpdir(), 'dedupe-bench-'));
  try {
    const found = sizes.map((size) => {
      const [log, saved] = [join(folder, `${size}.jsonl`), join(folder, `${size}.json`)];
      writeLongStory(log, size);
      timed({ command: [process.execPath, bin, 'trace', eventId, '--logs', log, '--save', saved], exit: 1 });
      const from = (format) => ({
        name: `dedupe trace --from, ${format}`,
        command: [process.execPath, bin, 'trace', '--from', saved, '--format', format],
        exit: 1,
      });
      const rows = [
        { name: 'node, JSON.parse and stringify', command: [process.execPath, '-e', parse, saved] },
        ...formats.map(from),
      ];
      return interleaved(rows, quick ? 1 : size > 1_000 ? 3 : 5);
    });
    const of = (name) => sizes.map((size, i) => [size, found[i][1][name]]);
    return sizes.map((size, i) => ({
      title: `report of a trace with ${size.toLocaleString('en')} facts`,
      rows: found[i],
      ...(i === sizes.length - 1 && { growth: of('median'), memoryGrowth: of('peak') }),
    }));
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}
