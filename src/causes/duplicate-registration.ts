// Two registrations point at one receiver: the source event was sent once to each.

import type { Cause } from '../model/cause.ts';
import { formatSpan } from '../model/instant.ts';
import { pairMade, sentence } from '../model/listed.ts';
import { copiesByDelivery } from '../model/timeline/deliveries.ts';
import { duplicatedEffects, recordNames, spanBetween } from '../model/timeline/duplicates.ts';
import { type FanOut, fanOutOf } from '../model/timeline/fan-out.ts';
import { sameProcess } from '../model/timeline/processes.ts';
import { ofKind, type Timeline } from '../model/timeline/timeline.ts';

/** An answer has to travel to the sender, and the repeat back. Milliseconds. */
const soonestRepeatMs = 100;

export interface DuplicateRegistration {
  readonly sender: string;
  readonly first: number;
  readonly second: number;
  readonly records: readonly string[];
  readonly gapMs: number | null;
  /** The two hooks, installations or triggers; null when the deliveries do not name two. */
  readonly subscriptions: readonly [string, string] | null;
  readonly hasOneBody: boolean;
  /** One function stands behind both, and each fetches or receives for itself. */
  readonly areTriggers: boolean;
}

export const duplicateRegistration: Cause<DuplicateRegistration> = {
  id: 'duplicate-registration',
  title: 'Registered twice, delivered twice',
  family: 'FANOUT',
  severity: 'error',
  deviatesAt: 'delivery',
  problem:
    'Two subscriptions, hooks, installations, rules or triggers send to the same receiver, so one source event arrives once for each, at nearly the ' +
    'same time and without any mark of a repeat. Slack itself delivers an event once per app: there, two such arrivals mean two request addresses ' +
    'behind a forwarder, a forwarder that sends twice, or two installations.',
  signs: [
    'two deliveries for one source event with different hook, installation or delivery ids and the same body',
    'they arrive within milliseconds of each other; neither carries a retry number',
    'one function behind two triggers (two event source mappings, two rules): two invocations with different request ids',
    'every event comes twice, not only the slow ones, since the day when somebody registered again',
  ],
  fix: [
    'Read the live registrations from the sender (its API or settings page) and remove the one too many.',
    'Make registering idempotent: look for an existing hook with this address before a new one is made, also at every deployment.',
    'For Slack look at what stands between: forwarders, tunnels, gateways with two routes to one app, a second installation.',
    'Claim the source event before the create under a key that both deliveries share: the subject, not the delivery id or hook id.',
  ],

  check(timeline) {
    return duplicatedEffects(timeline).flatMap((effect) => {
      const found = fanOutOf(timeline, effect);
      if (found?.kind !== 'registration' || found.first.kind !== 'delivery' || found.second.kind !== 'delivery')
        return [];
      const [a, b] = [found.first.fields, found.second.fields];
      const areTwo = a.subscription_id !== undefined && b.subscription_id !== undefined;
      const args = {
        sender: timeline.sender,
        first: found.first.n,
        second: found.second.n,
        records: recordNames(effect.chains),
        gapMs: found.gapMs,
        subscriptions:
          areTwo && a.subscription_id !== b.subscription_id
            ? ([a.subscription_id ?? '', b.subscription_id ?? ''] as const)
            : null,
        areTriggers: a.transport === 'trigger' && b.transport === 'trigger',
        hasOneBody: a.body_digest !== undefined && a.body_digest === b.body_digest,
      };
      const facts = [found.first.n, found.second.n, ...effect.chains.map(({ record }) => record.n)];
      const isShown = args.subscriptions !== null && found.stated;
      const isUndecided = couldBeTwoApps(found) || couldBeRetry(args, timeline);
      const certainty = isUndecided ? 'open' : isShown ? 'shown' : 'consistent';
      return [{ rule: 'duplicate-registration', args, certainty, facts }];
    });
  },

  say({ sender, gapMs, subscriptions, areTriggers, records }) {
    const apart = gapMs === null ? '' : `, ${formatSpan(gapMs)} apart`;
    const by =
      subscriptions === null
        ? `without a mark of a repeat${apart}; two registrations or forwarders send it`
        : `by two ${areTriggers ? 'triggers of one function' : 'registrations'}, ${subscriptions.join(' and ')}${apart}`;
    return `One ${sender} event arrived ${records.length > 2 ? 'more than once' : 'twice'} ${by}. ${sentence(pairMade('each delivery', records))}.`;
  },

  because({ sender, first, second, gapMs, subscriptions, hasOneBody }) {
    const lines: string[] = [];
    if (subscriptions !== null) lines.push(`#${first} came by ${subscriptions[0]}, #${second} by ${subscriptions[1]}`);
    const soon = gapMs !== null && gapMs < soonestRepeatMs ? 'any repeat' : 'a repeat after a time-out';
    if (gapMs !== null) lines.push(`#${second} arrived ${formatSpan(gapMs)} after #${first}: too soon for ${soon}`);
    lines.push(`neither #${first} nor #${second} is marked as a repeat`);
    if (hasOneBody) lines.push('both have the same body');
    if (subscriptions === null)
      lines.push(`no delivery says by which registration it came, and ${sender} can also have been forwarded twice`);
    return lines;
  },

  refute(timeline) {
    for (const effect of duplicatedEffects(timeline)) {
      const [first, ...others] = copiesByDelivery(timeline, effect).map(({ delivery }) => delivery);
      const marked = others.find(({ fields }) => (fields.retry_num ?? 0) > 0 || fields.retry_reason !== undefined);
      const gap = spanBetween(first, marked);
      if (!first || !marked || gap === undefined) continue;
      const mark = `retry ${marked.fields.retry_num ?? '?'} after ${formatSpan(gap)}`;
      return {
        reason: `the second copy is marked as ${mark}: one registration, sent again`,
        facts: [first.n, marked.n],
      };
    }
    return undefined;
  },
};

function subscriptionOf({ fields }: FanOut['first']): string | undefined {
  return 'subscription_id' in fields ? fields.subscription_id : undefined;
}

/** Slack's events name their app; where it was not logged and two processes took them, there may be two apps. */
function couldBeTwoApps({ first, second }: FanOut): boolean {
  const isUnnamed = first.fields.app_id === undefined || second.fields.app_id === undefined;
  const isSlack = (first.fields.provider ?? 'slack').split('.')[0] === 'slack';
  const areTwoHooks = subscriptionOf(first) !== subscriptionOf(second);
  return isSlack && isUnnamed && (areTwoHooks || sameProcess(first, second) !== 'same');
}

/** An error is repeated at once: where neither answers nor marks nor registrations were logged, nothing tells them apart. */
function couldBeRetry({ subscriptions, first, second, gapMs }: DuplicateRegistration, timeline: Timeline): boolean {
  const [a, b] = [first, second].map((n) => ofKind(timeline, 'delivery').find((one) => one.n === n)?.fields);
  const isOneSending = a?.sent_at !== undefined && a.sent_at === b?.sent_at && !isWithinOneSecond(gapMs);
  return subscriptions === null && !isOneSending && b?.retry_num === undefined && a?.status === undefined;
}

/** A sending is dated to the second: a repeat made at once can bear the date of the first, unless it came sooner than any can. */
function isWithinOneSecond(gapMs: number | null): boolean {
  return gapMs !== null && gapMs >= soonestRepeatMs && gapMs < 1_000;
}
