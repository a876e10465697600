// The causes, in the order in which they are tested: is it one event, how many deliveries, which guard, runs, jobs, attempts.
import type { Cause } from '../model/cause.ts';
import { ackLateRetry } from './ack-late-retry.ts';
import { ackMissingOrError } from './ack-missing-or-error.ts';
import { ambiguousOutcomeRetry } from './ambiguous-outcome-retry.ts';
import { botSelfLoop } from './bot-self-loop.ts';
import { coldPathLateAck } from './cold-path-late-ack.ts';
import { dedupeKeyTooNarrow } from './dedupe-key-too-narrow.ts';
import { dedupeNotAtomic } from './dedupe-not-atomic.ts';
import { dedupeStoreVolatile } from './dedupe-store-volatile.ts';
import { duplicateRegistration } from './duplicate-registration.ts';
import { editEventAsNew } from './edit-event-as-new.ts';
import { envAppsOverlap } from './env-apps-overlap.ts';
import { jobReclaimedWhileRunning } from './job-reclaimed-while-running.ts';
import { lateReplay } from './late-replay.ts';
import { listenerBoundTwice } from './listener-bound-twice.ts';
import { mentionMessageOverlap } from './mention-message-overlap.ts';
import { noIdempotencyGuard } from './no-idempotency-guard.ts';
import { overSuppression } from './over-suppression.ts';
import { parallelConsumers } from './parallel-consumers.ts';
import { partialCommitRetry } from './partial-commit-retry.ts';
import { producerDoubleEnqueue } from './producer-double-enqueue.ts';
import { providerUnmarkedDuplicate } from './provider-unmarked-duplicate.ts';
import { repeatedAction } from './repeated-action.ts';
import { retryMetadataLost } from './retry-metadata-lost.ts';
import { siblingEventsOneAction } from './sibling-events-one-action.ts';
import { socketSplitDelivery } from './socket-split-delivery.ts';
import { staleExistenceCheck } from './stale-existence-check.ts';
import { targetAutomation } from './target-automation.ts';

// biome-ignore lint/suspicious/noExplicitAny: each cause has arguments of its own, which only the cause itself reads.
export const causes: readonly Cause<any>[] = [
  repeatedAction,
  botSelfLoop,
  socketSplitDelivery,
  envAppsOverlap,
  duplicateRegistration,
  mentionMessageOverlap,
  editEventAsNew,
  siblingEventsOneAction,
  lateReplay,
  ackLateRetry,
  coldPathLateAck,
  ackMissingOrError,
  retryMetadataLost,
  providerUnmarkedDuplicate,
  dedupeKeyTooNarrow,
  dedupeNotAtomic,
  dedupeStoreVolatile,
  overSuppression,
  noIdempotencyGuard,
  listenerBoundTwice,
  parallelConsumers,
  producerDoubleEnqueue,
  jobReclaimedWhileRunning,
  partialCommitRetry,
  ambiguousOutcomeRetry,
  staleExistenceCheck,
  targetAutomation,
];
