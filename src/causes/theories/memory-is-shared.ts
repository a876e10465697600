// "A Set in memory is enough as a guard."
import type { Theory } from '../../model/theory.ts';
import { duplicatedEffects } from '../../model/timeline/duplicates.ts';
import { lostMarkOf } from '../../model/timeline/lost-marks.ts';

export const memoryIsShared: Theory = {
  id: 'memory-is-shared',
  title: 'A set in the memory of the process is enough as a guard.',
  problem:
    'It works in every test with one process that lives. With a second replica each has its own, and a restart empties it; both happen in every deployment.',
  signs: ['a guard of scope process that was asked in two processes, or before and after a restart'],
  fix: ['Claim in a store that all instances share and that survives a restart.'],
  refute(timeline) {
    for (const effect of duplicatedEffects(timeline)) {
      const lost = lostMarkOf(timeline, effect);
      if (lost?.form !== 'own-memory' && lost?.form !== 'restarted') continue;
      const how = lost.form === 'restarted' ? 'before and after a restart' : 'in two processes';
      const reason = `it was asked ${how} (#${lost.first.n}, #${lost.second.n}), and the second found nothing`;
      return { reason, facts: [lost.first.n, lost.second.n] };
    }
    return undefined;
  },
};
