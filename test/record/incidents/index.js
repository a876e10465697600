// Every recording, in the order in which `dedupe demo` lists them.
import { incident as bullmqStalledRerun } from './bullmq-stalled-rerun.js';
import { incident as cleanEvent } from './clean-event.js';
import { incident as coldStartLateAnswer } from './cold-start-late-answer.js';
import { incident as enqueuedTwice } from './enqueued-twice.js';
import { incident as errorAfterInsert } from './error-after-insert.js';
import { incident as errorBeforeInsert } from './error-before-insert.js';
import { incident as laterStepFails } from './later-step-fails.js';
import { incident as leaseShorterThanWork } from './lease-shorter-than-work.js';
import { incident as listenerRegisteredTwice } from './listener-registered-twice.js';
import { incident as mentionAndMessage } from './mention-and-message.js';
import { incident as personClicksTwice } from './person-clicks-twice.js';
import { incident as retriesDropped } from './retries-dropped.js';
import { incident as retryHeadersStripped } from './retry-headers-stripped.js';
import { incident as retrySuppressed } from './retry-suppressed.js';
import { incident as sameEventAgain } from './same-event-again.js';
import { incident as searchIndexBehind } from './search-index-behind.js';
import { incident as slowWorkBeforeAnswer } from './slow-work-before-answer.js';
import { incident as trackerFailsAfterCreate } from './tracker-fails-after-create.js';
import { incident as trackerTimesOutAfterCreate } from './tracker-times-out-after-create.js';
import { incident as twinsPassTheGuard } from './twins-pass-the-guard.js';
import { incident as twoConsumersCheckThenAct } from './two-consumers-check-then-act.js';
import { incident as twoConsumersNoGuard } from './two-consumers-no-guard.js';
import { incident as twoConsumersOwnMemory } from './two-consumers-own-memory.js';
import { incident as unfurlEdit } from './unfurl-edit.js';
import { incident as workerKilledAfterCreate } from './worker-killed-after-create.js';

export const incidents = [
  searchIndexBehind,
  slowWorkBeforeAnswer,
  mentionAndMessage,
  laterStepFails,
  cleanEvent,
  retrySuppressed,
  coldStartLateAnswer,
  errorAfterInsert,
  sameEventAgain,
  twoConsumersCheckThenAct,
  twoConsumersNoGuard,
  twoConsumersOwnMemory,
  workerKilledAfterCreate,
  leaseShorterThanWork,
  bullmqStalledRerun,
  trackerTimesOutAfterCreate,
  trackerFailsAfterCreate,
  unfurlEdit,
  twinsPassTheGuard,
  listenerRegisteredTwice,
  enqueuedTwice,
  personClicksTwice,
  retriesDropped,
  retryHeadersStripped,
  errorBeforeInsert,
];
