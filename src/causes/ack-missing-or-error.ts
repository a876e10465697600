// The first delivery got an error or no answer at all, although it had made something; the sender sent it again.

import type { Cause } from '../model/cause.ts';
import { formatSpan } from '../model/instant.ts';
import { listed } from '../model/listed.ts';
import { neverArrived } from '../model/timeline/deliveries.ts';
import { duplicatedEffects } from '../model/timeline/duplicates.ts';
import {
  alsoMade,
  firstRedelivery,
  type Redelivery,
  redeliveryFacts,
  redeliveryOf,
} from '../model/timeline/redelivery.ts';
import { type RepeatedDeliveryArgs, repeatedDeliveryArgs } from '../model/timeline/repeated-delivery.ts';
import type { Effect, Timeline } from '../model/timeline/timeline.ts';
import { providerOf } from '../providers/index.ts';

export interface AckMissingOrError extends RepeatedDeliveryArgs {
  /** What the app answered to the first copy; null when that was not logged. */
  readonly status: number | null;
  /** Of the run of the first copy; null when it did not fail or was not logged. */
  readonly errorCode: string | null;
  readonly hasFailed: boolean;
  /** The reason says that the attempt did not get as far as the app. */
  readonly isUnreached: boolean;
  /** What the sender's documentation says of this reason. */
  readonly reading: string | null;
}

export const ackMissingOrError: Cause<AckMissingOrError> = {
  id: 'ack-missing-or-error',
  title: 'Answered with an error, or not at all, and sent again',
  family: 'REDELIVERY',
  severity: 'error',
  deviatesAt: 'delivery',
  problem:
    'The sender takes every answer but a 2xx, and no answer, for a failed delivery and sends the event again. Here the first delivery had done ' +
    'its work, or a part of it, before it failed: an exception after the create, a branch of the code that never answers, a proxy that cut the ' +
    'connection. The repeat starts from the beginning and makes a second task.',
  signs: [
    'two or more deliveries with one event id; the later ones carry the reason http_error, connection_failed, ssl_error, too_many_redirects or unknown_error',
    'the first delivery was answered with a status that is not 2xx, within the time that the sender waits, or has no answer at all',
    'the run of the first delivery failed after the create',
    'Bolt for Python answers 404 to an event that no listener handles, so Slack sends it three more times; Bolt for JavaScript answers 200',
  ],
  fix: [
    'Claim the event with a unique insert before the create, in the same transaction where that can be: a failure after the create must find it again.',
    'Register the event and answer 200 before the work, so that a failure of the work is retried from your own queue and not by the sender.',
    'Answer 2xx to every valid event, also to one that is not handled, or unsubscribe from it.',
    'Do not drop requests because they carry a retry header: after connection_failed or ssl_error the first delivery may never have reached the app.',
  ],

  check(timeline) {
    return duplicatedEffects(timeline).flatMap((effect) => {
      const sent = redeliveryOf(timeline, effect);
      if (sent?.why !== 'error' && sent?.why !== 'missing') return [];
      const args = argsOf(timeline, effect, sent);
      const isError = args.status !== null && args.status >= 300;
      const isNamed = args.reason !== null && (args.reason === 'http_error' || args.reason === 'unknown_error');
      const certainty = isError && isNamed && sent.stated ? 'shown' : 'consistent';
      return [{ rule: 'ack-missing-or-error', args, certainty, facts: redeliveryFacts(sent, effect) }];
    });
  },

  say({ sender, status, answerMs, reason, hasFailed, records, others, arrivals }) {
    const when = answerMs === null ? '' : ` after ${formatSpan(answerMs)}`;
    const seen = reason === null ? '' : ` (${reason})`;
    const why =
      status !== null && status >= 300
        ? `because the first delivery was answered with ${status}${when}${seen}`
        : status !== null
          ? `although the app answered ${status}${when}: what reached the sender was an error${seen}`
          : `because the first delivery got no answer that it could take${seen}`;
    const failed = hasFailed
      ? 'The first run had made its task before it failed'
      : 'The first delivery had made its task';
    return `${sender} sent the event again ${why}. ${failed}, and ${arrivals > 2 && others.length === 0 ? 'each repeat' : 'the repeat'} made another: ${listed(records)}${others.length === 0 ? '' : `; ${listed(others)} came besides`}.`;
  },

  because({
    first,
    repeat,
    status,
    answerMs,
    errorCode,
    hasFailed,
    gapMs,
    retryNum,
    reason,
    reading,
    isUnreached,
    others,
  }) {
    const lines: string[] = [];
    if (status !== null)
      lines.push(`#${first} was answered with ${status}${answerMs === null ? '' : ` after ${formatSpan(answerMs)}`}`);
    else lines.push(`no answer to #${first} was logged`);
    if (hasFailed) lines.push(`the run of #${first} failed${errorCode === null ? '' : ` (${errorCode})`}`);
    if (retryNum !== null || reason !== null)
      lines.push(`#${repeat} says retry ${retryNum ?? '?'}, reason ${reason ?? 'not logged'}`);
    if (reason !== null && reading !== null) lines.push(`${reason} means: ${reading}`);
    if (isUnreached)
      lines.push(`yet #${first} arrived: it broke off later, or an attempt between the two is not in the evidence`);
    if (gapMs !== null) lines.push(`#${repeat} arrived ${formatSpan(gapMs)} after #${first}`);
    return [...lines, ...alsoMade(others)];
  },

  refute(timeline) {
    const sent = firstRedelivery(timeline);
    const status = sent?.first.fields.status;
    if (!sent || sent.reason === null || status === undefined || status >= 300) return undefined;
    if (sent.why === 'error' || sent.why === 'missing') return undefined;
    const reason = `the first copy was answered with ${status}, and the sender's reason is ${sent.reason}`;
    return { reason, facts: [sent.first.n, sent.next.n] };
  },
};

function argsOf(timeline: Timeline, effect: Effect, sent: Redelivery): AckMissingOrError {
  const { first, next, made, reason } = sent;
  const failed = made.map(({ run }) => run).find((run) => run?.fields.outcome === 'failed');
  const provider = providerOf(timeline.events[0]?.provider ?? 'slack');
  return {
    ...repeatedDeliveryArgs(timeline, effect, sent),
    repeat: next.n,
    status: first.fields.status ?? null,
    errorCode: failed?.fields.error_code ?? null,
    hasFailed: failed !== undefined,
    isUnreached: neverArrived(timeline, reason ?? undefined),
    reading: reason === null ? null : (provider?.retryReasons[reason] ?? null),
  };
}
