// Which object of a duplicated effect to keep. A person closes the others; this program never does.
import { madeAt } from './timeline/duplicates.ts';
import type { Chain, Effect, Timeline } from './timeline/timeline.ts';
import type { TraceDocument } from './trace-document.ts';

/** Why nothing is to be done about an object. */
export const goneAlready = 'already deleted';

export function keepers(timeline: Timeline): TraceDocument['records'] {
  return timeline.effects.flatMap((effect) => {
    const keeper = first(effect);
    return effect.chains.map((chain) => ({
      id: chain.record.fields.record_id ?? '?',
      target: effect.target,
      action: effect.action,
      url: chain.record.fields.url ?? null,
      fact: chain.record.n,
      keep: chain === keeper,
      why: whyOf(effect, chain, keeper),
    }));
  });
}

function whyOf({ chains }: Effect, chain: Chain, keeper: Chain | undefined): string {
  if (isDeleted(chain)) return goneAlready;
  if (chains.length === 1) return 'the only one';
  if (chains.filter((one) => !isDeleted(one)).length === 1) return 'the only one that is left';
  if (chains.some((one) => madeAt(one) === undefined)) {
    return chain === keeper
      ? 'the first of which a time is known, or the first that was read'
      : 'another copy; not all have a time';
  }
  return chain === keeper ? 'the first' : 'a later copy';
}

/** Somebody has closed it: it is neither kept nor closed again. */
export function isDeleted({ record: { fields } }: Chain): boolean {
  return fields.deleted === true || fields.deleted_at !== undefined;
}

/** Of those that are left, the one that people have had the longest time to work on. */
function first({ chains }: Effect): Chain | undefined {
  const left = chains.filter((chain) => !isDeleted(chain));
  return left.toSorted((a, b) => (madeAt(a) ?? Number.POSITIVE_INFINITY) - (madeAt(b) ?? Number.POSITIVE_INFINITY))[0];
}
