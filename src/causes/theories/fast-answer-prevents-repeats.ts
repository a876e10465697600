// "We answer at once, so nothing can come twice."

import { formatSpan } from '../../model/instant.ts';
import type { Theory } from '../../model/theory.ts';
import { answerSpan, repeatedDelivery } from '../../model/timeline/deliveries.ts';
import { duplicatedEffects } from '../../model/timeline/duplicates.ts';
import { networkMs } from '../../model/timeline/schedule.ts';

export const fastAnswerPreventsRepeats: Theory = {
  id: 'fast-answer-prevents-repeats',
  title: 'Whoever answers fast gets every event once.',
  problem:
    'A fast answer removes the most common reason for a repeat and no other: at-least-once delivery allows a repeat after a good answer too. One shop got repeats after answers of 34 ms.',
  signs: ['the first delivery was answered with 2xx in time', 'the event came again all the same, and made a copy'],
  fix: ['Claim the event id before the work, whatever the answer time.'],
  refute(timeline) {
    const limit = (timeline.retries?.ackDeadlineMs ?? 0) - networkMs;
    for (const effect of duplicatedEffects(timeline)) {
      const pair = repeatedDelivery(timeline, effect);
      const answerMs = pair && answerSpan(pair.first);
      if (!pair || answerMs === undefined || answerMs >= limit || (pair.first.fields.status ?? 500) >= 300) continue;
      const { first, repeat } = pair;
      const reason = `#${first.n} was answered with ${first.fields.status} after ${formatSpan(answerMs)}, and #${repeat.n} came all the same`;
      return { reason, facts: [first.n, repeat.n] };
    }
    return undefined;
  },
};
