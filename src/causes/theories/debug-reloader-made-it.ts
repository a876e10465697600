// "The debug reloader runs everything twice."
import type { Theory } from '../../model/theory.ts';
import { duplicatedEffects } from '../../model/timeline/duplicates.ts';
import { ofKind } from '../../model/timeline/timeline.ts';

export const debugReloaderMadeIt: Theory = {
  id: 'debug-reloader-made-it',
  title: 'The debug reloader runs a second process that handles everything again.',
  problem:
    'A reloader does start two processes; only one of them listens. Two process ids in the log are the parent and the child. The copies tell which process handled them.',
  signs: ['two processes started, and all copies were handled by one of them'],
  fix: [
    'Look at the process id of each run, and at what arrived.',
    'Switch the reloader off outside development all the same.',
  ],
  refute(timeline) {
    const started = new Set(ofKind(timeline, 'lifecycle').flatMap(({ fields }) => fields.pid ?? []));
    if (started.size < 2) return undefined;
    for (const { chains } of duplicatedEffects(timeline)) {
      const works = chains.map(({ run, delivery }) => run ?? delivery);
      const pids = new Set(works.map((work) => work?.fields.pid));
      const [pid] = pids;
      if (pids.size > 1 || pid === undefined) continue;
      const facts = works.flatMap((work) => work?.n ?? []);
      return { reason: `all copies were handled by process ${pid}, of ${started.size} that ran`, facts };
    }
    return undefined;
  },
};
