// "We run one instance, so nothing can happen twice."
import type { Theory } from '../../model/theory.ts';
import { duplicatedEffects } from '../../model/timeline/duplicates.ts';
import { processName } from '../../model/timeline/processes.ts';

export const oneProcessIsEnough: Theory = {
  id: 'one-process-is-enough',
  title: 'One instance with one process makes no duplicates.',
  problem:
    'One process handles the repeat as willingly as the first copy, and works on several requests at once whenever it waits. A single instance removes the race between processes and nothing else.',
  signs: ['two copies, handled in one process'],
  fix: ['Claim the event with a unique insert; it holds for one process and for many.'],
  refute(timeline) {
    for (const { chains } of duplicatedEffects(timeline)) {
      const works = chains.map(({ attempt, run }) => attempt ?? run);
      const [first, second] = new Set(
        works.filter((work) => work?.fields.instance_id !== undefined && work.fields.pid !== undefined),
      );
      if (!first || !second || works.includes(undefined)) continue;
      const isOne = works.every(
        (work) => work?.fields.pid === first.fields.pid && work?.fields.instance_id === first.fields.instance_id,
      );
      if (!isOne) continue;
      const reason = `one process made all copies: ${processName(first)}, process ${first.fields.pid}`;
      return { reason, facts: [first.n, second.n] };
    }
    return undefined;
  },
};
