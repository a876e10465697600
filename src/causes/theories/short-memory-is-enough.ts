// "Five minutes are enough for a claim."

import { formatSpan } from '../../model/instant.ts';
import type { Theory } from '../../model/theory.ts';
import { duplicatedEffects } from '../../model/timeline/duplicates.ts';
import { markedAt } from '../../model/timeline/guards.ts';
import { lostMarkOf } from '../../model/timeline/lost-marks.ts';

export const shortMemoryIsEnough: Theory = {
  id: 'short-memory-is-enough',
  title: 'A claim that lives for five minutes covers every retry.',
  problem:
    'The last ordinary retry of Slack comes five minutes after the third attempt, six after the first. Real replays were seen after 13 minutes, an hour and 17 hours.',
  signs: ['a claim that ended before the copy asked'],
  fix: ['Keep the claim at least 25 hours, seven days by default.'],
  refute(timeline) {
    for (const effect of duplicatedEffects(timeline)) {
      const lost = lostMarkOf(timeline, effect);
      const marked = lost && markedAt(lost.first);
      if (
        lost?.form !== 'expired' ||
        marked === undefined ||
        lost.expiresAt === undefined ||
        lost.second.at === undefined
      )
        continue;
      const reason = `the claim lived ${formatSpan(lost.expiresAt - marked)}, and the copy came after ${formatSpan(lost.second.at - marked)}`;
      return { reason, facts: [lost.first.n, lost.second.n] };
    }
    return undefined;
  },
};
