// The sender, or something between it and the app, sent one thing more than once and said nothing of it.

import type { Cause } from '../model/cause.ts';
import { formatSpan } from '../model/instant.ts';
import { listed } from '../model/listed.ts';
import type { Certainty } from '../model/rule.ts';
import { answerSpan } from '../model/timeline/deliveries.ts';
import { duplicatedEffects, isStated, spanBetween } from '../model/timeline/duplicates.ts';
import { twoKeysOf } from '../model/timeline/keys.ts';
import type { PlatformRetry } from '../model/timeline/platform-retry.ts';
import { type UnmarkedCopies, unmarkedCopies } from '../model/timeline/unmarked.ts';

export interface ProviderUnmarkedDuplicate {
  readonly sender: string;
  /**
   * `copies`: one thing under several event ids. `workspaces`: seen through two workspaces of a shared channel. `resent`: the
   * sender's own client sent it twice. `underway`: one sending arrived twice, so it was doubled on the way. `platform`: one
   * invocation of a function was run twice.
   */
  readonly form: UnmarkedCopies['form'];
  readonly events: readonly string[];
  readonly deliveries: readonly number[];
  /** What shows that it is one thing: a field, and its value. */
  readonly shared: { readonly field: string; readonly value: string };
  readonly workspaces: readonly string[];
  /** From the first arrival to the last; null when one has no time. */
  readonly spanMs: number | null;
  /** From the first arrival to its answer; null when that was not logged. */
  readonly answerMs: number | null;
  /** Every copy says that it is no retry; false: the retry fields of at least one were not logged. */
  readonly isUnmarkedForSure: boolean;
  /** This sender gives each hook's delivery an id of its own, and no hook was logged. */
  readonly couldBeTwoHooks: boolean;
  /** Of `platform`: the two runs, from the end of the one to the beginning of the other, and how the first ended where that was logged. */
  readonly ranAgain: {
    readonly runs: readonly [number, number];
    readonly pauseMs: number | null;
    readonly wasDone: boolean;
  } | null;
  readonly records: readonly string[];
}

export const providerUnmarkedDuplicate: Cause<ProviderUnmarkedDuplicate> = {
  id: 'provider-unmarked-duplicate',
  title: 'Sent or run twice without a mark: by the sender, on the way, or by the platform',
  family: 'REDELIVERY',
  severity: 'error',
  deviatesAt: 'delivery',
  problem:
    'One user action arrives several times, the answers are fast, and nothing says that a copy is a repeat: no retry number, often an event id of ' +
    'its own each time. Senders do this in incidents (eleven ids for one message were reported), for a channel that two workspaces share, ' +
    "or because the user's own client sent the message again; a hosting platform can double a request on the way, and run a function twice for one request. At-least-once delivery is a " +
    'guarantee and not a bug, and a guard on the event id alone cannot see any of these.',
  signs: [
    'several event ids with one channel and ts (or one client_msg_id), the same type, no retry number, answers in time',
    'two team ids with one channel and ts: a Slack Connect channel',
    'one client_msg_id with two ts: a client that sent again',
    'one time of sending and one body, arriving seconds apart: doubled between the sender and the app',
    'a function that was started twice under one request id, though the first run had not failed: a caller that repeats gets a new id',
  ],
  fix: [
    'Make the handler safe with a second key beside the event id: for a message channel and ts, then client_msg_id; claim it before the create.',
    'Create under a source_event_key that is built from the subject, so that copies with different event ids make one task.',
    'Keep workspace, envelope and delivery ids out of that key: they differ between such copies.',
    'Log the retry headers and the registration of every delivery, so that the next case can be told from a retry and from two registrations.',
  ],

  check(timeline) {
    return duplicatedEffects(timeline).flatMap((effect) => {
      const found = unmarkedCopies(timeline, effect);
      if (!found) return [];
      // What the sender does by its rules is no deviation where a guard was there to meet it: then its key is.
      const isByRule = found.form === 'workspaces' || found.form === 'resent';
      if (isByRule && twoKeysOf(timeline, effect)) return [];
      const { form, deliveries, chains, shared } = found;
      const [first] = deliveries;
      const args: ProviderUnmarkedDuplicate = {
        sender: timeline.sender,
        form,
        events: [...new Set(found.events)],
        deliveries: deliveries.map(({ n }) => n),
        shared,
        workspaces: [...new Set(deliveries.flatMap(({ fields }) => fields.workspace_id ?? []))],
        spanMs: spanBetween(first, deliveries.at(-1)) ?? null,
        answerMs: (first && answerSpan(first)) ?? null,
        isUnmarkedForSure: deliveries.every(({ fields }) => fields.retry_num === 0),
        couldBeTwoHooks: found.couldBeTwoHooks,
        ranAgain: found.ranAgain ? ranAgainOf(found.ranAgain) : null,
        records: chains.map(({ record }) => record.fields.record_id ?? '?'),
      };
      const isWhole = chains.every((chain) => isStated(chain, form === 'platform' ? 'run' : 'delivery'));
      const facts = [...args.deliveries, ...(args.ranAgain?.runs ?? []), ...chains.map(({ record }) => record.n)];
      return [
        {
          rule: 'provider-unmarked-duplicate',
          args,
          certainty: couldBeTwoApps(found) || mayHaveFailed(found) ? 'open' : certaintyOf(args, isWhole),
          facts,
        },
      ];
    });
  },

  say({ sender, form, events, deliveries, workspaces, shared, ranAgain, records }) {
    const made = `each made its own: ${listed(records)}`;
    const times = deliveries.length === 2 ? 'twice' : `${deliveries.length} times`;
    return {
      copies: `${sender} delivered one thing ${times} under ${events.length} event ids and marked none as a repeat; ${made}.`,
      workspaces: `One message of a shared channel came by ${workspaces.length} workspaces, ${workspaces.join(' and ')}, under ${events.length} event ids; ${made}.`,
      resent: `The sender's client sent one message ${times}: ${sender} kept ${events.length} messages with one client_msg_id, and ${made}.`,
      underway: `One sending of ${events.join(' and ')} arrived ${times}: it was doubled between ${sender} and the app, and ${made}.`,
      platform: `The platform ran the function for ${events.join(' and ') || 'one event'} again under the request id that it had, ${shared.value}: ${endIn(ranAgain)}. Each run made its own: ${listed(records)}.`,
    }[form];
  },

  because({ sender, form, ranAgain, deliveries, shared, spanMs, answerMs, isUnmarkedForSure, couldBeTwoHooks }) {
    if (ranAgain) return reasonsOf(ranAgain);
    const places = deliveries.map((n) => `#${n}`).join(', ');
    const lines = [`${places} have one ${shared.field}, ${shared.value}`];
    if (spanMs !== null) lines.push(`they arrived within ${formatSpan(spanMs)}`);
    lines.push(
      isUnmarkedForSure
        ? 'each says that it is a first attempt'
        : 'none says that it is a repeat; whether the retry fields were logged at all is not shown',
    );
    if (answerMs !== null && form !== 'underway')
      lines.push(`#${deliveries[0]} was answered after ${formatSpan(answerMs)}`);
    if (form === 'underway')
      lines.push(`${sender} stamps and signs each attempt anew, and these have one stamp and one body`);
    if (couldBeTwoHooks)
      lines.push(
        `${sender} gives each hook's delivery an id of its own: two hooks would look the same, log subscription_id`,
      );
    return lines;
  },

  refute(timeline) {
    for (const effect of duplicatedEffects(timeline)) {
      const marked = effect.chains
        .flatMap(({ delivery }) => delivery ?? [])
        .find(({ fields }) => (fields.retry_num ?? 0) > 0);
      if (!marked) continue;
      const { retry_num, retry_reason } = marked.fields;
      const why = retry_reason === undefined ? '' : `, for ${retry_reason}`;
      return {
        reason: `#${marked.n} says that it is retry ${retry_num}${why}: the sender marked it`,
        facts: [marked.n],
      };
    }
    return undefined;
  },
};

