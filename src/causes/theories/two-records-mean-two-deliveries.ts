// "Two tasks: so the event was delivered twice."
import type { Theory } from '../../model/theory.ts';
import { duplicatedEffects } from '../../model/timeline/duplicates.ts';
import { ofKind } from '../../model/timeline/timeline.ts';

export const twoRecordsMeanTwoDeliveries: Theory = {
  id: 'two-records-mean-two-deliveries',
  title: 'Two objects mean two deliveries.',
  problem:
    'Between a delivery and an object lie handler, job, attempt and call, and each can happen twice. One delivery with two objects is an ordinary picture of two listeners, two jobs, or a job that ran again.',
  signs: ['one delivery of the event, and all copies came out of it'],
  fix: ['Count each link for itself: deliveries, runs, jobs, attempts, calls, objects.'],
  refute(timeline) {
    for (const { chains } of duplicatedEffects(timeline)) {
      const [delivery, ...others] = new Set(chains.map((chain) => chain.delivery));
      if (!delivery || others.length > 0) continue;
      const { event_id } = delivery.fields;
      const arrivals = ofKind(timeline, 'delivery').filter(({ fields }) => fields.event_id === event_id);
      if (event_id === undefined || arrivals.length > 1) continue;
      const reason = `all ${chains.length} came out of one delivery (#${delivery.n})`;
      return { reason, facts: [delivery.n, ...chains.map(({ record }) => record.n)] };
    }
    return undefined;
  },
};
