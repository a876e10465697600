// "Drop everything with a retry header, and duplicates end."
import type { Theory } from '../../model/theory.ts';
import { firstAttempts } from '../../model/timeline/deliveries.ts';
import { duplicatedEffects } from '../../model/timeline/duplicates.ts';
import { suppressions } from '../../model/timeline/suppressed.ts';

export const droppingRetriesIsSafe: Theory = {
  id: 'dropping-retries-is-safe',
  title: 'Dropping every request with a retry header is a safe guard.',
  problem:
    'It was found in several code bases. A repeat comes because the attempt before failed, crashed or never arrived; where nothing had been made, the dropped retry was the only chance of the task. And it does not even stop all copies: attempt 0 can come twice.',
  signs: [
    'a dropped retry, and nothing made of the event',
    'or two arrivals that both call themselves attempt 0, each with a copy',
  ],
  fix: [
    'Claim the event id, and turn a repeat away only where the claim says done.',
    'Look for what was lost since the filter was deployed.',
  ],
  refute(timeline) {
    const lost = suppressions(timeline).find(({ form }) => form === 'retry-dropped');
    if (lost) {
      const facts = [lost.before, lost.stopped].flatMap((fact) => fact?.n ?? []);
      return { reason: `retry #${lost.stopped.n} was dropped, and nothing had been made before it`, facts };
    }
    for (const { chains } of duplicatedEffects(timeline)) {
      const [delivery] = chains.flatMap((chain) => chain.delivery ?? []);
      const firsts = delivery ? firstAttempts(timeline, delivery) : [];
      if (firsts.length < 2) continue;
      return {
        reason: `${firsts.length} arrivals call themselves attempt 0: the filter lets each of them through`,
        facts: firsts,
      };
    }
    return undefined;
  },
};
