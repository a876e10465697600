// "A copy can be told by its retry number."
import type { Theory } from '../../model/theory.ts';
import { duplicatedEffects } from '../../model/timeline/duplicates.ts';

export const copiesBearARetryNumber: Theory = {
  id: 'copies-bear-a-retry-number',
  title: 'A copy can be told by its retry number.',
  problem:
    'The number explains a repeat where it is there. Attempt 0 can come twice, real duplicates come without a mark, numbers repeat, and headers get lost on the way. A filter on the number lets those through.',
  signs: ['an arrival that made a copy and counts itself as attempt 0, behind another one that made a copy'],
  fix: ['Claim the event id; use the number to explain, never to decide.'],
  refute(timeline) {
    for (const { chains } of duplicatedEffects(timeline)) {
      const deliveries = [...new Set(chains.flatMap(({ delivery }) => delivery ?? []))].sort((a, b) => a.n - b.n);
      const again = deliveries
        .slice(1)
        .find(({ fields }) => fields.retry_num === 0 && fields.event_id === deliveries[0]?.fields.event_id);
      if (!deliveries[0] || !again) continue;
      return {
        reason: `#${again.n} made a copy and calls itself attempt 0`,
        facts: [deliveries[0].n, again.n],
      };
    }
    return undefined;
  },
};