function ranAgainOf({ first, again, outcome }: PlatformRetry): ProviderUnmarkedDuplicate['ranAgain'] {
  const [ended, began] = [first.fields.finished_at, again.fields.started_at ?? again.at];
  const pauseMs = ended === undefined || began === undefined ? null : began - ended;
  return { runs: [first.n, again.n], pauseMs, wasDone: outcome === 'done' };
}

function endIn(ranAgain: ProviderUnmarkedDuplicate['ranAgain']): string {
  return ranAgain?.wasDone ? 'the first run had ended well' : 'whether the first run had failed, no line says';
}

function reasonsOf({ runs: [first, again], pauseMs, wasDone }: NonNullable<ProviderUnmarkedDuplicate['ranAgain']>) {
  const lines = [`#${first} and #${again} carry one request id: a caller that calls again gets a new one`];
  if (pauseMs !== null) lines.push(`#${again} began ${formatSpan(pauseMs)} after #${first} had ended`);
  lines.push(
    wasDone
      ? `#${first} ended as done: the platform promises at least one run, not one alone`
      : `after a failure the platform would run it again as well: then partial-commit-retry fits, and only the outcome of #${first} tells`,
  );
  return lines;
}

/** A failure of the first run is another cause; only where the platform says that it ran twice is that alone known. */
function mayHaveFailed({ ranAgain }: UnmarkedCopies): boolean {
  return ranAgain !== undefined && !(ranAgain.outcome === 'done' && ranAgain.isInvocation);
}

/** Slack's events name their app; where it was not logged, the ids may be those of two apps. */
function couldBeTwoApps({ form, deliveries }: UnmarkedCopies): boolean {
  const isUnnamed = ({ fields: { provider = 'slack', app_id } }: UnmarkedCopies['deliveries'][number]) =>
    provider.split('.')[0] === 'slack' && app_id === undefined;
  return form === 'copies' && deliveries.some(isUnnamed);
}

function certaintyOf(
  { form, isUnmarkedForSure, couldBeTwoHooks }: ProviderUnmarkedDuplicate,
  isWhole: boolean,
): Certainty {
  const isKnown = form === 'workspaces' || form === 'resent' || form === 'platform' || isUnmarkedForSure;
  return isWhole && isKnown && !couldBeTwoHooks && form !== 'underway' ? 'shown' : 'consistent';
}
