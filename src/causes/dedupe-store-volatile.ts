// The guard knew the event once, and had forgotten it, or never shared it, when the copy came.

import type { Cause } from '../model/cause.ts';
import { formatSpan, type Instant, toIso } from '../model/instant.ts';
import { listed } from '../model/listed.ts';
import { doublePassOf } from '../model/timeline/double-pass.ts';
import { duplicatedEffects, isStated, recordNames } from '../model/timeline/duplicates.ts';
import { isTied, markedAt } from '../model/timeline/guards.ts';
import { type LossForm, type LostMark, lostMarkOf } from '../model/timeline/lost-marks.ts';
import { processNames } from '../model/timeline/processes.ts';
import type { Effect, Timeline } from '../model/timeline/timeline.ts';

export interface DedupeStoreVolatile {
  readonly form: LossForm;
  readonly key: string;
  readonly store: string;
  /** The mark, or the first question; and the question that found nothing. */
  readonly facts: readonly [number, number];
  readonly processes: readonly [string, string];
  /** ISO 8601; null when no mark or no end was logged. */
  readonly markedAt: string | null;
  readonly expiresAt: string | null;
  /** How long the mark was to live; null when its end was not logged. Milliseconds, as the others. */
  readonly livesMs: number | null;
  /** From the mark, or the first question, to the question that found nothing. */
  readonly gapMs: number | null;
  /** The longest that the sender goes on repeating; null when it is not known. */
  readonly floorMs: number | null;
  readonly restart: number | null;
  readonly records: readonly string[];
}

export const dedupeStoreVolatile: Cause<DedupeStoreVolatile> = {
  id: 'dedupe-store-volatile',
  title: 'The guard had forgotten, or never shared, what it was told',
  family: 'GUARD',
  severity: 'error',
  deviatesAt: 'guard',
  problem:
    'The first copy left its mark, and the mark was not there when the second asked: it lived in the memory of one process, ran out before the last ' +
    'repeat, was evicted, went with a restart, or was removed together with the job that it stood for. The guard worked whenever it was tested, ' +
    'and fails for exactly the copies that come late or elsewhere.',
  signs: [
    'a mark for the key, later a question for the same key in the same store, answered "not seen", and no release between them',
    'the two were asked in different processes of a guard that lives in memory, or a restart lies between them',
    'or the gap is longer than the mark was to live: five minutes meet the last Slack retry exactly, and real replays came after 13 min, 1 h and 17 h',
  ],
  fix: [
    'Keep the claim in a store that all instances share and that survives a restart, at least as durable as the queue behind it: a table with a unique key.',
    'Keep it longer than the sender can repeat: at least 25 hours for Slack, seven days by default.',
    'Keep a claim apart from the job and from caches that evict: what is removed with the job cannot stop its copy.',
    'Put the source_event_key under a unique index on the task as well, so that a forgotten claim cannot make a second one.',
  ],

  check(timeline) {
    return duplicatedEffects(timeline).flatMap((effect) => {
      const lost = lostMarkOf(timeline, effect);
      if (!lost || doublePassOf(timeline, effect)) return [];
      const { first, second, restart, chains } = lost;
      const numbers = [first, second, restart, ...chains.map(({ record }) => record)].flatMap((fact) => fact?.n ?? []);
      const isWhole = chains.every((chain) => isStated(chain, 'run'));
      const isShown = isWhole && lost.isCertain;
      const isGuess =
        couldBeTwoApps(lost) || (lost.form === 'gone' && ![first, second].every((one) => isTied(timeline, one)));
      const certainty = isGuess ? 'open' : isShown ? 'shown' : 'consistent';
      const args = argsOf(timeline, lost, effect);
      return [{ rule: 'dedupe-store-volatile', args, certainty, facts: [...new Set(numbers)] }];
    });
  },

  say({ form, key, store, processes, gapMs, livesMs, records }) {
    const later = gapMs === null ? 'later' : `${formatSpan(gapMs)} later`;
    const how = {
      'own-memory': `${processes[0]} and ${processes[1]} each asked a memory of their own for ${key}, and neither could know of the other`,
      restarted: `${store} had the mark for ${key} until its process began anew; the copy asked ${later} and found nothing`,
      expired: `The mark for ${key} in ${store} lived ${livesMs === null ? 'too short' : formatSpan(livesMs)}; the copy asked ${later} and found nothing`,
      gone: `The mark for ${key} in ${store} was set, and the copy that asked ${later} found nothing`,
    }[form];
    return `${how}. Each made its own: ${listed(records)}.`;
  },

  because({ form, facts, key, markedAt: marked, expiresAt, livesMs, gapMs, floorMs, restart, processes }) {
    const [mark, question] = facts.map((n) => `#${n}`);
    const lines =
      form === 'own-memory'
        ? [`${mark} was asked in ${processes[0]}, ${question} in ${processes[1]}, both for ${key}`]
        : [`${key} was marked at ${mark}${marked === null ? '' : ` (${marked})`}, and ${question} found nothing`];
    if (gapMs !== null) lines.push(`${question} came ${formatSpan(gapMs)} after ${mark}`);
    if (restart !== null) lines.push(`the process began anew between them (#${restart})`);
    if (form === 'expired' && expiresAt !== null) lines.push(`the mark ended at ${expiresAt}`);
    if (form === 'gone')
      lines.push(
        expiresAt === null
          ? 'no release and no end of the mark was logged: evicted, flushed, or removed with something else'
          : `it was to live until ${expiresAt} and was not released: evicted, flushed, or removed with something else`,
      );
    if (livesMs !== null && floorMs !== null && livesMs < floorMs)
      lines.push(`it was to live ${formatSpan(livesMs)}, and the sender can repeat for ${formatSpan(floorMs)}`);
    return lines;
  },

  refute(timeline) {
    for (const effect of duplicatedEffects(timeline)) {
      const pass = doublePassOf(timeline, effect);
      if (pass?.form !== 'check-then-act' || !pass.mark || pass.mark.n < pass.second.n) continue;
      const { first, second, mark } = pass;
      const reason = `no mark was there to lose: #${second.n} asked before the first was set (#${mark.n})`;
      return { reason, facts: [first.n, second.n, mark.n] };
    }
    return undefined;
  },
};

