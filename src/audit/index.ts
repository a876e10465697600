// The list of audit rules: what can be said from source code, and from what was seen running beside it.
import type { AuditInput } from '../model/audit-input.ts';
import type { Rule } from '../model/rule.ts';
import { blindRetryAfterTimeout } from './blind-retry-after-timeout.ts';
import { blockingCallInAsyncHandler } from './blocking-call-in-async-handler.ts';
import { checkThenAct } from './check-then-act.ts';
import { clientRetriesCreate } from './client-retries-create.ts';
import { doubleEmitter } from './double-emitter.ts';
import { enqueueOutsideTransaction } from './enqueue-outside-transaction.ts';
import { errorAnsweredAsSuccess } from './error-answered-as-success.ts';
import { eventIdWrongPlace } from './event-id-wrong-place.ts';
import { eventSeenBySeveral } from './event-seen-by-several.ts';
import { formBodyReadAsJson } from './form-body-read-as-json.ts';
import { guardDoesNotStop } from './guard-does-not-stop.ts';
import { inMemoryDedupe } from './in-memory-dedupe.ts';
import { leaseBelowRun } from './lease-below-run.ts';
import { likeNamedAppInstalled } from './like-named-app-installed.ts';
import { listenerRegisteredTwice } from './listener-registered-twice.ts';
import { lockOnlyDedupe } from './lock-only-dedupe.ts';
import { markedBeforeWork } from './marked-before-work.ts';
import { messageAndAppMention } from './message-and-app-mention.ts';
import { missingAck } from './missing-ack.ts';
import { missingOwnBotFilter } from './missing-own-bot-filter.ts';
import { mixedConsumers } from './mixed-consumers.ts';
import { multipleSocketModeEntrypoints } from './multiple-socket-mode-entrypoints.ts';
import { noBackoffJitter } from './no-backoff-jitter.ts';
import { noDeadLetter } from './no-dead-letter.ts';
import { oneJobEachPoll } from './one-job-each-poll.ts';
import { orgWideBesideWorkspace } from './org-wide-beside-workspace.ts';
import { overlappingListeners } from './overlapping-listeners.ts';
import { payloadLogging } from './payload-logging.ts';
import { queueForgetsKeys } from './queue-forgets-keys.ts';
import { registrationInRepeatedFunction } from './registration-in-repeated-function.ts';
import { retriesDisabled } from './retries-disabled.ts';
import { retriesPermanentErrors } from './retries-permanent-errors.ts';
import { retryHeaderOnlyDedupe } from './retry-header-only-dedupe.ts';
import { sameIntentTwoSurfaces } from './same-intent-two-surfaces.ts';
import { schemaDiffers } from './schema-differs.ts';
import { secretInSource } from './secret-in-source.ts';
import { secretLogging } from './secret-logging.ts';
import { severalEffectsOfOneKey } from './several-effects-of-one-key.ts';
import { shortLivedDedupe } from './short-lived-dedupe.ts';
import { sideEffectInMatcher } from './side-effect-in-matcher.ts';
import { signatureCheckDisabled } from './signature-check-disabled.ts';
import { signatureNotVerified } from './signature-not-verified.ts';
import { signatureOverParsedBody } from './signature-over-parsed-body.ts';
import { slowWorkBeforeAck } from './slow-work-before-ack.ts';
import { statefulRegex } from './stateful-regex.ts';
import { subscribedButUnhandled } from './subscribed-but-unhandled.ts';
import { textOnlyTrigger } from './text-only-trigger.ts';
import { twoAppsInOneWorkspace } from './two-apps-in-one-workspace.ts';
import { twoReceiverRoutes } from './two-receiver-routes.ts';
import { twoTokensOfOneApp } from './two-tokens-of-one-app.ts';
import { unkeyedSideEffect } from './unkeyed-side-effect.ts';
import { unlimitedRetries } from './unlimited-retries.ts';
import { viewClosedCreates } from './view-closed-creates.ts';
import { weakDedupeKey } from './weak-dedupe-key.ts';
import { workAfterAckNotDurable } from './work-after-ack-not-durable.ts';

// biome-ignore lint/suspicious/noExplicitAny: each rule has its own arguments; only the rule itself reads them.
export const auditRules: readonly Rule<AuditInput, any>[] = [
  slowWorkBeforeAck,
  missingAck,
  messageAndAppMention,
  overlappingListeners,
  listenerRegisteredTwice,
  registrationInRepeatedFunction,
  retryHeaderOnlyDedupe,
  inMemoryDedupe,
  checkThenAct,
  weakDedupeKey,
  shortLivedDedupe,
  retriesDisabled,
  eventIdWrongPlace,
  signatureCheckDisabled,
  signatureNotVerified,
  signatureOverParsedBody,
  statefulRegex,
  viewClosedCreates,
  blockingCallInAsyncHandler,
  secretInSource,
  secretLogging,
  subscribedButUnhandled,
  doubleEmitter,
  missingOwnBotFilter,
  workAfterAckNotDurable,
  clientRetriesCreate,
  markedBeforeWork,
  multipleSocketModeEntrypoints,
  enqueueOutsideTransaction,
  lockOnlyDedupe,
  blindRetryAfterTimeout,
  guardDoesNotStop,
  errorAnsweredAsSuccess,
  formBodyReadAsJson,
  sameIntentTwoSurfaces,
  twoReceiverRoutes,
  sideEffectInMatcher,
  textOnlyTrigger,
  payloadLogging,
  unkeyedSideEffect,
  unlimitedRetries,
  noBackoffJitter,
  retriesPermanentErrors,
  noDeadLetter,
  oneJobEachPoll,
  schemaDiffers,
  severalEffectsOfOneKey,
  mixedConsumers,
  twoTokensOfOneApp,
  twoAppsInOneWorkspace,
  orgWideBesideWorkspace,
  eventSeenBySeveral,
  likeNamedAppInstalled,
  queueForgetsKeys,
  leaseBelowRun,
];
