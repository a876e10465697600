// "A hash of the body finds copies."
import type { Theory } from '../../model/theory.ts';
import { duplicatedEffects } from '../../model/timeline/duplicates.ts';

export const equalBodiesTellCopies: Theory = {
  id: 'equal-bodies-tell-copies',
  title: 'Copies can be told by a hash of the body.',
  problem:
    'Repeats carry new time stamps, edits carry other fields, and an agent that tries again words its request anew. And two people can write the same words. Neither way does the hash say what the message is.',
  signs: ['copies of one event or one message with different bodies'],
  fix: ['Key on the id of the message or on the source_event_key; keep hashes for proof that two bodies are one.'],
  refute(timeline) {
    for (const { chains } of duplicatedEffects(timeline)) {
      const known = chains.flatMap(({ delivery }) => (delivery?.fields.body_digest === undefined ? [] : [delivery]));
      const [first] = known;
      const other = known.find(({ fields }) => fields.body_digest !== first?.fields.body_digest);
      if (!first || !other) continue;
      return {
        reason: `#${first.n} and #${other.n} led to copies of one thing, and their bodies differ`,
        facts: [first.n, other.n],
      };
    }
    return undefined;
  },
};
