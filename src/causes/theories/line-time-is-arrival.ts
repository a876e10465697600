// "The four lines are 12 ms apart, so the copies came within 12 ms."

import { formatSpan } from '../../model/instant.ts';
import type { Theory } from '../../model/theory.ts';
import { ofKind } from '../../model/timeline/timeline.ts';

export const lineTimeIsArrival: Theory = {
  id: 'line-time-is-arrival',
  title: 'The time of a request line is the time of arrival.',
  problem:
    'Most request logs are written when the answer is out. Four repeats that waited for one cold start are answered within milliseconds, though they arrived seconds and minutes apart.',
  signs: ['arrivals of one event that are known by their answers only', 'answers that lie close together'],
  fix: ['Log the arrival, or the duration beside the completion: the arrival is that much earlier.'],
  refute(timeline) {
    const answered = ofKind(timeline, 'delivery').filter(
      ({ at, fields }) => at === undefined && fields.answered_at !== undefined,
    );
    const [first, ...others] = answered.filter(({ fields }) => fields.event_id === answered[0]?.fields.event_id);
    if (!first || others.length === 0) return undefined;
    const times = [first, ...others].map(({ fields }) => Number(fields.answered_at));
    const spread = formatSpan(Math.max(...times) - Math.min(...times));
    const reason = `these times are answers: ${spread} lie between answers, and when the copies arrived was not logged`;
    return { reason, facts: [first, ...others].map(({ n }) => n) };
  },
};
