// The list of lint rules: what can be said from a subscription file alone, before anything has run.
import type { LintInput } from '../model/lint-input.ts';
import type { Rule } from '../model/rule.ts';
import { asynchronousRetries } from './asynchronous-retries.ts';
import { batchWithoutPartialResponse } from './batch-without-partial-response.ts';
import { declaredTwice } from './declared-twice.ts';
import { dedupeWindowTooShort } from './dedupe-window-too-short.ts';
import { duplicateLiveTrigger } from './duplicate-live-trigger.ts';
import { fifoWindow } from './fifo-window.ts';
import { fileAndMessageSubscribed } from './file-and-message-subscribed.ts';
import { functionBehindTwoTriggers } from './function-behind-two-triggers.ts';
import { invalidManifest } from './invalid-manifest.ts';
import { linkAndMessageSubscribed } from './link-and-message-subscribed.ts';
import { lowReceiveCount } from './low-receive-count.ts';
import { manifestDrift } from './manifest-drift.ts';
import { mentionAndMessageSubscribed } from './mention-and-message-subscribed.ts';
import { messageSubtypesUndecided } from './message-subtypes-undecided.ts';
import { metadataAndMessageSubscribed } from './metadata-and-message-subscribed.ts';
import { misplacedSubscription } from './misplaced-subscription.ts';
import { missingDeadLetterQueue } from './missing-dead-letter-queue.ts';
import { missingFailureDestination } from './missing-failure-destination.ts';
import { missingScope } from './missing-scope.ts';
import { noDeliveryAddress } from './no-delivery-address.ts';
import { oneAppTwice } from './one-app-twice.ts';
import { ownMessagesSubscribed } from './own-messages-subscribed.ts';
import { placeholderAddress } from './placeholder-address.ts';
import { sameAddressInTwoApps } from './same-address-in-two-apps.ts';
import { sameCommandInTwoApps } from './same-command-in-two-apps.ts';
import { slowSlackEndpoint } from './slow-slack-endpoint.ts';
import { testAppInProduction } from './test-app-in-production.ts';
import { twoDeliveryWays } from './two-delivery-ways.ts';
import { unknownSlackEvent } from './unknown-slack-event.ts';
import { visibilityBelowTimeout } from './visibility-below-timeout.ts';

// biome-ignore lint/suspicious/noExplicitAny: each rule has its own arguments; only the rule itself reads them.
export const lintRules: readonly Rule<LintInput, any>[] = [
  mentionAndMessageSubscribed,
  fileAndMessageSubscribed,
  linkAndMessageSubscribed,
  metadataAndMessageSubscribed,
  messageSubtypesUndecided,
  ownMessagesSubscribed,
  missingScope,
  unknownSlackEvent,
  noDeliveryAddress,
  twoDeliveryWays,
  placeholderAddress,
  misplacedSubscription,
  declaredTwice,
  invalidManifest,
  sameCommandInTwoApps,
  sameAddressInTwoApps,
  oneAppTwice,
  testAppInProduction,
  dedupeWindowTooShort,
  visibilityBelowTimeout,
  missingDeadLetterQueue,
  lowReceiveCount,
  missingFailureDestination,
  functionBehindTwoTriggers,
  batchWithoutPartialResponse,
  fifoWindow,
  slowSlackEndpoint,
  asynchronousRetries,
  duplicateLiveTrigger,
  manifestDrift,
];
