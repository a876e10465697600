// "We search the target before we create."
import type { Theory } from '../../model/theory.ts';
import { duplicatedEffects } from '../../model/timeline/duplicates.ts';
import { blindSearches } from '../../model/timeline/searches.ts';

export const searchingFirstIsSafe: Theory = {
  id: 'searching-first-is-safe',
  title: 'A search before the create prevents duplicates.',
  problem:
    'It is the usual fix and the usual next fault: the index lags, the page ends, closed items are left out, an error is taken for "not found", and between the answer and the create another worker does the same.',
  signs: ['a search that found nothing, while the object was there or came before the create'],
  fix: ['Claim the effect before the search, and let the target refuse the second under its unique key.'],
  refute(timeline) {
    for (const effect of duplicatedEffects(timeline)) {
      const [blind] = blindSearches(timeline, effect);
      if (!blind) continue;
      const name = blind.made.record.fields.record_id ?? 'the copy';
      return {
        reason: `the search #${blind.search.n} came before ${name} was made, and did not stop it`,
        facts: [blind.search.n, blind.made.record.n],
      };
    }
    return undefined;
  },
};
