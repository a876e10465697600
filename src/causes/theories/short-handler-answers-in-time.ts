// "The handler takes a second, so Slack cannot have timed out."

import { formatSpan } from '../../model/instant.ts';
import type { Theory } from '../../model/theory.ts';
import { firstRedelivery } from '../../model/timeline/redelivery.ts';
import { networkMs } from '../../model/timeline/schedule.ts';

export const shortHandlerAnswersInTime: Theory = {
  id: 'short-handler-answers-in-time',
  title: 'A handler that takes one second cannot be late.',
  problem:
    'The sender counts from its own sending to the answer. A start of the process, a queue in front of it, the network and what runs before the handler count as well: a function with 1.2 s of work got time-outs.',
  signs: [
    'the handler took less than the sender waits',
    'the answer came later than that, or the repeat says that it timed out',
  ],
  fix: ['Compare the time of sending with the arrival, and the arrival with the start of the handler.'],
  refute(timeline) {
    const sent = firstRedelivery(timeline);
    const limit = (timeline.retries?.ackDeadlineMs ?? 0) - networkMs;
    if (sent?.why !== 'late-path' || sent.handlerMs === null || sent.handlerMs >= limit) return undefined;
    const { first, next, handlerMs, answerMs, reason: word } = sent;
    const late =
      answerMs !== null && answerMs >= limit
        ? `the answer was given after ${formatSpan(answerMs)}`
        : `the sender gave up (${word ?? '?'})`;
    return { reason: `the handler took ${formatSpan(handlerMs)}, and ${late}`, facts: [first.n, next.n] };
  },
};
