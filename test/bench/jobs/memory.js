// The largest size of the receiver and of the worker while so many events come in and are worked off: is it the same for all numbers?
import { fileURLToPath } from 'node:url';
import { asked } from '../databases.js';
import { flooded, messages } from '../load.js';
import { started, usageOf } from '../processes.js';
import { dedupeServe, secret } from '../receivers.js';
import { within } from '../stats.js';

const bin = fileURLToPath(new URL('../../../bin/dedupe.js', import.meta.url));

const [connections, atOnce, patienceMs, budgetMiB] = [32, 10_000, 600_000, 200];

export default async function memory({ quick, databases }) {
  const sizes = quick ? [100, 200, 400] : [12_500, 50_000, 200_000];
  const taken = [];
  for (const size of sizes) {
    const url = await databases.migrated(`memory_${size}`);
    const used = url && (await sizesOver(url, size));
    if (used === undefined) return [];
    taken.push([size, used]);
  }
  return ['dedupe serve', 'dedupe work'].map((name, i) => {
    const growth = taken.map(([size, peaks]) => [size, peaks[i]]);
    return {
      title: `memory of ${name}, from its start until all events are worked off`,
      table: [['events', 'peak', 'budget'], ...growth.map(rowOf)],
      memoryGrowth: growth,
      notes: [
        `${connections} connections, one local task for each event, new processes and a new database for each number`,
      ],
    };
  });
}

function rowOf([size, peak]) {
  return [size.toLocaleString('en'), `${Math.round(peak)} MiB`, `${budgetMiB} MiB ${within([peak], budgetMiB)}`];
}

/** MiB of both; undefined where the system does not tell. */
async function sizesOver(url, size) {
  const serving = await dedupeServe(url);
  const working = await started([process.execPath, bin, 'work', '--database', url], { ready: 'working' });
  try {
    for (let sent = 0; sent < size; sent += atOnce)
      await flooded(serving.port, messages(Math.min(atOnce, size - sent), sent, secret), connections);
    await workedOff(url, size);
    const peaks = [serving.process, working].map(({ pid }) => usageOf(pid).peak);
    return peaks.includes(undefined) ? undefined : peaks;
  } finally {
    await Promise.all([serving.process.stop(), working.stop()]);
  }
}

async function workedOff(url, size) {
  for (const begun = performance.now(); performance.now() - begun < patienceMs; ) {
    if (Number(asked(url, 'select count(*) from dedupe.tasks')) === size) return;
    await new Promise((resolve) => setTimeout(resolve, 500));
  }
  throw new Error(`not all of ${size} events became tasks`);
}
