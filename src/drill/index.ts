// The list of failure scenarios: one file here does one thing to a receiver and counts the business objects afterwards.
import type { Scenario } from '../model/scenario.ts';
import { appRestarted } from './app-restarted.ts';
import { badSignature } from './bad-signature.ts';
import { buttonAndEvent } from './button-and-event.ts';
import { clockSkew } from './clock-skew.ts';
import { concurrentDelivery } from './concurrent-delivery.ts';
import { databaseGone } from './database-gone.ts';
import { databaseRestarted } from './database-restarted.ts';
import { firstDeliveryLost } from './first-delivery-lost.ts';
import { futureSignature } from './future-signature.ts';
import { jobRunAgain } from './job-run-again.ts';
import { lateRetry } from './late-retry.ts';
import { mentionAndMessage } from './mention-and-message.ts';
import { messageChanged } from './message-changed.ts';
import { ownBotEdit } from './own-bot-edit.ts';
import { ownBotMessage } from './own-bot-message.ts';
import { permanentError } from './permanent-error.ts';
import { redisRestarted } from './redis-restarted.ts';
import { replayedCapture } from './replayed-capture.ts';
import { retryWithHeaders } from './retry-with-headers.ts';
import { sameEventTwice } from './same-event-twice.ts';
import { slowWorker } from './slow-worker.ts';
import { staleSignature } from './stale-signature.ts';
import { threadReply } from './thread-reply.ts';
import { timeoutAfterSuccess } from './timeout-after-success.ts';
import { twoVersions } from './two-versions.ts';
import { workerKilledAfterCreate } from './worker-killed-after-create.ts';
import { workerKilledBeforeAnswer } from './worker-killed-before-answer.ts';
import type { Drill } from './world/drill.ts';

/** In the order in which they are played: what breaks the system most comes last. */
export const scenarios: readonly Scenario<Drill>[] = [
  sameEventTwice,
  concurrentDelivery,
  retryWithHeaders,
  firstDeliveryLost,
  messageChanged,
  threadReply,
  mentionAndMessage,
  buttonAndEvent,
  ownBotMessage,
  ownBotEdit,
  badSignature,
  staleSignature,
  futureSignature,
  replayedCapture,
  clockSkew,
  lateRetry,
  jobRunAgain,
  slowWorker,
  timeoutAfterSuccess,
  permanentError,
  workerKilledAfterCreate,
  workerKilledBeforeAnswer,
  twoVersions,
  appRestarted,
  redisRestarted,
  databaseRestarted,
  databaseGone,
];
