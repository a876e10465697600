// What was turned away: counted always, written down a few times an hour. Strangers must not be able to fill a table.
import type { RefusedSample } from '../../store/intake/count-refusals.ts';
import { countRefusals } from '../../store/intake/count-refusals.ts';
import type { Sessions } from '../../store/sessions.ts';
import { flushLater } from './flush-later.ts';

export interface Refused {
  readonly provider: string;
  readonly reason: string;
  /** Undefined: it named no event, so nothing could be looked up by it. */
  readonly sample: RefusedSample | undefined;
}

const hourMs = 3_600_000;

/** `samples`: rows in an hour for each reason, in this process. */
export function refusalNotes(sessions: Sessions, instanceId: string, { samples = 20, everyMs = 1_000 } = {}) {
  const written = new Map<string, number>();
  let hour = 0;
  const notes = flushLater<Refused>(
    (refused) => sessions.use((database) => countRefusals(database, instanceId, totals(refused), samplesOf(refused))),
    { everyMs },
  );
  return {
    add(refused: Refused, now: number): void {
      if (Math.floor(now / hourMs) !== hour) written.clear();
      hour = Math.floor(now / hourMs);
      const reason = `${refused.provider} ${refused.reason}`;
      const before = written.get(reason) ?? 0;
      const keep = refused.sample !== undefined && before < samples;
      if (keep) written.set(reason, before + 1);
      notes.add(keep ? refused : { ...refused, sample: undefined });
    },
    flush: () => notes.flush(),
  };
}

function samplesOf(refused: readonly Refused[]): RefusedSample[] {
  return refused.flatMap(({ sample }) => (sample ? [sample] : []));
}

function totals(refused: readonly Refused[]) {
  const counts = new Map<string, { provider: string; reason: string; requests: number }>();
  for (const { provider, reason } of refused) {
    const known = counts.get(`${provider} ${reason}`) ?? { provider, reason, requests: 0 };
    counts.set(`${provider} ${reason}`, { ...known, requests: known.requests + 1 });
  }
  return [...counts.values()];
}
