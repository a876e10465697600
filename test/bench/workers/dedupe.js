// The worker of the library, with a plan that wants nothing.
import { work } from '../../../dist/pipeline/index.js';
import { fillEvents } from './backlog.js';

const { DATABASE } = process.env;

export const fill = async (jobs) => fillEvents(DATABASE, jobs);

export async function run(jobs) {
  const stop = new AbortController();
  let done = 0;
  await work(
    {
      database: DATABASE,
      plan: () => [],
      onStep({ ended }) {
        if (ended !== 'processed') throw new Error(`an event ended as ${ended}`);
        done += 1;
        if (done === jobs) stop.abort();
      },
    },
    stop.signal,
  );
}
