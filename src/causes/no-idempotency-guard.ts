// The same event came again, as every sender may do, and nothing asked whether it had been seen before.

import type { Cause } from '../model/cause.ts';
import { formatSpan } from '../model/instant.ts';
import { listed, times } from '../model/listed.ts';
import { repeatsByItself } from '../model/provider.ts';
import { hidesSomething } from '../model/source.ts';
import { countedAnew } from '../model/timeline/deliveries.ts';
import { duplicatedEffects, spanBetween } from '../model/timeline/duplicates.ts';
import { fanOutOf, sideBySideMs } from '../model/timeline/fan-out.ts';
import {
  alsoMade,
  firstRedelivery,
  type Redelivery,
  redeliveryFacts,
  redeliveryOf,
} from '../model/timeline/redelivery.ts';
import { type RepeatedDeliveryArgs, repeatedDeliveryArgs } from '../model/timeline/repeated-delivery.ts';
import { stepOf } from '../model/timeline/schedule.ts';
import { searches } from '../model/timeline/searches.ts';
import type { Effect, Timeline } from '../model/timeline/timeline.ts';
import { ofKind } from '../model/timeline/timeline.ts';
import { isMarked } from '../model/timeline/unmarked-repeats.ts';

export interface NoIdempotencyGuard extends RepeatedDeliveryArgs {
  readonly event: string;
  /** Nothing about the first delivery asked for a repeat. */
  readonly isOrdinary: boolean;
  /** Unmarked, and at a moment when the sender makes no retry: something else sent it. */
  readonly isOffSchedule: boolean;
  /** The sender repeats nothing by itself: somebody asked for the second copy. */
  readonly wasAskedFor: boolean;
  /** The sources record questions to a guard, so that none means none was asked. */
  readonly recordsGuards: boolean;
}

export const noIdempotencyGuard: Cause<NoIdempotencyGuard> = {
  id: 'no-idempotency-guard',
  title: 'The event came twice and nothing claimed its id',
  family: 'REDELIVERY',
  severity: 'error',
  deviatesAt: 'guard',
  problem:
    'Every sender that promises at-least-once delivery sends some events more than once: after a lost answer, a reconnect, a resume, a redelivery by ' +
    'hand. That is a guarantee and not a fault. Here both copies carry the same event id, both went as far as the create, and nothing between ' +
    'the arrival and the create claimed the id.',
  signs: [
    'two deliveries with one event id; both led to a task',
    'no question to a guard stands between the arrival and the create of either',
    'it stays when the reason for the repeat goes away: the next repeat has another reason',
  ],
  fix: [
    'Claim the event before the create with one insert into a table with a unique key of app, workspace and event id; a repeat fails to insert, answers 200 and stops.',
    'Let the claim and the job be written in one transaction, so that no claim stands without work behind it.',
    'Put the source_event_key on the task under a unique index: the last guard is the one next to the effect.',
    'Keep the claim in a store that all instances share, longer than the sender can repeat: at least 25 hours for Slack.',
  ],

  check(timeline) {
    return duplicatedEffects(timeline).flatMap((effect) => {
      const sent = redeliveryOf(timeline, effect);
      if (!sent || fanOutOf(timeline, effect) || guardsAsked(timeline).length > 0) return [];
      const args = argsOf(timeline, effect, sent);
      const certainty = isUndecided(args, sent) ? 'open' : sent.stated ? 'shown' : 'consistent';
      return [{ rule: 'no-idempotency-guard', args, certainty, facts: redeliveryFacts(sent, effect) }];
    });
  },

  say({ sender, event, gapMs, isOrdinary, wasAskedFor, recordsGuards, records, others, arrivals }) {
    const when = gapMs === null ? '' : `, ${arrivals > 2 ? 'two of them ' : ''}${formatSpan(gapMs)} apart`;
    const guard = recordsGuards ? 'no guard was asked for either' : 'no guard is seen between arrival and create';
    const allowed = wasAskedFor ? ', the second time on request' : ', as at-least-once delivery allows';
    const what = isOrdinary ? allowed : '';
    return `${sender} delivered ${event} ${times(arrivals)}${when}${what}, and ${guard}: ${others.length > 0 ? `these two made ${listed(records)}, and ${listed(others)} came besides` : `each copy made its own, ${listed(records)}`}.`;
  },

  because({
    sender,
    event,
    first,
    repeat,
    wasAskedFor,
    reason,
    answerMs,
    deadlineMs,
    isOrdinary,
    isOffSchedule,
    recordsGuards,
    firstAttempts,
    others,
  }) {
    const lines = [`#${first} and #${repeat} carry one event id, ${event}, and both led to a create`];
    if (isOrdinary && answerMs !== null && answerMs < deadlineMs)
      lines.push(`#${first} was answered after ${formatSpan(answerMs)}, in time`);
    if (wasAskedFor)
      lines.push(`${sender} sends nothing again by itself: #${repeat} was asked for, by hand or through its API`);
    else if (isOrdinary && reason === null) lines.push(`#${repeat} gives no reason for coming`);
    if (isOffSchedule)
      lines.push(
        `no retry is due then: it was sent by hand, by a second subscription, or by a proxy that forwards twice, and no field tells which`,
      );
    lines.push(
      recordsGuards
        ? 'the evidence records questions to a guard, and none was asked about this event'
        : 'whether a guard was asked is not recorded: guard lines in the log would show it',
    );
    return [...lines, ...alsoMade(others), ...countedAnew(firstAttempts)];
  },

  refute(timeline) {
    const asked = guardsAsked(timeline);
    const [guard] = asked;
    if (!firstRedelivery(timeline) || !guard) return undefined;
    if (guard.kind === 'operation')
      return { reason: 'the create has a row of its own in the ledger, which is a guard', facts: [guard.n] };
    if (guard.kind === 'call')
      return { reason: `the target was searched before the create (#${guard.n}), which is a guard`, facts: [guard.n] };
    const { key, result } = guard.fields;
    const told = result === undefined ? '' : `, which said ${result}`;
    return {
      reason: `a guard was asked ${times(asked.length)}: #${guard.n}${key === undefined ? '' : ` for ${key}`}${told}`,
      facts: asked.map(({ n }) => n),
    };
  },
};

