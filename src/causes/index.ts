// The causes, in the order in which they are tested: is it one event, how many deliveries, which guard, runs, jobs, attempts.
import type { Cause } from '../model/cause.ts';
import { ackLateRetry } from './ack-late-retry.ts';
import { ambiguousOutcomeRetry } from './ambiguous-outcome-retry.ts';
import { dedupeKeyTooNarrow } from './dedupe-key-too-narrow.ts';
import { dedupeNotAtomic } from './dedupe-not-atomic.ts';
import { jobReclaimedWhileRunning } from './job-reclaimed-while-running.ts';
import { mentionMessageOverlap } from './mention-message-overlap.ts';
import { partialCommitRetry } from './partial-commit-retry.ts';
import { producerDoubleEnqueue } from './producer-double-enqueue.ts';
import { repeatedAction } from './repeated-action.ts';

// biome-ignore lint/suspicious/noExplicitAny: each cause has arguments of its own, which only the cause itself reads.
export const causes: readonly Cause<any>[] = [
  repeatedAction,
  mentionMessageOverlap,
  ackLateRetry,
  dedupeKeyTooNarrow,
  dedupeNotAtomic,
  producerDoubleEnqueue,
  jobReclaimedWhileRunning,
  partialCommitRetry,
  ambiguousOutcomeRetry,
];
