// "The attempt failed, so it made nothing."
import type { Theory } from '../../model/theory.ts';
import { duplicatedEffects } from '../../model/timeline/duplicates.ts';

export const failedMeansNothingMade: Theory = {
  id: 'failed-means-nothing-made',
  title: 'A failed attempt has made nothing.',
  problem:
    'An attempt fails at its last step as easily as at its first. Where the create came before the failure, the object is there, and the next attempt makes another.',
  signs: ['an attempt or a run that ended as failed, and an object that came out of it'],
  fix: [
    'Write the id of the object down at once, before anything else can fail.',
    'Let the next attempt look for it under the source_event_key before it creates.',
  ],
  refute(timeline) {
    for (const { chains } of duplicatedEffects(timeline)) {
      for (const { attempt, run, record } of chains) {
        const failed = [attempt, run].find((one) => one?.fields.outcome === 'failed');
        if (!failed) continue;
        const name = record.fields.record_id ?? 'an object';
        return {
          reason: `#${failed.n} failed, and ${name} (#${record.n}) came out of it`,
          facts: [failed.n, record.n],
        };
      }
    }
    return undefined;
  },
};
