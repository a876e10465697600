// Every name that a trace can give to a cause, from the first day on: an id is taken here before its rule exists,
// and is never given to anything else.
import type { Family } from '../model/cause.ts';

export interface CatalogueEntry {
  readonly id: string;
  /** Undefined for names that are no cause but an answer. */
  readonly family: Family | undefined;
  readonly meaning: string;
}

const cause = (id: string, family: Family, meaning: string): CatalogueEntry => ({ id, family, meaning });
const answer = (id: string, meaning: string): CatalogueEntry => ({ id, family: undefined, meaning });

export const catalogue: readonly CatalogueEntry[] = [
  cause(
    'ack-late-retry',
    'REDELIVERY',
    'Handler work delays the 2xx or envelope ack past 3 s, so Slack (or another caller) sends again.',
  ),
  cause(
    'cold-path-late-ack',
    'REDELIVERY',
    'Handler is short, yet the 2xx is late: cold start, boot, network distance, queueing behind a single instance, slow authorize.',
  ),
  cause(
    'ack-missing-or-error',
    'REDELIVERY',
    'No ack at all, or a non-2xx: unhandled event type, exception, code branch without an answer, raw socket client.',
  ),
  cause(
    'no-idempotency-guard',
    'REDELIVERY',
    'An ordinary repeat arrives (reconnect, resume, manual redelivery, at-least-once trigger) and nothing claims the id.',
  ),
  cause(
    'provider-unmarked-duplicate',
    'REDELIVERY',
    'The provider or hosting platform sends twice with no retry mark, sometimes with different event ids.',
  ),
  cause(
    'late-replay',
    'REDELIVERY',
    'An old event comes back minutes to hours later: restart, reconnect, backlog, retry after a reinstall.',
  ),
  cause('mention-message-overlap', 'OVERLAP', 'app_mention and message.* are both subscribed and both handled.'),
  cause(
    'edit-event-as-new',
    'OVERLAP',
    "message_changed, unfurl, broadcast or the bot's own edit is handled as a new message.",
  ),
  cause(
    'sibling-events-one-action',
    'OVERLAP',
    'Two different, legitimate events about one object both mean create (opened + labeled, created + updated, comment + close).',
  ),
  cause('bot-self-loop', 'LOOP', 'The bot or sync reacts to its own write.'),
  cause(
    'duplicate-registration',
    'FANOUT',
    'Two subscriptions, hooks, installations, rules or triggers point at one receiver.',
  ),
  cause(
    'listener-bound-twice',
    'FANOUT',
    'One delivery, several handler runs in one process: nested registration, re-bind on reconnect or hot reload, two plugins, overlapping patterns.',
  ),
  cause(
    'parallel-consumers',
    'FANOUT',
    'Two processes or replicas both receive everything (RTM copies, two schedulers, debug reloader, old task after redeploy).',
  ),
  cause(
    'env-apps-overlap',
    'FANOUT',
    "Two apps (test and production, or two providers' apps) are in the same place and both act.",
  ),
  cause(
    'socket-split-delivery',
    'SPLIT',
    'Two Socket Mode connections on one app token share the stream; each sees a part.',
  ),
  cause(
    'dedupe-key-too-narrow',
    'GUARD',
    'A guard exists, its key differs between the two copies (event_id for twins, envelope id, row id, team id, ts of a resend, missing ts).',
  ),
  cause(
    'dedupe-not-atomic',
    'GUARD',
    'Check and mark are separate, the mark is set late, or the store is eventually consistent.',
  ),
  cause(
    'dedupe-store-volatile',
    'GUARD',
    'The claim disappears: memory only, per replica, short TTL, evicted, removed with the job, broker window too short.',
  ),
  cause(
    'stale-existence-check',
    'GUARD',
    'Search-before-create reads a lagging index, a truncated page, a cached list, only open items, or runs far before the create.',
  ),
  cause('over-suppression', 'GUARD', "The guard drops what it must not: every retry, equal text, another app's event."),
  cause(
    'retry-metadata-lost',
    'GUARD',
    'Retry headers are stripped, read from the wrong place or case, or hidden by the SDK.',
  ),
  cause(
    'job-reclaimed-while-running',
    'REEXECUTION',
    'Lock, lease, visibility or expiry ends while the job still runs; another worker starts it.',
  ),
  cause(
    'producer-double-enqueue',
    'REEXECUTION',
    'The app itself creates two jobs or two writes for one event (double save, two sessions, two send paths, requeue).',
  ),
  cause(
    'ambiguous-outcome-retry',
    'AMBIGUOUS_WRITE',
    'The call to the target (or to a function, or through a proxy) got no answer or a false error; it is repeated.',
  ),
  cause(
    'partial-commit-retry',
    'PARTIAL_COMMIT',
    'The create succeeded and was known, a later step of the same unit failed or crashed, the whole unit runs again.',
  ),
  cause(
    'repeated-action',
    'REPEATED_ACTION',
    'A person or a model really acted twice (double click, repeated tool call, resubmitted form).',
  ),
  cause(
    'target-automation',
    'TARGET',
    'One delivery, one run, one call, two records: a rule inside the target, the client library or a callback made the second.',
  ),
  answer('duplicate', 'One wish had more than one effect.'),
  answer('single', 'Each effect exists once, and the whole time was read.'),
  answer('not-a-duplicate', 'The events are two different actions.'),
  answer('lost', 'The event was received, and nothing was made.'),
  answer('split', 'Consumers share the events; nothing came twice.'),
  answer('unknown-result', 'A create was sent, and nobody knows what became of it.'),
  answer('inconclusive', 'Two causes fit, or none; the missing fields are named.'),
];
