// Jobs that do nothing: beside claiming and completing the same rows by hand, and beside other queues.
import { fileURLToPath } from 'node:url';
import { hasProgram, isInstalled } from '../machine.js';
import { interleavedCalls, timed } from '../measure.js';
import { redisServer } from '../receivers.js';

const runner = fileURLToPath(new URL('../workers/run.js', import.meta.url));

export default async function worker({ quick, databases }) {
  const sizes = quick ? [50, 100, 200] : [2_500, 10_000, 40_000];
  const own = await databases.migrated('worker');
  if (own === undefined) return [];
  const ends = [];
  try {
    const peers = await besides(databases, (end) => ends.push(end));
    const tables = [];
    for (const jobs of sizes) {
      const one = (name, file, env, more) => ({ name, ...more, call: () => asked(file, jobs, env) });
      const rows = await interleavedCalls(
        [
          one('claim and complete by hand', 'by-hand', { DATABASE: own }),
          // What a start costs stands out where there are few jobs, and is no budget.
          one('dedupe work', 'dedupe', { DATABASE: own }, { budget: jobs > sizes[0] ? 0.6 : undefined, memory: 200 }),
          one('by hand, with a ledger and a fence', 'by-hand-ledger', { DATABASE: own }),
          ...(jobs === sizes[1]
            ? peers.map(({ name, file, env, setting }) =>
                one(name, file, env, { setting, ...(!quick && { rounds: 3 }) }),
              )
            : []),
        ],
        quick ? 1 : 5,
      );
      tables.push({
        title: `a worker on ${jobs.toLocaleString('en')} jobs that do nothing`,
        rate: { of: 'jobs' },
        rows,
      });
    }
    // The time for all of them, where rates are of one.
    const growth = sizes.map((size, i) => [size, tables[i].rows[1].median * size]);
    const memoryGrowth = sizes.map((size, i) => [size, tables[i].rows[1].peak]);
    return [...tables.slice(0, -1), { ...tables.at(-1), growth, memoryGrowth }];
  } finally {
    for (const end of ends.reverse()) await end();
  }
}

async function besides(databases, atEnd) {
  const found = [];
  for (const file of ['pg-boss', 'graphile-worker'].filter(isInstalled)) {
    const env = { DATABASE: await databases.empty(`worker_${file.replace('-', '_')}`) };
    found.push({ name: file, file, env, setting: await settingOf(file) });
  }
  if (isInstalled('bullmq') && hasProgram('redis-server')) {
    const env = { REDIS_PORT: String(await redisServer(atEnd, 'everysec')) };
    found.push({ name: 'BullMQ', file: 'bullmq', env, setting: await settingOf('bullmq') });
  }
  return found;
}

async function settingOf(file) {
  return (await import(`../workers/${file}.js`)).settings;
}

function asked(file, jobs, env) {
  return JSON.parse(timed({ command: [process.execPath, runner, file, String(jobs)], env }).stdout);
}
