// Was it ever tried what happens when an event comes again and when something breaks in between, and when was that?
import type { Step } from '../model/checkup.ts';
import { all, inDrill } from '../model/witness.ts';

export const failuresDrilled: Step = {
  id: 'failures-drilled',
  title: 'Repeats and failures were tested, lately',
  problem:
    'That a guard holds is shown by sending the same event at once by many ways and counting what came of it, and that a crash is harmless by crashing. ' +
    'A result is as good as its date: each deployment can take it back.',
  signs: [
    'the file that dedupe drill keeps (drill_results): the newest result of each scenario with its date',
    'a scenario that did not run proves nothing; a result older than --stale-after counts no more',
  ],
  fix: [
    'dedupe drill ADDRESS --count-sql …, in a test environment, after each change of the path.',
    'Give it the hooks that kill and restart, and longest_repeat, so that failures are played too and what a lease repeats is waited for (dedupe drill --list).',
  ],
  aspects: (checkup) => [
    all('repeats', inDrill(checkup, ['same-event-twice', 'concurrent-delivery', 'retry-with-headers', 'late-retry'])),
    all(
      'failures',
      inDrill(checkup, ['timeout-after-success', 'permanent-error', 'worker-killed-after-create', 'database-gone']),
    ),
  ],
};
