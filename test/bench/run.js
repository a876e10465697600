// npm run bench [-- NAME…] [--quick] [--json] [--compare FILE]: each job's time as a ratio to a floor measured in the same run, beside its budget.
import { existsSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { parseArgs } from 'node:util';
import { compare } from './compare.js';
import { createDatabases } from './databases.js';
import { machine } from './machine.js';
import { report } from './report.js';
import { results } from './results.js';

/** Too long for every run, and no times: it runs when it is named. */
const apart = ['drill-peers'];

const { values, positionals: wanted } = options();
const names = readdirSync(new URL('jobs/', import.meta.url))
  .filter((file) => file.endsWith('.js'))
  .map((file) => file.slice(0, -3));
const unknown = wanted.filter((name) => !names.includes(name));
if (unknown.length > 0) refuse(`no job named ${unknown.join(', ')}; known: ${names.join(', ')}`);
const earlier = values.compare === undefined ? undefined : readEarlier(values.compare);

// Where this is set, Node reads that file at every start, which hides every difference between programs.
delete process.env.NODE_EXTRA_CA_CERTS;

const say = values.json ? () => {} : (text) => console.log(text);
const run = { quick: values.quick, machine: machine(), jobs: [] };
say(run.machine.line);
if (run.machine.missing.length > 0) say(`not found here, so not beside it: ${run.machine.missing.join(', ')}`);
say(
  `medians of interleaved rounds; × is the ratio to the floor of the same job${values.quick ? '; small data, so no budget is judged' : ''}\n`,
);
const databases = createDatabases({ quick: values.quick });
try {
  for (const name of names.filter((one) => (wanted.length === 0 ? !apart.includes(one) : wanted.includes(one))))
    await runJob(name);
} finally {
  await databases.close();
}
if (values.json) console.log(JSON.stringify(run));
if (earlier) tellChanges(compare(earlier, run));

/** A job that breaks takes none of the others along. */
async function runJob(name) {
  const begun = performance.now();
  try {
    const { default: job } = await import(`./jobs/${name}.js`);
    const made = await job({ quick: values.quick, databases });
    const tables = values.quick ? made.map(unjudged) : made;
    const seconds = Math.round((performance.now() - begun) / 1000);
    const one = { name, seconds, tables, settings: databases.takeSettings() };
    run.jobs.push(one);
    if (tables.length === 0) say(`${name}: could not run here\n`);
    for (const table of tables) say(report(table));
    say(`${[`${name} took ${seconds} s`, ...one.settings].join('; ')}\n`);
    // Small data gives no result to be quoted.
    if (!values.quick) keep(one);
  } catch (error) {
    console.error(`${name} failed: ${error.stack}`);
    process.exitCode = 1;
  }
}

/** Of small data most is the start of a process, for which no budget is meant. */
function unjudged({ rows, ...table }) {
  return rows ? { ...table, rows: rows.map(({ budget, limitMs, memory, ...row }) => row) } : table;
}

function keep(job) {
  const page = new URL('RESULTS.md', import.meta.url);
  writeFileSync(page, results(existsSync(page) ? readFileSync(page, 'utf8') : '', run.machine, job));
}

function options() {
  try {
    return parseArgs({
      allowPositionals: true,
      options: {
        quick: { type: 'boolean', default: false },
        json: { type: 'boolean', default: false },
        compare: { type: 'string' },
      },
    });
  } catch (error) {
    return refuse(error.message);
  }
}

function readEarlier(file) {
  try {
    const read = JSON.parse(readFileSync(file, 'utf8'));
    if (!Array.isArray(read.jobs)) throw new Error('it is not what --json prints');
    if (read.quick !== values.quick) throw new Error('one of the two runs is --quick, with other data');
    return read;
  } catch (error) {
    return refuse(`cannot compare with ${file}: ${error.message}`);
  }
}

/** On stderr, so that --json stays one document. */
function tellChanges({ slower, compared, unmatched }) {
  for (const { job, title, name, before, now } of slower)
    console.error(`slower: ${job}: ${title}: ${name}: ${before.toFixed(2)} × before, ${now.toFixed(2)} × now`);
  for (const line of unmatched) console.error(`not compared: ${line}`);
  if (slower.length > 0) return;
  console.error(compared > 0 ? 'nothing that was compared got slower beyond the noise' : 'nothing could be compared');
}

function refuse(message) {
  console.error(message);
  process.exit(2);
}
