// "Attempt 0 is missing, so our log has lost lines."
import type { Theory } from '../../model/theory.ts';
import { neverArrived } from '../../model/timeline/deliveries.ts';
import { ofKind } from '../../model/timeline/timeline.ts';

export const firstAttemptIsMissingHere: Theory = {
  id: 'first-attempt-is-missing-here',
  title: 'A retry without its attempt 0 means that the log has lost lines.',
  problem:
    'After connection_failed and ssl_error the attempt before may never have reached the app: no log of the app can have it. Only after the other reasons is a missing attempt a hole in the evidence.',
  signs: ['a retry whose reason says that the attempt before did not arrive, and no trace of that attempt'],
  fix: [
    'Look in front of the app (proxy, DNS, certificate) at the time of the attempt before.',
    'Never drop such a retry: it is the first that arrived.',
  ],
  refute(timeline) {
    const deliveries = ofKind(timeline, 'delivery');
    const retry = deliveries.find(({ fields }) => {
      const before = (fields.retry_num ?? 0) - 1;
      const isSeen = deliveries.some(
        (one) => one.fields.event_id === fields.event_id && (one.fields.retry_num ?? 0) === before,
      );
      return before >= 0 && !isSeen && neverArrived(timeline, fields.retry_reason);
    });
    if (!retry) return undefined;
    const { retry_num, retry_reason } = retry.fields;
    return {
      reason: `#${retry.n} is retry ${retry_num} after ${retry_reason}: the attempt before it did not arrive here`,
      facts: [retry.n],
    };
  },
};
