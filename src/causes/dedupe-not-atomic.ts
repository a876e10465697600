// One key was asked for twice and let through twice, because to ask and to mark were two steps.

import type { Cause } from '../model/cause.ts';
import { formatSpan, type Instant, toIso } from '../model/instant.ts';
import { listed } from '../model/listed.ts';
import { type DoublePass, doublePassOf } from '../model/timeline/double-pass.ts';
import { duplicatedEffects, isStated, madeAt, recordNames, spanBetween } from '../model/timeline/duplicates.ts';
import { markedAt, ownGuardsOf } from '../model/timeline/guards.ts';
import type { Effect } from '../model/timeline/timeline.ts';

export interface DedupeNotAtomic {
  readonly form: DoublePass['form'];
  readonly key: string;
  readonly store: string;
  readonly checks: readonly [number, number];
  /** When each was asked, ISO 8601; null when that was not logged. */
  readonly checkedAt: readonly [string | null, string | null];
  readonly gapMs: number | null;
  /** What tells of the first mark, or of the release; null when neither was logged. */
  readonly mark: number | null;
  readonly markedAt: string | null;
  /** From the second question to the first mark, or from the release to the first object; null when one has no time. */
  readonly lateMs: number | null;
  readonly records: readonly string[];
}

export const dedupeNotAtomic: Cause<DedupeNotAtomic> = {
  id: 'dedupe-not-atomic',
  title: 'The guard was asked twice before it was told once',
  family: 'GUARD',
  severity: 'error',
  deviatesAt: 'guard',
  problem:
    'The guard first looks whether a key is there and later writes it: after the work, or in a second call. Whoever asks in between finds nothing ' +
    'and goes on too. The same happens with a store whose writes are not seen at once everywhere, and with a lock that is given back before what ' +
    'it protects is committed.',
  signs: [
    'two misses for one key in one store; the second question came before the first mark',
    'or two claims of one key, both granted, neither of them expired',
    'or the claim was released before the task was made',
  ],
  fix: [
    'Make the question and the mark one step, before the work: a unique insert, or SET with NX.',
    'Keep the mark after the work, and release it only when the work has failed and nothing was made; never before the commit.',
    'Create the task under the same key as well, with a unique index: two workers then make one.',
    'Use a store that answers with what was last written, not a replica or a cache.',
  ],

  check(timeline) {
    return duplicatedEffects(timeline).flatMap((effect) => {
      const pass = doublePassOf(timeline, effect);
      if (!pass) return [];
      const { first, second, mark, chains } = pass;
      const facts = [first.n, second.n, ...(mark ? [mark.n] : []), ...chains.map(({ record }) => record.n)];
      const isWhole = chains.every((chain) => isStated(chain, 'run'));
      const certainty = isWhole && pass.isCertain ? 'shown' : 'consistent';
      return [{ rule: 'dedupe-not-atomic', args: argsOf(pass, effect), certainty, facts: [...new Set(facts)] }];
    });
  },

  say({ form, key, store, gapMs, mark, records }) {
    const apart = gapMs === null ? '' : `, ${formatSpan(Math.abs(gapMs))} apart`;
    const how = {
      'check-then-act': `The guard was asked for ${key} in ${store} twice${apart}, and answered "not seen" both times: ${mark === null ? 'no mark had been set in between' : 'the mark was set later, in a step of its own'}`,
      'claimed-twice': `${store} granted the claim of ${key} twice${apart}`,
      'released-early': `The claim of ${key} in ${store} was released before the task was made, and the next one was granted`,
    }[form];
    return `${how}. Each made its own: ${listed(records)}.`;
  },

  because({ form, key, checks, checkedAt, gapMs, mark, markedAt: moment, lateMs }) {
    const [first, second] = checks.map((n, i) => (checkedAt[i] ? `#${n} (${checkedAt[i]})` : `#${n}`));
    const apart = gapMs === null ? '' : `, ${formatSpan(Math.abs(gapMs))} apart`;
    const lines = [`${key} was let through at ${first} and again at ${second}${apart}`];
    if (mark === null) {
      lines.push(
        form === 'claimed-twice' ? 'the first claim had not expired' : 'no mark was logged before the second question',
      );
      return lines;
    }
    const told = moment === null ? `#${mark}` : `#${mark} (${moment})`;
    const late = lateMs === null ? '' : `, ${formatSpan(lateMs)}`;
    if (form === 'released-early')
      lines.push(`it was released at ${told}${late && `${late} before the first task was made`}`);
    else lines.push(`the first mark was set at ${told}${late && `${late} after the second question`}`);
    return lines;
  },

  refute(timeline) {
    for (const effect of duplicatedEffects(timeline)) {
      const asked = effect.chains.map((chain) => ownGuardsOf(timeline, effect, chain));
      const keys = asked.map((guards) => new Set(guards.map(({ fields }) => fields.key)));
      const [first, second] = keys;
      if (!first?.size || !second?.size || [...first].some((key) => second.has(key))) continue;
      const facts = asked.flatMap((guards) => guards.map(({ n }) => n));
      return { reason: 'the copies asked for different keys, so neither could have met the other', facts };
    }
    return undefined;
  },
};

function argsOf({ form, first, second, mark, chains }: DoublePass, { chains: all }: Effect): DedupeNotAtomic {
  const marked = mark && (form === 'released-early' ? mark.at : markedAt(mark));
  const until = form === 'released-early' ? madeAt(chains[0]) : marked;
  const from = form === 'released-early' ? marked : second.at;
  return {
    form,
    key: first.fields.key ?? '?',
    store: first.fields.store ?? 'the store',
    checks: [first.n, second.n],
    checkedAt: [isoOf(first.at), isoOf(second.at)],
    gapMs: spanBetween(first, second) ?? null,
    mark: mark?.n ?? null,
    markedAt: isoOf(marked),
    lateMs: from === undefined || until === undefined || until < from ? null : until - from,
    records: recordNames(all),
  };
}

function isoOf(moment: number | undefined): string | null {
  return moment === undefined ? null : toIso(moment as Instant);
}
