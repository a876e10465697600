// npm run bench [-- NAME…] [--quick]: each job's time as a ratio to a floor measured in the same run, beside its budget.
import { readdirSync } from 'node:fs';
import { arch, cpus, totalmem } from 'node:os';
import { report } from './report.js';

const words = process.argv.slice(2);
const quick = words.includes('--quick');
const wanted = words.filter((word) => !word.startsWith('--'));
const names = readdirSync(new URL('jobs/', import.meta.url))
  .filter((file) => file.endsWith('.js'))
  .map((file) => file.slice(0, -3));

const unknown = wanted.filter((name) => !names.includes(name));
if (unknown.length > 0) {
  console.error(`no job named ${unknown.join(', ')}; known: ${names.join(', ')}`);
  process.exit(2);
}

// Where this is set, Node reads that file at every start, which hides every difference between programs.
delete process.env.NODE_EXTRA_CA_CERTS;

const [cpu] = cpus();
console.log(
  `node ${process.version} ${arch()}, ${cpus().length} × ${cpu?.model.trim()}, ${Math.round(totalmem() / 2 ** 30)} GiB`,
);
console.log('medians of interleaved rounds; × is the ratio to the floor of the same job\n');
for (const name of names.filter((one) => wanted.length === 0 || wanted.includes(one))) {
  const { default: job } = await import(`./jobs/${name}.js`);
  for (const table of await job({ quick })) console.log(report(table));
}
