// node workers/run.js NAME COUNT: fills a queue with so many jobs that do nothing, then works on them, and tells what that took.
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
    peak: process.resourceUsage().maxRSS / 1024,
  }),
);
process.exit(0);
