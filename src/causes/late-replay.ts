// An old event came back, long after its sender's ordinary repeats were over.

import type { Cause } from '../model/cause.ts';
import { formatSpan } from '../model/instant.ts';
import { listed } from '../model/listed.ts';
import { repeatsByItself } from '../model/provider.ts';
import type { Certainty } from '../model/rule.ts';
import { duplicatedEffects } from '../model/timeline/duplicates.ts';
import { type Replay, replayOf } from '../model/timeline/replay.ts';

export interface LateReplay {
  readonly sender: string;
  readonly event: string;
  /** The first arrival; null when only the late one was logged. */
  readonly first: number | null;
  readonly late: number;
  /** From the first arrival, else from when the event happened, to the late arrival. */
  readonly ageMs: number;
  readonly by: Replay['by'];
  /** How long the sender's ordinary repeats last, and with its longest setting. */
  readonly horizonMs: number;
  readonly extendedHorizonMs: number;
  readonly retryNum: number | null;
  /** The receiver came up or connected again shortly before. */
  readonly restart: Replay['restart'];
  /** Another repeat had made a copy before. */
  readonly isFurther: boolean;
  readonly records: readonly string[];
}

export const lateReplay: Cause<LateReplay> = {
  id: 'late-replay',
  title: 'An old event came back, hours later',
  family: 'REDELIVERY',
  severity: 'error',
  deviatesAt: 'delivery',
  problem:
    'An event that was handled long ago arrives again: after a restart or a reconnect, out of a backlog, from a log that is read once more, with ' +
    "Slack's delayed events (hourly for a day), after a reinstall. Replays after 13 minutes, an hour and 17 hours were reported. By then a guard with a " +
    'short life has forgotten the event, and the payload may hold less than the first one did. At-least-once delivery is a guarantee and ' +
    'not a bug: the handler has to know what it has done for longer than the sender can repeat.',
  signs: [
    'one event id, two arrivals further apart than the sender repeats (Slack: about six minutes; with delayed events a day)',
    'event_time is far older than the arrival',
    'a process started or a connection opened shortly before',
    'the lifetime of the claim was shorter than the gap',
  ],
  fix: [
    'Keep the claim longer than the longest replay: at least 25 hours for Slack, seven days by default, in a store that survives a restart.',
    'Put the source_event_key on the task under a unique index, which has no lifetime.',
    'Compare event_time with the clock before the create; let an event that is too old go to a person or to a check of the target, not to the create.',
    'Commit the position in a stream or log before the process may stop, so that a restart begins where it ended.',
  ],

  check(timeline) {
    return duplicatedEffects(timeline).flatMap((effect) => {
      const found = replayOf(timeline, effect);
      if (!found || !timeline.retries) return [];
      const { first, late, chains } = found;
      const args: LateReplay = {
        sender: timeline.sender,
        event: late.fields.event_id ?? '?',
        first: first?.n ?? null,
        late: late.n,
        ageMs: found.ageMs,
        by: found.by,
        horizonMs: timeline.retries.horizonMs,
        extendedHorizonMs: timeline.retries.extendedHorizonMs,
        retryNum: late.fields.retry_num ?? null,
        restart: found.restart,
        isFurther: found.isFurther,
        records: chains.map(({ record }) => record.fields.record_id ?? '?'),
      };
      const facts = [
        ...(first ? [first.n] : []),
        ...(found.restart ? [found.restart.fact] : []),
        late.n,
        ...chains.map(({ record }) => record.n),
      ];
      return [{ rule: 'late-replay', args, certainty: certaintyOf(found), facts }];
    });
  },

  /** What made the earlier copies came first. */
  linkOf: ({ isFurther }) => (isFurther ? 'guard' : 'delivery'),

  say({ sender, event, ageMs, by, restart, records }) {
    const when =
      by === 'arrival' ? `${formatSpan(ageMs)} after it had first arrived` : `when it was ${formatSpan(ageMs)} old`;
    const after = restart === null ? '' : `, just after ${restart.instance} had ${restart.what}`;
    return `${sender} event ${event} came again ${when}${after}: a late replay, which found nothing that still knew of it. The copies: ${listed(records)}.`;
  },

  because({ sender, first, late, ageMs, by, horizonMs, extendedHorizonMs, retryNum, restart }) {
    const lines = [
      by === 'arrival'
        ? `#${late} arrived ${formatSpan(ageMs)} after #${first}`
        : `#${late} arrived ${formatSpan(ageMs)} after its own event_time`,
    ];
    lines.push(
      ageMs > extendedHorizonMs
        ? `the repeats of ${sender} end after ${formatSpan(extendedHorizonMs)} at the latest`
        : `the ordinary repeats of ${sender} end after ${formatSpan(horizonMs)}; with its longest setting after ${formatSpan(extendedHorizonMs)}`,
    );
    if (retryNum !== null && retryNum > 0) lines.push(`#${late} still calls itself retry ${retryNum}`);
    if (restart)
      lines.push(`${restart.instance} had ${restart.what} ${formatSpan(restart.beforeMs)} before (#${restart.fact})`);
    return lines;
  },

  refute(timeline) {
    if (!timeline.retries || !repeatsByItself(timeline.retries)) return undefined;
    for (const { chains } of duplicatedEffects(timeline)) {
      const arrivals = chains.flatMap(({ delivery }) =>
        delivery?.at === undefined ? [] : [{ n: delivery.n, at: delivery.at }],
      );
      const times = arrivals.map(({ at }) => at);
      const span = Math.max(...times) - Math.min(...times);
      if (arrivals.length < chains.length || span > timeline.retries.horizonMs || span < worthAWordMs) continue;
      const reason = `all copies arrived within ${formatSpan(span)}, in the time of ordinary repeats`;
      return { reason, facts: [...new Set(arrivals.map(({ n }) => n))] };
    }
    return undefined;
  },
};

/** Of copies closer together nobody thinks that they are old. */
const worthAWordMs = 60_000;

/** An age that is only read from the event's own time does not show that it had come before. */
function certaintyOf({ by, isStated }: Replay): Certainty {
  return by === 'arrival' && isStated ? 'shown' : 'consistent';
}
