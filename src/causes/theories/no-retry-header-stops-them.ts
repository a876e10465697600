// "X-Slack-No-Retry: 1 in the answer stops the retries."
import type { Theory } from '../../model/theory.ts';
import { timeoutReasons } from '../../model/timeline/path-signs.ts';
import { ofKind } from '../../model/timeline/timeline.ts';

export const noRetryHeaderStopsThem: Theory = {
  id: 'no-retry-header-stops-them',
  title: 'X-Slack-No-Retry: 1 in the answer stops the retries.',
  problem:
    'The header counts only in an answer that is not 2xx and that the sender still reads. After a time-out the sender has hung up: no header of the late answer reaches it.',
  signs: ['several repeats, each because no answer had come in time'],
  fix: [
    'Answer in time; where the work takes longer, register the event and answer first.',
    'Claim the event id: switching retries off loses what the first attempt did not do.',
  ],
  refute(timeline) {
    const late = ofKind(timeline, 'delivery').filter(({ fields }) => timeoutReasons.has(fields.retry_reason ?? ''));
    if (late.length < 2) return undefined;
    const reason = `${late.length} repeats came because no answer was there in time: the sender reads no header of an answer that it does not wait for`;
    return { reason, facts: late.map(({ n }) => n) };
  },
};
