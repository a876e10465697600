// Does each dedupe store remember longer than a copy can take to come?
import { horizonFor } from '../model/dedupe-horizon.ts';
import { defineRule, found } from '../model/found.ts';
import { formatSpan } from '../model/instant.ts';
import type { LintInput } from '../model/lint-input.ts';

interface Args {
  readonly store: string;
  readonly ttlMs: number;
  readonly horizonMs: number;
  readonly why: string;
}

export const dedupeWindowTooShort = defineRule<LintInput, Args>({
  id: 'dedupe-window-too-short',
  title: 'A dedupe store forgets before the last copy can come',
  severity: 'error',
  problem:
    'A store that forgets an event lets a later copy of it through as new. Slack repeats for six minutes, with Delayed Events for a day; a queue redelivers after its lease, a redrive and a replay by a person come days later.',
  fix: [
    'Keep the claims at least as long as the longest horizon, and a quarter longer for the clocks between.',
    'Better: a unique index on a durable table, pruned after the longest replay; Redis in front of it is only a shortcut.',
  ],
  check({ stores, horizons }) {
    return stores.flatMap(({ name, location, ttlMs, guards }) => {
      const horizon = horizonFor(horizons, guards);
      if (ttlMs === undefined || !horizon || ttlMs > horizon.ms) return [];
      return [found(this.id, location, { store: name, ttlMs, horizonMs: horizon.ms, why: horizon.why })];
    });
  },
  say: ({ store, ttlMs, horizonMs, why }) =>
    `${store} keeps a claim for ${formatSpan(ttlMs)}, and a copy can come after ${formatSpan(horizonMs)} (${why}).`,
});
