// "Two objects 77 ms apart: the client library tried again."

import { formatSpan } from '../../model/instant.ts';
import type { Theory } from '../../model/theory.ts';
import { unansweredCreates } from '../../model/timeline/creates.ts';
import { duplicatedEffects, madeAt } from '../../model/timeline/duplicates.ts';

export const shortGapIsClientRetry: Theory = {
  id: 'short-gap-is-client-retry',
  title: 'Two objects within a second mean that the client tried again.',
  problem:
    'A client repeats after its time-out or after an error, and a time-out is seconds long. Two objects that are milliseconds apart, behind one delivery and without an unanswered call, were written by two paths: two send sites, two listeners, a double save.',
  signs: ['objects of one delivery less than a second apart', 'no call without an answer'],
  fix: [
    'Look for two places that write: two listeners, two send paths, a requeue.',
    'Compare the request ids and the creators of the two objects.',
  ],
  refute(timeline) {
    for (const { target, chains } of duplicatedEffects(timeline)) {
      if (unansweredCreates(timeline, target).length > 0) continue;
      for (const [i, later] of chains.entries()) {
        const before = chains[i - 1];
        const [from, to] = [before && madeAt(before), madeAt(later)];
        if (!before || before.delivery !== later.delivery || from === undefined || to === undefined) continue;
        if (Math.abs(to - from) >= shortestTimeoutMs) continue;
        const reason = `${formatSpan(Math.abs(to - from))} lie between them and no call is unanswered: a client waits for its time-out, seconds as a rule, before it sends again`;
        return { reason, facts: [before.record.n, later.record.n] };
      }
    }
    return undefined;
  },
};

/** No client that was looked at gives up earlier. */
const shortestTimeoutMs = 1_000;
