// A database that is named for the tables of its owner need not hold the dedupe schema: then that is nothing that failed.
import { DedupeError } from '../errors.ts';
import type { Gap, Source } from '../model/source.ts';
import type { Sweep } from '../model/sweep.ts';

export function schemaOrNot(source: Source, isShared: boolean): Source {
  if (!isShared) return source;
  const gap: Gap = {
    source: 'schema',
    reason: 'the database of your own tables has no dedupe schema',
    wouldSettle: source.wouldSettle,
    kind: 'not-configured',
  };
  const nothing = { observations: [], gaps: [gap], coverage: [] };
  const { later, sweep } = source;
  return {
    ...source,
    collect: (query, signal) => unlessMissing(source.collect(query, signal), nothing),
    ...(later && {
      later: (after, signal, alone) =>
        unlessMissing(later(after, signal, alone), { observations: [], others: 0, since: undefined }),
    }),
    ...(sweep && { sweep: (query, signal, tell) => unlessMissing(sweep(query, signal, tell), emptySweep(gap)) }),
  };
}

async function unlessMissing<T>(work: Promise<T>, otherwise: T): Promise<T> {
  try {
    return await work;
  } catch (error) {
    if (error instanceof DedupeError && error.code === 'DEDUPE_SCHEMA_MISSING') return otherwise;
    throw error;
  }
}

function emptySweep(gap: Gap): Sweep {
  return {
    ...{ count: 0, left: 0, eventIds: [], events: undefined, silent: undefined, showsEffects: false },
    ...{ from: undefined, to: undefined, lives: [], lifecycle: [], latency: undefined, figures: [] },
    ...{ gaps: [gap], isPartial: false },
    look: async () => ({ observations: [], gaps: [], coverage: [] }),
  };
}
