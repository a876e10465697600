// Theories that people state about duplicates. Each is refuted only where the evidence speaks against it.
import type { Theory } from '../../model/theory.ts';
import { copiesBearARetryNumber } from './copies-bear-a-retry-number.ts';
import { debugReloaderMadeIt } from './debug-reloader-made-it.ts';
import { doneRunsOnce } from './done-runs-once.ts';
import { droppingRetriesIsSafe } from './dropping-retries-is-safe.ts';
import { effectGapTellsTheArrivalGap } from './effect-gap-tells-the-arrival-gap.ts';
import { envelopeIdIsAKey } from './envelope-id-is-a-key.ts';
import { equalBodiesTellCopies } from './equal-bodies-tell-copies.ts';
import { eventIdNamesOneApp } from './event-id-names-one-app.ts';
import { everyLineIsAWrite } from './every-line-is-a-write.ts';
import { failedMeansNothingMade } from './failed-means-nothing-made.ts';
import { fastAnswerPreventsRepeats } from './fast-answer-prevents-repeats.ts';
import { firstAttemptIsMissingHere } from './first-attempt-is-missing-here.ts';
import { githubRedeliversByItself } from './github-redelivers-by-itself.ts';
import { leaseEndStopsTheFirst } from './lease-end-stops-the-first.ts';
import { lineTimeIsArrival } from './line-time-is-arrival.ts';
import { memoryIsShared } from './memory-is-shared.ts';
import { noRetryHeaderStopsThem } from './no-retry-header-stops-them.ts';
import { oneLineMeansOneWrite } from './one-line-means-one-write.ts';
import { oneMessageOneEventId } from './one-message-one-event-id.ts';
import { oneMessageOneWorkspace } from './one-message-one-workspace.ts';
import { oneProcessIsEnough } from './one-process-is-enough.ts';
import { parsingMadeIt } from './parsing-made-it.ts';
import { sameIdMeansQueue } from './same-id-means-queue.ts';
import { searchingFirstIsSafe } from './searching-first-is-safe.ts';
import { shortGapIsClientRetry } from './short-gap-is-client-retry.ts';
import { shortHandlerAnswersInTime } from './short-handler-answers-in-time.ts';
import { shortMemoryIsEnough } from './short-memory-is-enough.ts';
import { timeoutsComeUnmarked } from './timeouts-come-unmarked.ts';
import { tsIsUnique } from './ts-is-unique.ts';
import { twoConnectionsCopy } from './two-connections-copy.ts';
import { twoRecordsMeanTwoDeliveries } from './two-records-mean-two-deliveries.ts';

export const theories: readonly Theory[] = [
  sameIdMeansQueue,
  timeoutsComeUnmarked,
  shortGapIsClientRetry,
  githubRedeliversByItself,
  twoConnectionsCopy,
  parsingMadeIt,
  fastAnswerPreventsRepeats,
  shortHandlerAnswersInTime,
  copiesBearARetryNumber,
  oneMessageOneEventId,
  eventIdNamesOneApp,
  twoRecordsMeanTwoDeliveries,
  oneLineMeansOneWrite,
  everyLineIsAWrite,
  failedMeansNothingMade,
  doneRunsOnce,
  effectGapTellsTheArrivalGap,
  lineTimeIsArrival,
  droppingRetriesIsSafe,
  oneProcessIsEnough,
  memoryIsShared,
  shortMemoryIsEnough,
  noRetryHeaderStopsThem,
  equalBodiesTellCopies,
  envelopeIdIsAKey,
  debugReloaderMadeIt,
  tsIsUnique,
  searchingFirstIsSafe,
  leaseEndStopsTheFirst,
  oneMessageOneWorkspace,
  firstAttemptIsMissingHere,
];