/** Apps that were not logged, behind registrations that are not known to be one: each may have a memory of its own by right. */
function couldBeTwoApps({ form, chains }: LostMark): boolean {
  const [a, b] = chains.map(({ delivery }) => delivery?.fields);
  const isUnnamed = (a?.provider ?? 'slack').split('.')[0] === 'slack' && (a?.app_id ?? b?.app_id) === undefined;
  const isOneHook = a?.subscription_id !== undefined && a.subscription_id === b?.subscription_id;
  return form === 'own-memory' && isUnnamed && !isOneHook;
}

function argsOf(timeline: Timeline, lost: LostMark, { chains }: Effect): DedupeStoreVolatile {
  const { form, first, second, restart, expiresAt } = lost;
  const marked = form === 'own-memory' ? undefined : markedAt(first);
  const from = marked ?? first.at;
  return {
    form,
    key: second.fields.key ?? '?',
    store: second.fields.store ?? 'the store',
    facts: [first.n, second.n],
    processes: processNames(first, second),
    markedAt: isoOf(marked),
    expiresAt: isoOf(expiresAt),
    livesMs: expiresAt === undefined || marked === undefined ? null : expiresAt - marked,
    gapMs: from === undefined || second.at === undefined ? null : second.at - from,
    floorMs: timeline.retries?.extendedHorizonMs ?? null,
    restart: restart?.n ?? null,
    records: recordNames(chains),
  };
}

function isoOf(moment: number | undefined): string | null {
  return moment === undefined ? null : toIso(moment as Instant);
}
