// The causes, in the order in which they are tested: is it one event, how many deliveries, which guard, runs, jobs, attempts.
import type { Cause } from '../model/cause.ts';
import { ackLateRetry } from './ack-late-retry.ts';
import { ackMissingOrError } from './ack-missing-or-error.ts';
import { coldPathLateAck } from './cold-path-late-ack.ts';
import { duplicateRegistration } from './duplicate-registration.ts';
import { editEventAsNew } from './edit-event-as-new.ts';
import { listenerBoundTwice } from './listener-bound-twice.ts';
import { mentionMessageOverlap } from './mention-message-overlap.ts';
import { noIdempotencyGuard } from './no-idempotency-guard.ts';
import { parallelConsumers } from './parallel-consumers.ts';
import { partialCommitRetry } from './partial-commit-retry.ts';
import { socketSplitDelivery } from './socket-split-delivery.ts';

// biome-ignore lint/suspicious/noExplicitAny: each cause has arguments of its own, which only the cause itself reads.
export const causes: readonly Cause<any>[] = [
  socketSplitDelivery,
  duplicateRegistration,
  mentionMessageOverlap,
  editEventAsNew,
  ackLateRetry,
  coldPathLateAck,
  ackMissingOrError,
  noIdempotencyGuard,
  listenerBoundTwice,
  parallelConsumers,
  partialCommitRetry,
];
