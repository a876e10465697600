// "One event id in several lines: so the queue hands it out twice."
import type { Theory } from '../../model/theory.ts';
import { repeatedDelivery } from '../../model/timeline/deliveries.ts';
import { duplicatedEffects } from '../../model/timeline/duplicates.ts';

export const sameIdMeansQueue: Theory = {
  id: 'same-id-means-queue',
  title: 'One event id twice means that the queue handed the job out twice.',
  problem:
    'The id belongs to the event, and the sender keeps it in every repeat. It stands in several lines as soon as the event arrives several times, long before a queue sees it. A queue that hands a job out twice shows two attempts of one job.',
  signs: ['two arrivals with one event id', 'each job was attempted once, or there is no job'],
  fix: [
    'Count the deliveries first, then the attempts of each job.',
    'Claim the event id where the event comes in, before the job is made.',
  ],
  refute(timeline) {
    for (const effect of duplicatedEffects(timeline)) {
      const pair = repeatedDelivery(timeline, effect);
      const jobs = effect.chains.flatMap(({ attempt, job }) => (attempt ?? job)?.fields.job_id ?? []);
      if (!pair || new Set(jobs).size < jobs.length) continue;
      const { first, repeat } = pair;
      const rest = jobs.length > 0 ? ', and no job was run twice' : '';
      const reason = `the event arrived twice (#${first.n}, #${repeat.n}), in front of any queue${rest}`;
      return { reason, facts: [first.n, repeat.n] };
    }
    return undefined;
  },
};
