// Carries what this process counts into the totals of all, now and then: a restart must not forget, and a command can ask.
import { labelsKey, type Sample } from '../../model/metrics/sample.ts';
import { addTotals } from '../../store/metrics/add-totals.ts';
import type { Sessions } from '../../store/sessions.ts';
import type { Counters } from '../counters.ts';

export interface TotalsKeeper {
  stop(): Promise<void>;
}

/** A write whose answer is lost is written again, so a total may be a little high after a broken connection, never low. */
export function keepTotals(sessions: Sessions, counters: Counters, everyMs = 5_000): TotalsKeeper {
  const written = new Map<string, number>();
  let last = Promise.resolve();

  async function write(): Promise<void> {
    const added = counters.read().map((sample) => ({ sample, before: written.get(idOf(sample)) }));
    const news = added.flatMap(({ sample, before }) =>
      sample.value === before ? [] : [{ ...sample, value: sample.value - (before ?? 0) }],
    );
    const upTo = added.map(({ sample }) => [idOf(sample), sample.value] as const);
    try {
      await sessions.use((database) => addTotals(database, news));
      for (const [id, value] of upTo) written.set(id, value);
    } catch {
      // The numbers are still here; they go with the next write.
    }
  }

  const timer = setInterval(() => {
    last = last.then(write);
  }, everyMs).unref();
  return {
    async stop() {
      clearInterval(timer);
      await last.then(write);
    },
  };
}

function idOf({ name, labels }: Sample): string {
  return `${name}${labelsKey(labels)}`;
}
