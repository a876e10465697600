// node workers/run.js NAME COUNT: fills a queue with so many jobs that do nothing, then works on them, and tells what that took.
import { usageOf } from '../processes.js';

const [, , name, count] = process.argv;
const { fill, run } = await import(`./${name}.js`);
const jobs = Number(count);

await fill(jobs);
const cpu = process.cpuUsage();
const begun = performance.now();
await run(jobs);
const ms = performance.now() - begun;
const { user, system } = process.cpuUsage(cpu);
console.log(
  JSON.stringify({
    ms: ms / jobs,
    cpu: (user + system) / 1000 / jobs,
    // What Linux calls the largest size of a process is inherited from the one that started it; this is its own.
    peak: usageOf(process.pid).peak,
  }),
);
process.exit(0);