function argsOf(timeline: Timeline, effect: Effect, sent: Redelivery): NoIdempotencyGuard {
  const { first, repeat, why } = sent;
  const gapMs = spanBetween(first, repeat) ?? null;
  const { retries } = timeline;
  const isUnmarked = !isMarked(repeat) && gapMs !== null;
  const wasAskedFor = retries !== undefined && !repeatsByItself(retries);
  return {
    ...repeatedDeliveryArgs(timeline, effect, sent),
    event: first.fields.event_id ?? '?',
    gapMs,
    reason: repeat.fields.retry_reason ?? null,
    isOrdinary: why === 'ordinary',
    wasAskedFor,
    // Only where the waits are known can a moment lie outside them.
    isOffSchedule:
      isUnmarked &&
      retries !== undefined &&
      retries.retryGapsMs.length > 0 &&
      stepOf(retries, gapMs, first) === undefined,
    recordsGuards: seesGuards(timeline, sent),
  };
}

/**
 * Where no source records questions to a guard, one that failed looks like none. And two arrivals side by side are no
 * repeat: two registrations or two processes took the event, and what would tell them apart was not logged.
 */
function isUndecided(
  { recordsGuards, isOrdinary, wasAskedFor, gapMs }: NoIdempotencyGuard,
  { first, next }: Redelivery,
) {
  const isMarkedOne = isMarked(first) || isMarked(next);
  const isSideBySide = gapMs !== null && gapMs <= sideBySideMs;
  return !recordsGuards || (isOrdinary && !wasAskedFor && !isMarkedOne && isSideBySide);
}

/** A ledger with one row per effect is a guard too, and so is a search of the target before the create. */
function guardsAsked(timeline: Timeline) {
  return [...ofKind(timeline, 'guard'), ...ofKind(timeline, 'operation'), ...searches(timeline)];
}

/** A source that records guards, read over the time of both deliveries and without a hole. */
function seesGuards({ coverage, gaps }: Timeline, { first, repeat }: Redelivery): boolean {
  if (gaps.some(hidesSomething)) return false;
  // A search of the target before the create would have been a guard as well.
  if (!coverage.some(({ sees }) => sees.includes('call'))) return false;
  return coverage.some(
    ({ sees, from, to }) =>
      sees.includes('guard') &&
      (from === undefined || first.at === undefined || from <= first.at) &&
      (to === undefined || repeat.at === undefined || to >= repeat.at),
  );
}
